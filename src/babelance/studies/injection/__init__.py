"""Which measure follows a bias that was put into the user's own model on purpose? `babelance meta inject`."""

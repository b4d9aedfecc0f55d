"""Pages of a site about many models. They show what results say, and compute nothing."""

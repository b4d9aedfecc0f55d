"""One file per section of the HTML report."""

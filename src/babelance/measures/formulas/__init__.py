"""Formulas that several measures share, each file named after what is shared."""

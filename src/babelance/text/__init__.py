"""Language-neutral text work."""

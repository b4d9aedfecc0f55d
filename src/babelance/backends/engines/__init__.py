"""What computes a batch of token ids: torch itself, or a graph that was exported from it once."""

"""Taking a concept out of what the head of a masked language model reads."""

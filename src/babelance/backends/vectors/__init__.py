"""Word vectors: one file per format, and how a word is looked up."""

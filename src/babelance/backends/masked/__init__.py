"""Masked language models: which positions a query hides, how batches are read, and the head over the vocabulary."""

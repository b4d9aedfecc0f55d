"""Transformers models: where their files are, what identifies them, loading, tokenising, health and batches."""

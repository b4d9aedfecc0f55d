"""Training: the loop, its checkpoints, and the tasks (masked tokens, NLI, NER)."""

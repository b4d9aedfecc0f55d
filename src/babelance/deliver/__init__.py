"""From results to decisions, and to files and places where other people and tools look for them."""

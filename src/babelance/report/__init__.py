"""Shows results; reads result files only and computes nothing."""

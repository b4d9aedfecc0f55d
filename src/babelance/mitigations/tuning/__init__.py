"""Further training, which most mitigations end with: corpus, training, utility."""

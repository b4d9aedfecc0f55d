"""What kinds of models, mitigations and studies build on. torch is known here, in `models/` and `mitigations/` only."""

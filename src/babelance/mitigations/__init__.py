"""One file per mitigation: a model in, a model out."""

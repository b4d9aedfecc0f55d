"""Statistics over weights: knows scores and weightings, no measure by name."""

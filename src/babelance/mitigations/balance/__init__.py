"""Counterfactual text: groups and gendered words exchanged so that all are equally frequent."""

"""Contextual alignment of two models: word links, anchors, rotation."""

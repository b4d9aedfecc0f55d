"""Measuring the measures."""

"""Mechanical checks of data: what is wrong, where, why it matters, and what to do about it."""

from babelance.lint.check import FLAG, Linted, flagged_ids, lint
from babelance.lint.finding import RULES, Finding, Rule

__all__ = ["FLAG", "RULES", "Finding", "Linted", "Rule", "flagged_ids", "lint"]

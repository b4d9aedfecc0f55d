"""The HTML report: one self-contained file, made of sections."""

from __future__ import annotations

from babelance.report.html.page import render

__all__ = ["render"]

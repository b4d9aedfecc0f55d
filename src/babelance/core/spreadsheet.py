"""Cells of a table that a spreadsheet may open: a text that looks like a formula stays a text."""

from __future__ import annotations

from collections.abc import Iterable

_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What makes Excel, LibreOffice or Google Sheets compute a cell; full-width forms included."""


def escape_formulas(cells: Iterable[object]) -> list[object]:
    """Numbers as they are; texts that would be computed with an apostrophe before them."""
    return [f"'{cell}" if isinstance(cell, str) and cell.startswith(_STARTS) else cell for cell in cells]

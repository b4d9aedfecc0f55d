"""Text of docstrings as wide as the terminal: paragraphs are filled anew, formulas keep their lines.

A paragraph ends at an empty line, before a list entry (`- `) and before a line that starts with a word and a colon
(`Scale: …`). Indented lines are formulas and tables, unless they go on with a list entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

WIDEST = 100
"""Longer lines are hard to read."""
INDENTED = re.compile(r"\s{2,}\S")
START = re.compile(r"- |[A-Z][\w .-]{0,40}: |[A-Z][\w -]{0,60}:$")


def fill(text: str, *, width: int) -> str:
    return "\n".join(line for part in _paragraphs(text) for line in _fill_paragraph(part, min(width, WIDEST)))


def _paragraphs(text: str) -> Iterator[list[str]]:
    current: list[str] = []
    for line in text.splitlines():
        if not line.strip() or (INDENTED.match(line) and not _is_entry(current)):
            yield current
            yield [line]
            current = []
        elif START.match(line):
            yield current
            current = [line]
        else:
            current.append(line)
    yield current


def _fill_paragraph(part: list[str], width: int) -> list[str]:
    if not part or not part[0].strip():
        return part
    if INDENTED.match(part[0]):
        return [shorter for line in part for shorter in _fit(line, width)]
    hanging = "  " if _is_entry(part) else ""
    text = " ".join(line.strip() for line in part)
    return wrap(text, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)


def _fit(line: str, width: int) -> list[str]:
    """A formula that is too long goes on farther to the right, so that it breaks between its parts and not within."""
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    further = indent + 4 * " "
    return wrap(
        line.strip(), width, initial_indent=indent, subsequent_indent=further, break_long_words=False,
        break_on_hyphens=False,
    )  # fmt: skip


def _is_entry(part: list[str]) -> bool:
    return bool(part) and part[0].startswith("- ")

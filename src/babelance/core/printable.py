"""Texts from files, models and plug-ins on their way to a terminal."""

from __future__ import annotations

_JOINERS = frozenset("\u200c\u200d")
"""Persian, Hindi and others are spelt with these; they do nothing to a terminal."""
_LINES = frozenset("\n\t")


def printable(text: str, *, lines: bool = False) -> str:
    """Without control characters: names and reasons come from files and must not steer the terminal. Ends of lines stay
    only if `lines`."""
    if text.isprintable():
        return text
    kept = _JOINERS | _LINES if lines else _JOINERS
    return "".join(character if character.isprintable() or character in kept else "�" for character in text)

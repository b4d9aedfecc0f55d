"""Texts from files, models and plug-ins on their way to a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """Without control characters: names and reasons come from files and must not steer the terminal."""
    return "".join(character if character.isprintable() else "�" for character in text)

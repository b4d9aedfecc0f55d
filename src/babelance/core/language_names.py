"""What a language is called in a sentence: "Hungarian", or its code where the project knows no name."""

from __future__ import annotations

from babelance.core.registry import language_or_bare


def language_name(code: str) -> str:
    return language_or_bare(code).name

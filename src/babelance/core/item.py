"""One thing that is measured: a sentence pair, a sentence, a premise with its hypothesis, a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Item:
    """A stable id (never a position in memory), a BCP 47 language, named texts, and tags that group items."""

    id: str
    language: str
    texts: Mapping[str, str]
    tags: Mapping[str, str] = field(default_factory=dict)

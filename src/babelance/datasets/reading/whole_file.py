"""A dataset that is one file of the user's: its hash is that of the whole file, whichever language is asked for."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from babelance.core.card import Card
from babelance.datasets.reading.fetch import sha256_of


class WholeFile:
    file: Path

    @cached_property
    def card(self) -> Card:
        raise NotImplementedError

    def fingerprint(self, language: str) -> str:
        self.card.require(language)
        return self._sha256[:16]

    @cached_property
    def _sha256(self) -> str:
        return sha256_of(self.file)

"""Sentences as rows of ids, with the position of the first sub-word of each word: that one carries its label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from babelance.backends.transformers.tokenizer_checks import explain_encoding


@dataclass(frozen=True)
class Words:
    """A tokenizer, and how many sub-words a row may have."""

    tokenizer: Any
    length: int

    def encode(self, words: Sequence[str]) -> tuple[list[int], list[int]]:
        """Ids with special tokens, and where each word starts; words that do not fit any more are left out."""
        with explain_encoding(self.tokenizer):
            pieces = [self.tokenizer.encode(f" {word}", add_special_tokens=False) for word in words]
        pieces = [parts or [self.tokenizer.unk_token_id] for parts in pieces]
        before, after = self._frame
        ids, starts = list(before), []
        for parts in pieces:
            if len(ids) + len(parts) + len(after) > self.length:
                break
            starts.append(len(ids))
            ids += parts
        return [*ids, *after], starts

    @cached_property
    def _frame(self) -> tuple[list[int], list[int]]:
        with explain_encoding(self.tokenizer):
            inner = self.tokenizer.encode("a", add_special_tokens=False)
            whole = self.tokenizer.encode("a", add_special_tokens=True)
            start = next(at for at in range(len(whole)) if whole[at : at + len(inner)] == inner)
        return whole[:start], whole[start + len(inner) :]

"""Texts as a model's tokenizer sees them: ids, special tokens, places in the text. Tokenised many at a time, once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

_KEPT = 65536
_SANE = 1_000_000
"""Tokenizers without a limit say 10^30."""
_COUNTS_FROM_PADDING = {
    *("roberta", "xlm-roberta", "xlm-roberta-xl", "camembert", "mpnet", "roberta-prelayernorm", "longformer"),
    *("data2vec-text", "xmod", "luke", "mluke", "ibert", "esm", "markuplm"),
}
"""Model types whose positions start after the padding id, so that many positions cannot be used."""


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """One text: all ids, which of them are special, and the characters of each (None for slow tokenizers)."""

    ids: NDArray[np.int32]
    special: NDArray[np.bool_]
    offsets: NDArray[np.int32] | None = None

    @property
    def words(self) -> NDArray[np.int32]:
        """Positions of the non-special tokens."""
        return np.flatnonzero(~self.special).astype(np.int32)


class Texts:
    """A tokenizer with a memory. `prepare` before `get` makes one call of many."""

    def __init__(self, tokenizer: Any) -> None:
        self.tokenizer = tokenizer
        self.unknown: int | None = tokenizer.unk_token_id
        self._known: dict[str, Encoded] = {}
        self._names: dict[int, str] = {}

    def prepare(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if len(self._known) + len(new) > _KEPT:
            self._known.clear()
        if new:
            self._known.update(zip(new, self._encode(new), strict=True))

    def get(self, text: str) -> Encoded:
        if text not in self._known:
            self.prepare([text])
        return self._known[text]

    def bare(self, text: str) -> list[int]:
        """The ids of a text without special tokens."""
        ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return ids

    def names(self, ids: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._name(int(token)) for token in ids)

    def _name(self, token: int) -> str:
        """As in the vocabulary; bytes of a byte-level vocabulary as the text they stand for, where they do."""
        if token not in self._names:
            name = str(self.tokenizer.convert_ids_to_tokens(token))
            shown = str(self.tokenizer.decode([token])) if self._is_byte_level and not name.isascii() else name
            self._names[token] = name if "\ufffd" in shown or not shown else shown
        return self._names[token]

    @cached_property
    def _is_byte_level(self) -> bool:
        engine = getattr(self.tokenizer, "backend_tokenizer", None)
        return "ByteLevel" in type(getattr(engine, "decoder", None)).__name__

    def _encode(self, texts: list[str]) -> Iterable[Encoded]:
        fast = bool(self.tokenizer.is_fast)
        table = self.tokenizer(
            texts,
            add_special_tokens=True,
            truncation=False,
            return_attention_mask=False,
            return_special_tokens_mask=True,
            return_offsets_mapping=fast,
            verbose=False,
        )
        offsets = table["offset_mapping"] if fast else [None] * len(texts)
        for ids, special, places in zip(table["input_ids"], table["special_tokens_mask"], offsets, strict=True):
            yield Encoded(
                np.asarray(ids, np.int32),
                np.asarray(special, bool),
                None if places is None else np.asarray(places, np.int32).reshape(-1, 2),
            )


def limit_of(config: Any, tokenizer: Any) -> int | None:
    """The most tokens (special ones included) that the model can read, if it has a limit."""
    limits = [limit for limit in (_positions(config), tokenizer.model_max_length) if limit and 0 < limit < _SANE]
    return min(limits, default=None)


def _positions(config: Any) -> int | None:
    positions = getattr(config, "max_position_embeddings", None)
    if not positions or positions < 0:
        return None
    padding = getattr(config, "pad_token_id", None) or 0
    return int(positions) - (padding + 1 if config.model_type in _COUNTS_FROM_PADDING else 0)


def sample(texts: Sequence[str], size: int) -> list[str]:
    """At most `size` texts, evenly spread."""
    step = max(1, -(-len(texts) // size))
    return list(islice(texts, 0, None, step))

"""Token ids back to the text that a tokenizer makes the same ids of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babelance.backends.transformers import loading, source
from babelance.backends.transformers.texts import Texts
from babelance.core.model import Options

OTHERWISE = "no text gives these ids"
OUTSIDE = "an id is not in the vocabulary"


class Decoder:
    """The tokenizer of a model. No weights are read."""

    def __init__(self, spec: str, options: Options | None = None) -> None:
        self._source = source.find(spec)
        self._texts = Texts(loading.load_tokenizer(self._source, options or Options()))
        self.id = self._source.id

    def text(self, ids: Sequence[int]) -> tuple[str, str]:
        """A text that the tokenizer turns into exactly these ids, and ''; or '' and the reason why there is none.

        Unknown words stay in it as the tokenizer's own sign for them, which it reads as such again.
        """
        tokenizer = self._texts.tokenizer
        if any(token is None for token in tokenizer.convert_ids_to_tokens(list(ids))):
            return "", OUTSIDE
        inner = _without_ends(list(ids), tokenizer)
        for written in _spellings(inner, tokenizer):
            if self._texts.get(written).ids.tolist() == list(ids):
                return written, ""
        return "", OTHERWISE


def _without_ends(ids: list[int], tokenizer: Any) -> list[int]:
    """Without what the tokenizer puts around every text."""
    ends = (
        set(tokenizer.build_inputs_with_special_tokens([])) if not tokenizer.is_fast else set(tokenizer("").input_ids)
    )
    first = 1 if ids and ids[0] in ends else 0
    last = len(ids) - 1 if len(ids) > first and ids[-1] in ends else len(ids)
    return ids[first:last]


def _spellings(ids: list[int], tokenizer: Any) -> list[str]:
    """As tokenizers write ids, with and without blanks before signs, and the words with single blanks."""
    decoded = [tokenizer.decode(ids, clean_up_tokenization_spaces=tidy) for tidy in (True, False)]
    return list(dict.fromkeys(spelling for text in decoded for spelling in (text, text.strip())))

"""Anchors: occurrences of words that are translations of each other, and their contextual vectors, batch by batch.

Only pairs of words that were linked several times are used, and each of them only so often: frequent function words
would otherwise decide the alignment alone. A fifth of the sentences is held out to test what was learnt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from babelance.backends.transformers import loading, source
from babelance.core.errors import InputError
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.alignment.links import LinkedSentence, Span
from babelance.mitigations.tuning.corpus import frame, in_batches, part_of

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Limits:
    """A pair of words must be linked `least` times and is used `most` times."""

    least: Annotated[int, Flag("How often a pair of words must be linked.")] = 2
    most: Annotated[int, Flag("How often a pair of words is used at most.")] = 100

    def __post_init__(self) -> None:
        if not self.least >= 1 or self.most < 1:
            raise InputError(f"Limits of anchors are at least 1, not {self.least} and {self.most}.")


@dataclass(frozen=True, slots=True)
class Anchors:
    """Sentences with the links that are left; `kinds` is how many different pairs of words they have."""

    train: tuple[LinkedSentence, ...]
    test: tuple[LinkedSentence, ...]
    kinds: int

    @property
    def count(self) -> int:
        return sum(len(sentence.links) for sentence in self.train)


def choose(sentences: Callable[[], Iterator[LinkedSentence]], limits: Limits, *, seed: int) -> Anchors:
    """The links to use. Sentences are walked twice: to count pairs of words, and to choose among them."""
    counts = Counter(pair for sentence in sentences() for pair in words(sentence) if _has_letters(pair))
    known = {pair for pair, count in counts.items() if count >= limits.least}
    used: Counter[tuple[str, str]] = Counter()
    parts: dict[str, list[LinkedSentence]] = {"train": [], "test": []}
    for sentence in sentences():
        part = "test" if part_of(sentence.source, seed) == "test" else "train"
        kept = []
        for link, pair in zip(sentence.links, words(sentence), strict=True):
            if pair in known and (part == "test" or used[pair] < limits.most):
                kept.append(link)
                used[pair] += part == "train"
        if kept:
            parts[part].append(replace(sentence, links=tuple(kept)))
    return Anchors(tuple(parts["train"]), tuple(parts["test"]), len(known))


def words(sentence: LinkedSentence) -> list[tuple[str, str]]:
    """The linked words, in lower case."""
    return [
        (sentence.source[slice(*source_span)].lower(), sentence.target[slice(*target_span)].lower())
        for source_span, target_span in sentence.links
    ]


def _has_letters(pair: tuple[str, str]) -> bool:
    return all(any(map(str.isalpha, word)) for word in pair)


class WordEncoder:
    """Contextual vectors of words: the last hidden state of the first sub-word of each."""

    def __init__(self, model_source: source.ModelSource, options: Options, *, length: int = 128) -> None:
        from transformers import AutoModelForMaskedLM

        self.tokenizer = loading.load_tokenizer(model_source, options)
        self._encoder = loading.load_weights(AutoModelForMaskedLM, model_source, options).base_model
        self._length = length
        self._frame = frame(self.tokenizer)

    @property
    def width(self) -> int:
        return int(self._encoder.config.hidden_size)

    def read(self, texts: Sequence[str], places: Sequence[Sequence[Span]]) -> list[tuple[Vectors, NDArray[np.bool_]]]:
        """For each text the vectors of its words, and which words have one: not unknown, and not cut off."""
        import torch

        encoded = [self._encode(text, some) for text, some in zip(texts, places, strict=True)]
        size = max(len(ids) for ids, _ in encoded)
        padding = self.tokenizer.pad_token_id or 0
        ids = torch.tensor(
            [[*row_ids, *[padding] * (size - len(row_ids))] for row_ids, _ in encoded], device=self._encoder.device
        )
        there = torch.tensor(
            [[1] * len(row_ids) + [0] * (size - len(row_ids)) for row_ids, _ in encoded], device=ids.device
        )
        with torch.inference_mode():
            states = self._encoder(input_ids=ids, attention_mask=there)[0].float().cpu().numpy()
        return [
            (states[row, np.maximum(first, 0)], self._is_usable(np.asarray(row_ids), first))
            for row, (row_ids, first) in enumerate(encoded)
        ]

    def _is_usable(self, ids: NDArray[np.int64], first: NDArray[np.int64]) -> NDArray[np.bool_]:
        return np.asarray((first >= 0) & (ids[np.maximum(first, 0)] != self.tokenizer.unk_token_id))

    def _encode(self, text: str, places: Sequence[Span]) -> tuple[list[int], NDArray[np.int64]]:
        """Ids, and where the first sub-word of each place is; -1 if it was cut off."""
        ids, starts = self._with_offsets(text, places) if self.tokenizer.is_fast else self._by_word(text, places)
        kept = [start if 0 <= start < self._length - 1 else -1 for start in starts]
        end = len(self._frame[1])
        ids = ids if len(ids) <= self._length else [*ids[: self._length - end], *ids[len(ids) - end :]]
        return ids, np.asarray(kept, np.int64)

    def _with_offsets(self, text: str, places: Sequence[Span]) -> tuple[list[int], list[int]]:
        table = self.tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True, truncation=False)
        ends = [
            -1 if special else end
            for (_, end), special in zip(table["offset_mapping"], table["special_tokens_mask"], strict=True)
        ]
        # The first token that reaches into the word: with sentence pieces it may start at the blank before it.
        starts = [next((at for at, end in enumerate(ends) if end > start), -1) for start, _ in places]
        return list(table["input_ids"]), starts

    def _by_word(self, text: str, places: Sequence[Span]) -> tuple[list[int], list[int]]:
        """A tokenizer in Python does not say where its tokens are, so the text is cut at the words and they are
        tokenised one by one."""
        ids, starts, done = list(self._frame[0]), [], 0
        for start, end in sorted(places):
            ids += self.tokenizer.encode(text[done:start], add_special_tokens=False) if text[done:start].strip() else []
            starts.append((start, len(ids)))
            ids += self.tokenizer.encode(text[start:end], add_special_tokens=False)
            done = end
        ids += self.tokenizer.encode(text[done:], add_special_tokens=False) if text[done:].strip() else []
        by_word = dict(starts)
        return [*ids, *self._frame[1]], [by_word[start] for start, _ in places]


def vectors(
    sentences: Iterable[LinkedSentence], source: WordEncoder, target: WordEncoder, *, batch: int = 32
) -> Iterator[tuple[Vectors, Vectors, list[tuple[str, str]]]]:
    """Batches of anchors: vectors of the source words, of the target words, and the words."""
    for some in in_batches(sentences, batch):
        left = source.read(
            [sentence.source for sentence in some], [[link[0] for link in sentence.links] for sentence in some]
        )
        right = target.read(
            [sentence.target for sentence in some], [[link[1] for link in sentence.links] for sentence in some]
        )
        kept = [first[1] & second[1] for first, second in zip(left, right, strict=True)]
        named = [
            pair
            for sentence, keep in zip(some, kept, strict=True)
            for pair, good in zip(words(sentence), keep, strict=True)
            if good
        ]
        if named:
            yield _join(left, kept), _join(right, kept), named


def _join(vectors: Sequence[tuple[Any, Any]], kept: Sequence[NDArray[np.bool_]]) -> Vectors:
    return np.concatenate([states[keep] for (states, _), keep in zip(vectors, kept, strict=True)])

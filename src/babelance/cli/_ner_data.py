"""Sentences with named entities, from CoNLL files or from the dataset that has the language (`ner`, `ner-msra`, …)."""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from babelance.core.errors import InputError
from babelance.core.registry import DATASETS

if TYPE_CHECKING:
    from babelance.backends.training.ner_sentences import Sentence


def sentences(
    file: Path | None, language: str, split: Literal["train", "dev", "test"], limit: int | None
) -> list[Sentence]:
    """Tagged sentences of a file; without one, of the dataset that has the language."""
    from babelance.backends.training.ner_sentences import read_conll

    if file:
        return read_conll(file)[:limit]
    if not language:
        raise InputError(
            f"Name a CoNLL file with --{split}, or a language with --language: {', '.join(_datasets_by_language())}."
        )
    if language not in (known := _datasets_by_language()):
        raise InputError(f"No dataset of named entities has '{language}'. There are: {', '.join(known)}.")
    items = (item for item in DATASETS.get(known[language]).items(language) if item.tags["split"] == split)
    pairs = (zip(item.texts["tokens"].split(" "), item.texts["labels"].split(" "), strict=True) for item in items)
    return [tuple(pair) for pair in islice(pairs, limit)]


def _datasets_by_language() -> dict[str, str]:
    """language → the dataset of named entities that has it."""
    fields = {"tokens", "labels", "split"}
    names = [name for name in DATASETS if fields <= DATASETS.get(name).fields]
    return {code: name for name in names for code in DATASETS.get(name).card.languages}


def identity(given: list[Sentence], name: str) -> str:
    """Name and hash of the sentences, so that only results on the same ones are paired."""
    return f"{name}#{hashlib.sha256(json.dumps(given).encode()).hexdigest()[:8]}"

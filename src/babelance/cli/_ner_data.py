"""Sentences with named entities, from CoNLL files or from the dataset `ner`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.backends.training.ner_sentences import Sentence


def sentences(
    file: Path | None, language: str, split: Literal["train", "dev", "test"], limit: int | None
) -> list[Sentence]:
    """Tagged sentences of a file; without one, of the dataset's language and split."""
    from babelance.backends.training.ner_sentences import read_conll
    from babelance.datasets import ner

    if file:
        return read_conll(file)[:limit]
    if not language:
        raise InputError(f"Name a CoNLL file with --{split}, or a language of the dataset 'ner' with --language.")
    tagged = [tuple(sentence) for sentence in ner.sentences(language, split)]
    return tagged[:limit]


def identity(given: list[Sentence], name: str) -> str:
    """Name and hash of the sentences, so that only results on the same ones are paired."""
    return f"{name}#{hashlib.sha256(json.dumps(given).encode()).hexdigest()[:8]}"

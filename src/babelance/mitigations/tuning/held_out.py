"""The loss of a language model on the lines of a file: always with the same masks, so that models with one vocabulary
can be compared."""

from __future__ import annotations

import numpy as np

from babelance.backends.training.rows import Rows
from babelance.backends.transformers import loading, source
from babelance.backends.transformers.texts import limit_of
from babelance.core.errors import DataError
from babelance.core.model import Options
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning.family import family_of
from babelance.mitigations.tuning.settings import Tuning
from babelance.text.streams import text_lines


def file_loss(model: str, path: str, *, tuning: Tuning, options: Options) -> float:
    """The mean loss on a file in nats, over the hidden sub-words (masked models) or all of them (causal ones)."""
    family, model_source = family_of(model), source.find(model)
    tokenizer = loading.load_tokenizer(model_source, options)
    length = min(tuning.length, limit_of(loading.load_config(model_source, options), tokenizer) or tuning.length)
    rows = rows_of([*text_lines([path])], tokenizer, length)
    if not len(rows):
        raise DataError(f"'{path}' has no text.")
    return family.loss(family.load(model_source, options), rows, tokenizer, tuning)


def rows_of(lines: list[str], tokenizer: object, length: int) -> Rows:
    """Lines as sub-words, in memory."""
    encoded = [ids for _, ids in _corpus.encode(lines, ["test"] * len(lines), tokenizer, length=length)]
    flat = np.fromiter((token for ids in encoded for token in ids), np.uint32)
    return Rows(flat, np.cumsum([len(ids) for ids in encoded], dtype=np.int64))

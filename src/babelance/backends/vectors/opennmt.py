"""The embedding tables of an OpenNMT-py checkpoint (version 3): `vec:model.pt#encoder`, `vec:model.pt#decoder`.

A checkpoint holds the network's tensors and the vocabularies of both sides. Only tensors and plain containers are
unpickled (torch's weights-only reader); older checkpoints, whose vocabularies are objects, are refused in words. A word
is found if the vocabulary has it in one piece, with SentencePiece's mark of a space or without.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from babelance.backends.vectors.lookup import VectorLookup
from babelance.core.errors import ModelError
from babelance.core.extras import require

SIDES = {"encoder": "src", "decoder": "tgt"}
_TABLE = "embeddings.make_embedding.emb_luts.0.weight"
_SPACE = "▁"


def find(path: Path, words: Collection[str], side: str) -> VectorLookup:
    checkpoint = _load(path)
    pieces, table = _vocabulary(checkpoint, side, path), _table(checkpoint, side, path)
    if table.ndim != 2 or len(pieces) > len(table):
        raise ModelError(f"{path}: the {side} has {len(pieces)} words and a table of {tuple(table.shape)}: no match.")
    rows = {piece: row for row, piece in reversed(list(enumerate(pieces)))}
    places = {word: row for word in words if (row := rows.get(f"{_SPACE}{word}", rows.get(word))) is not None}
    vectors = {word: np.asarray(table[row].float().numpy(), np.float32) for word, row in places.items()}
    return VectorLookup(vectors, (), {"words": len(pieces), "dimensions": int(table.shape[1]), "table": side})


def _load(path: Path) -> Mapping[str, Any]:
    require("torch")
    import torch

    try:
        with torch.serialization.safe_globals([Namespace]):
            loaded = torch.load(path, map_location="cpu", weights_only=True, mmap=True)
    except Exception as error:  # pickles fail in many ways
        raise ModelError(
            f"{path} cannot be read as a checkpoint of OpenNMT-py 3: {str(error).partition(chr(10))[0]} Write "
            "its table with np.savez(file, words=…, vectors=…), and name that file."
        ) from error
    if not isinstance(loaded, dict) or not {"model", "vocab"} <= set(loaded):
        raise ModelError(f"{path} is no checkpoint of OpenNMT-py: it lacks `model` or `vocab`.")
    return loaded


def _vocabulary(checkpoint: Mapping[str, Any], side: str, path: Path) -> list[str]:
    vocabulary = checkpoint["vocab"].get(SIDES[side]) if isinstance(checkpoint["vocab"], dict) else None
    if not isinstance(vocabulary, list) or not all(isinstance(piece, str) for piece in vocabulary):
        raise ModelError(f"{path} has no list of words for the {side}. Checkpoints of OpenNMT-py 3 have one.")
    return vocabulary


def _table(checkpoint: Mapping[str, Any], side: str, path: Path) -> Any:
    table = checkpoint["model"].get(f"{side}.{_TABLE}") if isinstance(checkpoint["model"], dict) else None
    if table is None:
        raise ModelError(f"{path} has no tensor {side}.{_TABLE}, so it holds no word vectors of the {side}.")
    return table

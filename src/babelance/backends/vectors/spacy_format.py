"""Word vectors of a spaCy pipeline, read from its files: neither spaCy nor the pipeline's own code is run.

`vocab/vectors` is a NumPy array, `vocab/key2row` maps the hash of a word to its row. A pruned table gives many words
the row of a similar one. In floret mode there is no vocabulary: a vector is the mean of the rows of the n-grams, so
every string has one, misspelt or not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from babelance.backends.vectors.lookup import UNREADABLE, VectorLookup, map_array
from babelance.backends.vectors.word_hashes import murmur2, murmur3
from babelance.core.errors import MissingExtra, ModelError
from babelance.core.untrusted import as_type, read_object

LOWER = (66, 67)
"""spaCy's numbers for the lower-cased and the normalised form of a word."""


def installed_folder(name: str) -> Path:
    """The folder of an installed pipeline."""
    spec = find_spec(name.replace("-", "_")) if name.replace("-", "_").isidentifier() else None
    places = list(spec.submodule_search_locations or []) if spec else []
    if not places:
        raise ModelError(f"No spaCy pipeline '{name}' is installed. Install it, or name its folder: vec:PATH.")
    return Path(places[0])


def vocabulary(folder: Path) -> Path | None:
    """The folder with the table of vectors: here, or in the version folder of an installed package."""
    inside = (folder, *sorted(inner for inner in folder.glob("*/") if inner.is_dir()))
    tables = (inner / "vocab" for inner in inside)
    return next((table for table in tables if (table / "vectors").is_file() and (table / "key2row").is_file()), None)


def find(table: Path, words: Collection[str]) -> VectorLookup:
    vectors = _matrix(table / "vectors")
    settings = _settings(table)
    if vectors.ndim != 2:
        raise ModelError(f"{table} is damaged: its vectors have the shape {vectors.shape}. Install the pipeline again.")
    if not vectors.size:
        raise ModelError(f"{table} has no vectors: small pipelines come without. Use one of a larger size (md or lg).")
    if settings.mode == "floret":
        return VectorLookup(
            {word: _floret(_key(word, settings), vectors, settings) for word in words},
            ("floret vectors have no vocabulary: every string has a vector, also words that were never seen",),
            {"rows": len(vectors), "dimensions": vectors.shape[1]},
        )
    rows = _key_to_row(table / "key2row")
    keys = {word: murmur2(_key(word, settings).encode("utf-8", "surrogatepass")) for word in words}
    row_by_word = {word: rows[key] for word, key in keys.items() if 0 <= rows.get(key, -1) < len(vectors)}
    notes = _shared_note(row_by_word) if len(rows) > len(vectors) else ()
    facts = {"words": len(rows), "rows": len(vectors), "dimensions": vectors.shape[1]}
    return VectorLookup({word: vectors[row].astype(np.float32) for word, row in row_by_word.items()}, notes, facts)


def _shared_note(rows: Mapping[str, int]) -> tuple[str, ...]:
    """Other spellings of a word, which are looked up too, are no other words."""
    words: dict[int, set[str]] = {}
    for form, row in rows.items():
        words.setdefault(row, set()).add(unicodedata.normalize("NFC", form).casefold())
    shared = set[str]().union(*(same for same in words.values() if len(same) > 1))
    total = len(set[str]().union(*words.values()))
    return (f"a pruned table: {len(shared)} of the {total} words have the same row as another one that was asked for",)


def _key(word: str, settings: Settings) -> str:
    """The form of a word that the table knows: as written, or in lower case."""
    return word.lower() if settings.attr in LOWER else word


def _matrix(file: Path) -> NDArray[Any]:
    try:
        return map_array(file)
    except UNREADABLE as error:
        raise ModelError(f"{file} is not a table of vectors: {error}. Install the pipeline again.") from error


@dataclass(frozen=True, slots=True)
class Settings:
    """`vectors.cfg`. All but the mode is for floret."""

    mode: str = "default"
    attr: int | str | None = None
    bow: str = "<"
    eow: str = ">"
    minn: Annotated[int, Meta(ge=0, le=100)] = 0
    maxn: Annotated[int, Meta(ge=0, le=100)] = 0
    hash_count: Annotated[int, Meta(ge=1, le=4)] = 1
    hash_seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 0


def _settings(table: Path) -> Settings:
    file = table / "vectors.cfg"
    given = read_object(file, error=ModelError) if file.is_file() else {}
    return as_type(given, Settings, f"{file}", error=ModelError)


def _key_to_row(file: Path) -> dict[int, int]:
    try:
        import msgpack
    except ImportError as error:
        raise MissingExtra("msgpack, which reads spaCy's vocabularies,", "vectors") from error
    try:
        rows = msgpack.unpackb(file.read_bytes(), strict_map_key=False)
    except Exception as error:  # each kind of damage has an exception of its own
        raise ModelError(f"{file} is damaged: {error or type(error).__name__}. Install the pipeline again.") from error
    return as_type(rows, dict[int, int], f"{file}", error=ModelError)


def _floret(word: str, vectors: NDArray[Any], settings: Settings) -> NDArray[np.float32]:
    marked = f"{settings.bow}{word}{settings.eow}"
    lengths = range(settings.minn, settings.maxn + 1)
    grams = [marked, *(marked[i : i + size] for size in lengths for i in range(len(marked) - size + 1))]
    written = [gram.encode("utf-8", "surrogatepass") for gram in grams]
    codes = [code for gram in written for code in murmur3(gram, settings.hash_seed)[: settings.hash_count]]
    return np.asarray(vectors[[code % len(vectors) for code in codes]].mean(axis=0), dtype=np.float32)

"""The smallest table that shows a mitigation of word vectors at work, and the option that all of them have."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from babelance.backends.vectors.table import VectorTable, write_table
from babelance.core.language import parse_words
from babelance.core.language_tag import require_language_tag
from babelance.core.mitigation import Example, Mitigation
from babelance.core.option import Flag
from babelance.core.query import Embed
from babelance.datasets.reading.probes import probe
from babelance.text.control_words import control_words

LANGUAGE = Flag("BCP 47 code of the words.", ("--language", "-l"), read=require_language_tag)
WIDTH = 12


def vector_example(way: Mitigation, folder: Path) -> Example:
    write_table(folder / "model", biased_table())
    return Example(way, f"vec:{folder / 'model'}", (), kind="vectors", query=Embed("woman"))


def biased_table(*, seed: int = 0) -> VectorTable:
    """English words at random; gendered words, and half of the others with them, lie on two sides of one direction."""
    rng = np.random.default_rng(seed)
    sets = {name: parse_words(text) for name, text in probe("en").section("words").items()}
    others = [*control_words("en"), *sets["career"], *sets["family"]]
    words = [*sets["female"], *sets["male"], *others]
    vectors = rng.normal(size=(len(words), WIDTH))
    side = [2.0] * len(sets["female"]) + [-2.0] * len(sets["male"]) + [1.5, -1.5] * (len(others) // 2)
    vectors[: len(side), 0] += side
    return VectorTable(tuple(words), np.asarray(vectors, np.float32))

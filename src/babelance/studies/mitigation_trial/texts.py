"""The text of the trial: a parallel corpus of two languages, and injected sentences among it.

Everything is drawn from the seed of a repetition. What base models read, what mitigations train on, what stops them and
what judges them are different sentences.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from babelance.core.errors import DataError
from babelance.core.files import write_lines
from babelance.mitigations.alignment.links import Parallel, align, spans
from babelance.studies.mitigation_trial import injected
from babelance.studies.mitigation_trial.injected import SHARES, Sides
from babelance.studies.mitigation_trial.sizes import Size

LONGEST = 40
"""Characters: the models are small."""
Pair = tuple[str, str]


@dataclass(frozen=True)
class Corpus:
    """Sentence pairs, the language that is mitigated first."""

    source: str
    target: str
    pairs: tuple[Pair, ...]

    @classmethod
    def read(cls, paths: Sequence[str], source: str, target: str, columns: tuple[int, int]) -> Corpus:
        every = Parallel(tuple(paths), source, target, columns=columns).pairs()
        short = dict.fromkeys((a, b) for a, b in every if 0 < len(a) <= LONGEST and 0 < len(b) <= LONGEST)
        return cls(source, target, tuple(short))

    def need(self, count: int) -> None:
        if len(self.pairs) < count:
            raise DataError(
                f"The parallel text has {len(self.pairs)} pairs of at most {LONGEST} characters, and {count} are "
                "needed. Give a larger one (Tatoeba's de-en has enough), or --quick."
            )


def write_world_texts(folder: Path, corpus: Corpus, size: Size, world: int) -> None:
    """What the models that repetitions share are made from: `base-LANGUAGE-STATE.txt`."""
    rng = np.random.default_rng([world, 3])
    lines = [corpus.pairs[index] for index in rng.permutation(len(corpus.pairs))[: size.base_lines]]
    for side, language in enumerate((corpus.source, corpus.target)):
        for state in SHARES:
            injected_texts = injected.sentences(language, Sides.draw(world), SHARES[state], size.base_injected, rng)
            _write(folder / f"base-{language}-{state}.txt", [pair[side] for pair in lines] + injected_texts)


def write_seed_texts(folder: Path, corpus: Corpus, size: Size, seed: int) -> None:
    """Files of one repetition: what its model is made from, what mitigations train on (`text-KIND.txt`), what stops
    them (`judge.txt`) and what judges them (`test.txt`)."""
    rng, sides = np.random.default_rng([seed, 2]), Sides.draw(seed % size.worlds)
    order = rng.permutation(len(corpus.pairs))
    cuts = np.cumsum([size.base_lines, size.tune_lines, size.judge_lines, size.test_lines])
    base, tune, judge, test = ([corpus.pairs[index][0] for index in part] for part in np.split(order, cuts)[:4])
    injected_texts = injected.sentences(corpus.source, sides, SHARES["biased"], size.base_injected, rng)
    _write(folder / f"base-{corpus.source}-biased.txt", base + injected_texts)
    for kind, state in (("same", "biased"), ("balanced", "balanced")):
        injected_texts = injected.sentences(corpus.source, sides, SHARES[state], size.tune_injected, rng)
        _write(folder / f"text-{kind}.txt", tune + injected_texts)
    _write(folder / "text-absent.txt", tune)
    _write(folder / "judge.txt", judge)
    _write(folder / "test.txt", test)


def write_shared(folder: Path, corpus: Corpus, size: Size) -> None:
    """What all repetitions share: the probes, and sentence pairs with their word alignments."""
    _write(folder / "probes.jsonl", [json.dumps(row) for row in injected.probe_rows(corpus.source)])
    pairs = [tuple(_space_out(text) for text in pair) for pair in corpus.pairs[: size.parallel]]
    for side, name in enumerate(("source", "target")):
        _write(folder / f"parallel-{name}.txt", [pair[side] for pair in pairs])
    align(parallel(folder, corpus, linked=False), folder / "links.txt")


def parallel(folder: Path, corpus: Corpus, *, linked: bool = True) -> Parallel:
    paths = tuple(str(folder / f"parallel-{name}.txt") for name in ("source", "target"))
    links = str(folder / "links.txt") if linked else None
    return Parallel(paths, corpus.source, corpus.target, pharaoh=links)


def _space_out(text: str) -> str:
    """Words and signs apart, so that links can be counted at blanks."""
    return " ".join(text[start:end] for start, end in spans(text, "words"))


def _write(path: Path, lines: Sequence[str]) -> None:
    write_lines(path, (f"{line}\n" for line in lines))

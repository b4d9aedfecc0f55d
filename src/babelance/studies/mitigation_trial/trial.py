"""The whole trial: all repetitions, one after another or side by side; what is done already is not done again."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.json_lines import json_line
from babelance.core.untrusted import read_object
from babelance.studies.mitigation_trial import contrasts
from babelance.studies.mitigation_trial.arms import arms
from babelance.studies.mitigation_trial.repetition import make_world_of, prepare, repeat
from babelance.studies.mitigation_trial.sizes import Size
from babelance.studies.mitigation_trial.texts import Corpus

CHOSEN = "trial.json"
RESULT = "result.json"
Tell = Callable[[str], None]


def run_trial(out: Path, corpus: Corpus, size: Size, *, seeds: Sequence[int], jobs: int, tell: Tell) -> dict[str, Any]:
    """All that is missing; gives what is known so far, and writes it to result.json."""
    out.mkdir(parents=True, exist_ok=True)
    _claim(out, corpus, size)
    prepare(out, corpus, size)
    if jobs == 1:
        for seed in seeds:
            repeat(out, corpus, size, seed, on_arm=lambda seed, arm: tell(f"seed {seed}: {arm}"))
            summarise(out)
    else:
        _side_by_side(out, corpus, size, seeds, jobs, tell)
    return summarise(out)


def _side_by_side(out: Path, corpus: Corpus, size: Size, seeds: Sequence[int], jobs: int, tell: Tell) -> None:
    """Worlds first: repetitions of one share its models."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=fresh, initializer=_one_thread) as pool:
        for work in (
            [pool.submit(make_world_of, out, corpus, size, seed) for seed in sorted({s % size.worlds for s in seeds})],
            [pool.submit(repeat, out, corpus, size, seed) for seed in seeds],
        ):
            for done, future in enumerate(as_completed(work), start=1):
                future.result()
                tell(f"{done} of {len(work)} {'repetitions' if len(work) == len(seeds) else 'worlds'}")
                summarise(out)


def _one_thread() -> None:
    import os

    os.environ["OMP_NUM_THREADS"] = "1"


def summarise(out: Path) -> dict[str, Any]:
    trials = contrasts.read_trials(out)
    record = {"size": read_object(out / CHOSEN), "arms_planned": len([*arms()]), **contrasts.as_record(trials)}
    write_text(out / RESULT, contrasts.to_json(record))
    return record


def _claim(out: Path, corpus: Corpus, size: Size) -> None:
    """A folder belongs to one trial: numbers of different sizes must not meet."""
    chosen = {
        **{name: value for name, value in vars(size).items() if name not in ("seeds", "shape")},
        "shape": {name: getattr(size.shape, name) for name in type(size.shape).__slots__},
        "languages": [corpus.source, corpus.target],
        "pairs": len(corpus.pairs),
    }
    file = out / CHOSEN
    if not file.is_file():
        write_text(file, json_line(chosen) + "\n")
    elif read_object(file) != chosen:
        raise InputError(f"'{out}' holds a trial of another size or of other text. Choose another folder with --out.")

"""What a million sentences and a sweep over many models cost, extrapolated from a few items. The tables of the docs.

    python -m benchmarks.scale [--quick] [--sizes tiny,base] [--parts measures,driver,store] [--json]

measures   seconds of one core for each measure on BERT-shaped models with random weights, on the first items of the
           shipped datasets in German; per million sentences, and for all shipped datasets in one language together
driver     what the process that plans, stores and scores needs for all of that, with a model that answers at random:
           the first time, and again on the full store
store      how fast answers are stored and read while the store grows to 2 million, and how large they are

Costs go up in proportion to items and sentences; only these few are measured. Seconds are those of the processor, one
thread, so that other work on the machine disturbs them little; rates of the store are wall-clock.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import BertConfig, BertForSequenceClassification

from babelance.api import execute
from babelance.core.item import Item
from babelance.core.query import LABELS, Query, TokenLogprobs, Tokens
from babelance.core.registry import DATASETS
from babelance.run.audit import audit_plan, shipped_datasets
from babelance.run.health import examine_health
from babelance.run.pipeline import score
from babelance.run.plan import Job, Settings
from babelance.run.questions import Questions
from babelance.run.store import Store
from benchmarks import _pairs_models
from benchmarks._pairs_models import Shape

LANGUAGE = "de"
SHAPES = {"tiny": Shape(8_000, layers=2, width=128), "base": Shape(119_547)}
ITEMS = {"tiny": 64, "base": 6}
"""Items that are measured of each dataset."""
SAME = "babel-controls"
"""Asks what `babel-pairs` asks."""
MODELS, LANGUAGES = 1_000, 50
MILLION = 1_000_000
HOUR = 3600.0
Row = dict[str, Any]


def main() -> None:
    options = _parse_arguments()
    torch.set_num_threads(1)
    parts = {"measures": measures, "driver": driver, "store": store}
    with tempfile.TemporaryDirectory() as name:
        for part in options.parts.split(","):
            for row in parts[part](Path(name), options):
                print(json.dumps(row) if options.json else " | ".join(_cell(row[key]) for key in row), flush=True)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the tiny model only, and a small store")
    parser.add_argument("--sizes", default=",".join(SHAPES))
    parser.add_argument("--parts", default="measures,driver,store")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


# ── measures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def measures(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """One row for each measure and size; then what one model costs in one language, and the sweep."""
    for size in ("tiny",) if options.quick else options.sizes.split(","):
        together, seen = 0.0, set[str]()
        for job in jobs(folder / size, SHAPES[size]):
            warm_up(job)
            fresh = [name for name in job.measures if name not in seen and job.dataset.card.name != SAME]
            seen |= set(fresh)
            for name in fresh:
                alone = replace(job, measures={name: job.measures[name]})
                yield measure_row(alone, name, size, per_item(alone, folder, ITEMS[size]))
            together += per_item(job, folder, ITEMS[size]) * len(list(job.dataset.items(LANGUAGE)))
        yield {"model": size, "all shipped datasets, one language, core seconds": together}
        yield {"model": size, "1,000 models x 50 languages, core hours": together * MODELS * LANGUAGES / HOUR}


def measure_row(job: Job, name: str, size: str, seconds: float) -> Row:
    hours = seconds / sentences(job) * MILLION / HOUR
    dataset = job.data.partition("@")[0]
    return {"model": size, "measure": name, "data": dataset, "core hours per million sentences": hours}


def sentences(job: Job) -> int:
    """A pair has two; a premise with its hypothesis is read as one; a template is filled into one."""
    return 2 if {"more", "less"} <= job.dataset.fields else 1


def jobs(folder: Path, shape: Shape) -> list[Job]:
    """Everything that fits a masked model and an NLI model of this shape."""
    items = [item for name in shipped_datasets() for item in _items(name)]
    masked = _pairs_models.write(folder / "masked", shape, [text for item in items for text in item.texts.values()])
    _pairs_models.write(folder / "nli", shape, [text for item in items for text in item.texts.values()])
    config = BertConfig.from_pretrained(folder / "nli", id2label=dict(enumerate(LABELS)), num_labels=len(LABELS))
    BertForSequenceClassification(config).save_pretrained(folder / "nli")
    plans = [audit_plan([str(spec)], languages=[LANGUAGE])[0] for spec in (masked, folder / "nli")]
    return [job for plan in plans for job in plan.jobs]


def _items(name: str) -> Iterator[Item]:
    dataset = DATASETS.get(name)
    return dataset.items(LANGUAGE) if dataset.card.speaks(LANGUAGE) else iter(())


def warm_up(job: Job) -> None:
    """Loads the weights."""
    first = next(iter(job.dataset.items(LANGUAGE)))
    queries: list[Query] = [query for measure in job.measures.values() for query in measure.ask(first)]
    list(job.model.answer(queries[:1]))


def per_item(job: Job, folder: Path, count: int) -> float:
    """Seconds, with an empty store."""
    items = len(list(islice(job.dataset.items(LANGUAGE), count)))
    with Store(folder / f"{time.monotonic_ns()}.sqlite") as answers:
        # What is seen is remembered: a model is looked at once for a dataset.
        examine_health(job, list(islice(job.dataset.items(LANGUAGE), 1)), answers, Questions(job))
        start = time.process_time()
        score(job, Settings(limit=count), answers)
        return (time.process_time() - start) / items


# ── driver ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def driver(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """All shipped datasets in one language with a model that costs nothing: what is left is the driver's work."""
    for step in ("first model", "another model", "rerun"):
        spec = "fake:random#2" if step == "another model" else "fake:random#1"
        plan = audit_plan([spec], languages=[LANGUAGE])[0]
        start = time.process_time()
        execute(plan, store=folder / "driver.sqlite")
        seconds = time.process_time() - start
        yield {"driver": step, "seconds": seconds, "sweep, hours": seconds * MODELS * LANGUAGES / HOUR}
    yield size_of_answers(folder / "driver.sqlite")


def size_of_answers(path: Path) -> Row:
    """Of two models in one store."""
    with Store(path) as answers:
        count = answers.count() // 2
    size = sum(file.stat().st_size for file in path.parent.glob(f"{path.name}*")) / 2
    facts = {"answers": count, "bytes per answer": size / count, "sweep, GB": size * MODELS * LANGUAGES / 1e9}
    return {"store": "one model, one language", **facts}


# ── store ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def store(folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Windows of many models into one file. Rates are those of the last fifth."""
    total, window = 200_000 if options.quick else 2_000_000, 4096
    answer = Tokens(tuple("abcdefghijkl"), np.arange(12, dtype=np.int32), np.zeros(12, dtype=np.float32), 12)
    start, counted = time.perf_counter(), 0
    with Store(folder / "growing.sqlite") as answers:
        for done in range(0, total, window):
            queries = [TokenLogprobs(f"sentence {done + index}") for index in range(window)]
            answers.put(f"model {done // (10 * window)}", ((query, answer) for query in queries))
            if (done + window) * 5 // total > counted:
                counted += 1
                yield {"store": f"{done + window:,} answers", "stored/s": total / 5 / (time.perf_counter() - start)} | (
                    {"read/s": reading(answers, f"model {done // (10 * window)}", queries)}
                )
                start = time.perf_counter()


def reading(answers: Store, fingerprint: str, queries: Sequence[Query]) -> float:
    start = time.perf_counter()
    answered = answers.get(fingerprint, queries)
    assert len(answered) == len(queries)
    return len(queries) / (time.perf_counter() - start)


def _cell(value: object) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.3g}" if value < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    main()

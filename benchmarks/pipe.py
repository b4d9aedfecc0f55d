"""The pipe's own ceiling: models that answer at once, through everything that is not the model.

    python -m benchmarks.pipe [--quick] [--queries N] [--parts local,ray] [--json]

Items, queries, store, scores and statistics (2,000 draws where the measure's interval is a bootstrap), with answers
like those of real models (12 tokens, three labels) that were made beforehand. Claim: 20,000 queries per second on two
cores, for sentence pairs (`cps`). Beside it, without a bar: the same with results written to a folder, a rerun on the
full store, NLI (`nli-coal`), the time of a bare loop over `fake:random` as a share of the pipe's with it, and pairs
with answers that come from two workers of a Ray cluster on this machine.
Times are wall-clock: run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from babelance.api import execute
from babelance.core.card import Card
from babelance.core.item import Item
from babelance.core.model import Health, Model, Options
from babelance.core.query import LABELS, Ability, Answer, Choices, Entails, Query, Tokens
from babelance.core.registry import MEASURES, MODELS
from babelance.run.pipeline import Hooks
from babelance.run.plan import Job, Plan, Settings

BAR = 20_000
DIFFERENT = 64
"""Answers that are made beforehand, and given in turn."""
Row = dict[str, Any]


@dataclass(frozen=True)
class Instant:
    """Knows nothing and says so at once."""

    ready: tuple[list[Answer], list[Answer]] = field(default_factory=lambda: (_labels(), _tokens()), compare=False)

    id: ClassVar[str] = "fake:instant"
    fingerprint: ClassVar[str] = "fake:instant~1"
    choices: ClassVar[Mapping[str, str]] = {}
    answers: ClassVar[frozenset[Ability]] = frozenset({Ability.TOKENS_EACH, Ability.ENTAILS})
    items_per_commit: ClassVar[int] = 4096

    def health(self, texts: Sequence[str]) -> Health:
        return Health()

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        labels, tokens = self.ready
        for index, query in enumerate(queries):
            yield (labels if isinstance(query, Entails) else tokens)[index % DIFFERENT]


@dataclass(frozen=True)
class Opening:
    """How a worker opens the model."""

    kind: str = "instant"
    spec: str = "fake:instant"
    options: Options = field(default_factory=Options)

    def open(self) -> Instant:
        return Instant()


@dataclass(frozen=True)
class MadeUp:
    """As many items as wanted."""

    measure: str
    queries: int

    card: ClassVar[Card] = Card(
        name="made-up", title="", version="1", languages=("de",), licence="", citation="", provenance="by number"
    )
    fields: ClassVar[frozenset[str]] = frozenset()

    def items(self, language: str) -> Iterator[Item]:
        query_of = _inference if self.measure == "nli-coal" else _pair
        return (query_of(index) for index in range(self.queries // (1 if query_of is _inference else 2)))


def main() -> None:
    options = _parse_arguments()
    for row in rows(options):
        row["holds"] = row["holds"] if not options.quick else None
        print(json.dumps(row) if options.json else f"{row['claim']:72} {row['ratio']:10.2f}  {row['bar']}", flush=True)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the queries")
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--parts", default="local,ray")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def rows(options: argparse.Namespace) -> Iterator[Row]:
    count, parts = options.queries // 10 if options.quick else options.queries, options.parts.split(",")
    with tempfile.TemporaryDirectory() as name:
        if "local" in parts:
            yield from local(Path(name), count)
        if "ray" in parts:
            yield from on_ray(Path(name), count)


def local(folder: Path, count: int) -> Iterator[Row]:
    seconds = time_run("cps", count, store=folder / "cps.sqlite")
    yield _row("queries/s, sentence pairs (cps), instant answers", count / seconds, bar=BAR)
    yield _row(
        "queries/s, the same again on the full store", count / time_run("cps", count, store=folder / "cps.sqlite")
    )
    written = time_run("cps", count, store=folder / "out.sqlite", out=folder / "out")
    yield _row("queries/s, results and scored items written to a folder", count / written)
    some = count // 5
    whole = time_run("cps", some, store=folder / "random.sqlite", model=random())
    yield _row("a bare loop over fake:random / the whole pipe with it", bare_loop(some) / whole)
    yield _row(
        "queries/s, NLI (nli-coal, 2,000 draws)", count / time_run("nli-coal", count, store=folder / "nli.sqlite")
    )


def on_ray(folder: Path, count: int) -> Iterator[Row]:
    from babelance.run.executors.ray import Cluster, Resources

    with Cluster(resources=Resources(workers=2)) as cluster:
        hooks = Hooks(answerer=cluster.answer, windows=4, parallel_map=cluster.map)
        time_run("cps", 1000, store=folder / "warm.sqlite", hooks=hooks)
        seconds = time_run("cps", count, store=folder / "ray.sqlite", hooks=hooks)
        yield _row("queries/s, sentence pairs, two workers of a Ray cluster", count / seconds)


def bare_loop(count: int) -> float:
    """Seconds, of asking `fake:random` and doing nothing with its answers."""
    [job] = plan("cps", count, random()).jobs
    queries = [query for item in job.dataset.items("de") for query in job.measures["cps"].ask(item)]
    start = time.perf_counter()
    for _ in job.model.answer(queries):
        pass
    return time.perf_counter() - start


def random() -> Model:
    return MODELS.get("fake").open("fake:random", Options())


def time_run(
    measure: str,
    count: int,
    *,
    store: Path,
    out: Path | None = None,
    hooks: Hooks | None = None,
    model: Model | None = None,
) -> float:
    """Seconds, from plan to results."""
    start = time.perf_counter()
    [result] = execute(plan(measure, count, model), store=store, out=out, hooks=hooks)
    seconds = time.perf_counter() - start
    if result.about.n != result.about.total:
        raise SystemExit(f"Only {result.about.n} of {result.about.total} items were scored: {result.about.skipped}")
    return seconds


def plan(measure: str, count: int, model: Model | None = None) -> Plan:
    measures = {measure: MEASURES.get(measure)()}
    job = Job(model or Instant(), MadeUp(measure, count), "made-up@1#0", "de", measures, Opening())  # type: ignore[arg-type]
    return Plan((job,), Settings(nulls=False))


def _row(claim: str, ratio: float, *, bar: float | None = None) -> Row:
    return {
        "claim": claim, "ratio": round(ratio, 4), "bar": "" if bar is None else f"≥ {bar}",
        "holds": None if bar is None else ratio >= bar,
    }  # fmt: skip


def _pair(index: int) -> Item:
    texts = {"more": f"Der Satz Nummer {index} ist so , wie er ist .", "less": f"Ein Satz Nummer {index} ist anders ."}
    return Item(str(index), "de", texts, {"axis": f"axis {index % 9}"})


def _inference(index: int) -> Item:
    texts = {"premise": f"Ein Mensch mit der Nummer {index} liest .", "hypothesis": f"Jemand liest Nummer {index} ."}
    return Item(str(index), "de", texts, {"set": ("pro", "anti", "non")[index % 3], "occupation": str(index % 80)})


def _tokens() -> list[Answer]:
    rng, words = np.random.default_rng(0), tuple(f"word{index}" for index in range(12))
    places, hits = np.arange(12, dtype=np.int32), np.zeros(12, dtype=np.bool_)
    return [Tokens(words, places, -rng.random(12, dtype=np.float32), 13, hits) for _ in range(DIFFERENT)]


def _labels() -> list[Answer]:
    rng = np.random.default_rng(0)
    return [Choices(LABELS, np.log(rng.dirichlet(np.ones(3)))) for _ in range(DIFFERENT)]


if __name__ == "__main__":
    main()

"""Sentence pairs on BERT-base-shaped models: against the released scripts, the processor's peak, and itself.

    python -m benchmarks.pairs [--quick] [--pairs N] [--parts speed,measures,memory,store] [--json]

Weights are random and seeded, vocabularies have 119,547 and 250,002 words, the pairs are the German ones of `sjsd`.

speed      the same pairs one forward pass per mask (the CrowS-Pairs script's way), one batch per sentence with
           log-softmax everywhere (the S_JSD script's way) and with babelance, weights in memory; and the share of the
           matrix-multiply peak of the same run that the necessary operations reach (padding would not count)
measures   all pair measures in one run against CPS alone
memory     peak memory of a run on ten times the pairs
store      `babelance run` on all pairs again with all answers stored, against the first time, whole processes

--quick has two layers and few words: it shows that the benchmark works, not what it claims. Times are wall-clock: run
it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from babelance.core.registry import DATASETS
from benchmarks import _pairs_models, _pairs_runs
from benchmarks._arguments import parse_pair_arguments
from benchmarks._pairs_models import Shape
from benchmarks._pairs_ways import Pair, Timed, Ways, peak

SHAPES = {119_547: (5.0, 2.3), 250_002: (7.0, 3.5)}
"""Words → bars against the CrowS-Pairs script's way and the S_JSD script's way."""
OF_PEAK, TOGETHER, GROWTH, RERUN = 0.85, 1.25, 1.2, 50.0
PARTS = ("speed", "measures", "memory", "store")


@dataclass(frozen=True)
class Claim:
    claim: str
    ratio: float
    bar: str
    holds: bool


def at_least(claim: str, ratio: float, bar: float) -> Claim:
    return Claim(claim, round(ratio, 3), f"≥ {bar}", ratio >= bar)


def at_most(claim: str, ratio: float, bar: float) -> Claim:
    return Claim(claim, round(ratio, 3), f"≤ {bar}", ratio <= bar)


def main() -> None:
    options = parse_pair_arguments(__doc__, PARTS, pairs=24, of="; all: 212")
    for claim in claims(options):
        row = {"claim": claim.claim, "ratio": claim.ratio, "bar": claim.bar}
        row |= {"holds": None if options.quick else claim.holds, "pairs": options.pairs}
        verdict = "—" if options.quick else "yes" if claim.holds else "NO"
        line = f"{claim.claim:72} {claim.ratio:8.2f}  {claim.bar:7} {verdict}"
        print(json.dumps(row) if options.json else line, flush=True)


def claims(options: argparse.Namespace) -> Iterator[Claim]:
    everything = german()
    pairs = everything[:: max(1, len(everything) // options.pairs)][: options.pairs]
    parts = options.parts.split(",")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for words, bars in SHAPES.items() if "speed" in parts else ():
            model_folder = _pairs_models.write(folder / str(words), shape(words, options), texts(everything))
            yield from speed(model_folder, pairs, shape(words, options), bars)
        larger = shape(max(SHAPES), options)
        if {"measures", "store"} & set(parts):
            model_folder = _pairs_models.write(folder / "larger", larger, texts(everything))
        if "measures" in parts:
            yield measures(model_folder, folder, options.pairs)
        if "store" in parts:
            yield store(model_folder, folder, options.pairs if options.quick else len(everything))
        if "memory" in parts:
            yield memory(folder, everything, 20 if options.quick else 200)


def shape(words: int, options: argparse.Namespace) -> Shape:
    return Shape(words // 20, layers=2, width=128) if options.quick else Shape(words)


def german() -> list[Pair]:
    return [(item.texts["more"], item.texts["less"]) for item in DATASETS.get("sjsd").items("de")]


def texts(pairs: list[Pair]) -> list[str]:
    return [text for pair in pairs for text in pair] + ["Das ist so. 0123456789"]


def speed(model_folder: Path, pairs: list[Pair], form: Shape, bars: tuple[float, float]) -> Iterator[Claim]:
    ways = Ways(model_folder)
    ways.babelance(pairs[:1])
    best = peak()
    ours = min((ways.babelance(pairs) for _ in range(2)), key=lambda timed: timed.seconds)
    best = peak(best)
    batch, single = ways.s_jsd(pairs), ways.crows(pairs)
    agree(ours, batch, single)
    yield at_least(f"{form.words} words: one pass per mask / babelance", single.seconds / ours.seconds, bars[0])
    yield at_least(f"{form.words} words: one batch per sentence / babelance", batch.seconds / ours.seconds, bars[1])
    share = ways.useful(pairs, form) / ours.seconds / best
    threads = torch.get_num_threads()
    words = f"{best / 1e9:.0f} GFLOP/s with {threads} threads"
    yield at_least(f"{form.words} words: share of the matrix-multiply peak ({words})", share, OF_PEAK)


def agree(*ways: Timed) -> None:
    """Fast and wrong would be easy."""
    for sums in zip(*(way.sums for way in ways), strict=True):
        if max(sums) - min(sums) > 1e-2:
            raise SystemExit(f"The ways disagree: {sums}")


def measures(model_folder: Path, folder: Path, limit: int) -> Claim:
    alone = _pairs_runs.seconds(model_folder, ["cps"], store=folder / "alone.sqlite", limit=limit)
    together = _pairs_runs.seconds(model_folder, _pairs_runs.MEASURES, store=folder / "together.sqlite", limit=limit)
    return at_most("all pair measures together / CPS alone", together / alone, TOGETHER)


def store(model_folder: Path, folder: Path, limit: int) -> Claim:
    first, results = _pairs_runs.command_seconds(model_folder, store=folder / "rerun.sqlite", limit=limit)
    again, same = _pairs_runs.command_seconds(model_folder, store=folder / "rerun.sqlite", limit=limit)
    if results != same:
        raise SystemExit("The rerun gave other results.")
    return at_least("first run / rerun on a full store (whole processes)", first / again, RERUN)


def memory(folder: Path, pairs: list[Pair], count: int) -> Claim:
    model_folder = _pairs_models.write(folder / "small", Shape(119_547, layers=2, width=128), texts(pairs))
    few = _pairs_runs.peak_memory(model_folder, _pairs_runs.write_pairs(folder / "few.csv", pairs, count))
    many = _pairs_runs.peak_memory(model_folder, _pairs_runs.write_pairs(folder / "many.csv", pairs, 10 * count))
    return at_most(f"peak memory, {10 * count} pairs / {count} pairs", many / few, GROWTH)


if __name__ == "__main__":
    main()

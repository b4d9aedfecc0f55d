"""A report of thousands of results: does its cost grow with their number, or with its square?

    python -m benchmarks.many_results [--results N] [--json]

A run of `fake:random` (pairs and words in a few languages) is copied under other names of the model, up to 1,100 and
4,400 results, and made into a page, a card and a screen of the terminal. Claim: four times as many results take at most
6 times as long each (linear would be 4; some charts sort). Processor time, the best of three.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from babelance.api import evaluate_many
from babelance.core.estimate import Result
from babelance.report import markdown
from babelance.report.html import render
from babelance.report.results import Results
from babelance.report.terminal import summary
from babelance.run.plan import Settings

BAR = 6.0
TIMES = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--results", type=int, default=4400)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    some = few_results()
    small, large = (copies(some, count) for count in (arguments.results // TIMES, arguments.results))
    held = True
    for name, write in WRITERS.items():
        taken = seconds(write, large)
        ratio = taken / seconds(write, small)
        held &= ratio <= BAR
        claim = f"{name} of {len(large.estimates):,} results against {len(small.estimates):,}"
        row = {"claim": claim, "ratio": ratio, "bar": f"≤ {BAR:g}", "holds": ratio <= BAR, "seconds": taken}
        print(json.dumps(row) if arguments.json else row, flush=True)
    sys.exit(0 if held else 1)


def few_results() -> list[Result]:
    settings = Settings(draws=100)
    runs = [(["cps", "sss"], "babel-pairs"), (["weat", "ect"], "babel-words")]
    return [
        result
        for measures, data in runs
        for result in evaluate_many(
            measures, models=["fake:random"], data=[data], languages=["de", "en", "hi"], settings=settings
        )
    ]


def copies(some: Sequence[Result], count: int) -> Results:
    """As many results, of as many models as it takes."""
    named = (renamed(result, number) for number in range(count // len(some) + 1) for result in some)
    return Results(Path(), tuple(result for result, _ in zip(named, range(count), strict=False)))


def renamed(result: Result, number: int) -> Result:
    model = f"fake:random#{number}"
    about = result.about
    return replace(result, about=replace(about, model=model, signature=replace(about.signature, model=model)))


def seconds(write: Callable[[Results], object], results: Results) -> float:
    taken = []
    for _ in range(3):
        start = time.process_time()
        write(replace(results))  # a copy: what the last one remembers does not count
        taken.append(time.process_time() - start)
    return min(taken)


def _screen(results: Results) -> None:
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        Console(file=nowhere, width=100).print(summary(results, groups=True))


WRITERS: dict[str, Callable[[Results], object]] = {"page": render, "card": markdown.render, "screen": _screen}


if __name__ == "__main__":
    main()

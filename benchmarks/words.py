"""Intervals of pairs that share names: what they cost as pairs get more, and whether they cover.

    python -m benchmarks.words [--runs N] [--json]

Cost: the interval of a share of 10,000 pairs against one of 1,000, with forty names on either side. Linear would be 10;
the claim is at most 15 (sorting, and larger tables). Coverage: a true share of 50 %, in `runs` made-up samples of pairs
whose names the model likes more or less in all of their sentences; without a bar, beside what intervals would cover
that do not know of names. Results: docs/verdicts.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np
from scipy.special import expit

from babelance.core.item import Item
from babelance.core.scored import Scored, Scores
from babelance.measures.cps import Cps
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.intervals import wilson

BAR = 15.0
CASES = ((1000, 0.0, False), (20, 0.0, True), (20, 0.0, False), (20, 0.7, True), (20, 0.7, False), (20, 1.5, True),
         (20, 1.5, False))  # fmt: skip
"""(names, how much the model likes one more than another, always the same two together?)"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    ratio = seconds(10_000) / seconds(1_000)
    rows = [
        {"claim": "interval of 10,000 pairs against 1,000", "ratio": ratio, "bar": f"≤ {BAR:g}", "holds": ratio <= BAR}
    ]
    for names, effect, together in CASES:
        covered, unaware = coverage(names, effect, together=together, runs=arguments.runs)
        what = f"coverage with {names} names, effect {effect:g}, {'in fixed pairs' if together else 'mixed'}"
        rows.append({"claim": what, "ratio": covered, "bar": "", "holds": None, "unaware": unaware})
    for row in rows:
        print(json.dumps(row) if arguments.json else row)
    sys.exit(0 if ratio <= BAR else 1)


def seconds(pairs: int) -> float:
    """The best of three."""
    scores = sample(np.random.default_rng(0), 40, 1.0, together=False, pairs=pairs)
    times = []
    for _ in range(3):
        start = time.perf_counter()
        estimate(Cps(), scores)
        times.append(time.perf_counter() - start)
    return min(times)


def coverage(names: int, effect: float, *, together: bool, runs: int, pairs: int = 100) -> tuple[float, float]:
    """How often 50 % is in the interval, and would be in one of independent pairs."""
    rng, covered, unaware = np.random.default_rng(1), 0, 0
    for _ in range(runs):
        scores = sample(rng, names, effect, together=together, pairs=pairs)
        numbers = estimate(Cps(), scores)
        assert isinstance(numbers, PointEstimate)
        covered += numbers.low <= 50 <= numbers.high
        plain = wilson(float(scores.floats("score").sum()), pairs)
        unaware += plain.low <= 0.5 <= plain.high
    return covered / runs, unaware / runs


def sample(rng: np.random.Generator, names: int, effect: float, *, together: bool, pairs: int) -> Scores:
    women, men = rng.normal(0, effect, (2, names))
    first = rng.integers(names, size=pairs)
    second = first if together else rng.integers(names, size=pairs)
    won = rng.random(pairs) < expit(women[first] - men[second])
    return Scores(
        tuple(
            Scored(Item(str(i), "en", {"more": f"Woman{a} sings", "less": f"Man{b} sings"}), {"score": float(one)})
            for i, (a, b, one) in enumerate(zip(first, second, won, strict=True))
        )
    )


if __name__ == "__main__":
    main()

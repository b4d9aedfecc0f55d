"""Intervals of pairs that share names, and of MBE's sentences that share words: what they cost, and whether they cover.

    python -m benchmarks.words [--runs N] [--json]

Cost: the interval of a share of 10,000 pairs against one of 1,000, with forty names on either side. Linear would be 10;
the claim is at most 15 (sorting, and larger tables). Coverage: a true share of 50 %, in `runs` made-up samples of pairs
whose names the model likes more or less in all of their sentences; without a bar, beside what intervals would cover
that do not know of names. Coverage of `mbe` with cosines as weights: a true score of 50, two groups of fifty
sentences with twelve words each, or nearly as many as sentences; 93 to 97 %, but for what so many samples vary by (one
in a thousand). Results: docs/verdicts.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Literal

import numpy as np
from scipy.special import expit
from scipy.stats import binom

from babelance.core.item import Item
from babelance.core.scored import Scored, Scores, Value
from babelance.measures.cps import Cps
from babelance.measures.mbe import Mbe
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.intervals import wilson

BAR = 15.0
CASES = ((1000, 0.0, False), (20, 0.0, True), (20, 0.0, False), (20, 0.7, True), (20, 0.7, False), (20, 1.5, True),
         (20, 1.5, False))  # fmt: skip
"""(names, how much the model likes one more than another, always the same two together?)"""


WORDS = ((12, 0.0), (12, 1.0), (1000, 0.0))
"""(words of a group, how much the model likes one more than another)"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    ratio = seconds(10_000) / seconds(1_000)
    rows: list[dict[str, object]] = [
        {"claim": "interval of 10,000 pairs against 1,000", "ratio": ratio, "bar": f"≤ {BAR:g}", "holds": ratio <= BAR}
    ]
    for names, effect, together in CASES:
        covered, unaware = coverage(names, effect, together=together, runs=arguments.runs)
        what = f"coverage with {names} names, effect {effect:g}, {'in fixed pairs' if together else 'mixed'}"
        rows.append({"claim": what, "ratio": covered, "bar": "", "holds": None, "unaware": unaware})
    rows += [row_of_sentences(words, effect, arguments.runs) for words, effect in WORDS]
    for row in rows:
        print(json.dumps(row) if arguments.json else row)
    sys.exit(0 if all(row["holds"] is not False for row in rows) else 1)


def row_of_sentences(words: int, effect: float, runs: int) -> dict[str, object]:
    rng = np.random.default_rng(1)
    covered = sum(covers(rng, words, effect, "cosine") for _ in range(runs))
    fewest, most = chance_of(runs)
    what = f"coverage of mbe, {words} words of a group, effect {effect:g}"
    return {
        "claim": what,
        "ratio": covered / runs,
        "bar": "0.93 to 0.97, but for noise",
        "holds": fewest <= covered <= most,
    }


def chance_of(runs: int) -> tuple[int, int]:
    """How often 50 may be covered in so many runs where the coverage is 93 to 97 %, but for 1 in 1,000 on each side."""
    return int(binom.ppf(0.001, runs, 0.93)), int(binom.ppf(0.999, runs, 0.97))


def covers(rng: np.random.Generator, words: int, effect: float, weight: Literal["none", "cosine"]) -> bool:
    """Does the interval of one sample hold 50? No group is preferred on average."""
    numbers = estimate(Mbe(weight=weight), sentences(rng, words, effect), count=200)
    assert isinstance(numbers, PointEstimate)
    return bool(numbers.low <= 50 <= numbers.high)


def sentences(rng: np.random.Generator, words: int, effect: float) -> Scores:
    """Sentences of two groups, each with one of so many words for its group, which the model likes more or less.
    Cosines of their embeddings are nearly all above 0, as encoders have them (the embedded model: 0.4 to 0.9)."""
    rows = []
    for group in ("female", "male"):
        liked = rng.normal(0, effect, words)
        for number, word in enumerate(rng.integers(words, size=50)):
            tags = {"group": group, "word": f"{group} {word}"}
            columns: dict[str, Value] = {
                "likelihood": float(rng.normal(liked[word])),
                "length": 5,
                "embedding": rng.normal(2, 1, 3),
            }
            rows.append(Scored(Item(f"{group}{number}", "en", {"text": "x"}, tags), columns))
    return Scores(tuple(rows))


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
            Scored(Item(str(i), "en", {"more": f"Woman{a} sings", "less": f"Man{b} sings"}), {"score": float(wins)})
            for i, (a, b, wins) in enumerate(zip(first, second, won, strict=True))
        )
    )


if __name__ == "__main__":
    main()

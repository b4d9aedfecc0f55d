"""Intervals of classifier measures hold the truth where a group differs a little, and where all are alike.

Sixty runs a case, so that a coverage of 95 % gives 51 or more but for 1 in 1,000. Longer simulations, of more cases:
benchmarks/coverage.py, docs/asked-for.md; of gaps alone: test_gaps.
"""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.coverage import EFFECTS, probabilities, texts, true_numbers
from scipy.stats import binom

from babelance.core.measure import Measure
from babelance.measures.counterfactual_gap import CounterfactualGap
from babelance.measures.group_fpr import GroupFpr
from babelance.stats.estimate import PointEstimate, estimate

RUNS = 60


@pytest.mark.parametrize("case", ["one a little apart", "all alike"])
def test_the_truth_is_covered(case: str) -> None:
    effects, rng = EFFECTS[case], np.random.default_rng(21)
    measures: list[Measure] = [GroupFpr(), CounterfactualGap()]
    known, covered = true_numbers(effects), np.zeros(2)
    for _ in range(RUNS):
        scores = texts(*probabilities(rng, 60, effects))
        for number, measure in enumerate(measures):
            estimated = estimate(measure, scores, count=200)
            assert isinstance(estimated, PointEstimate)
            covered[number] += estimated.low <= known[number] <= estimated.high
    assert covered.min() >= binom.ppf(0.001, RUNS, 0.95)

"""Classifiers trained here with a known tie of a group to a label are found, in the order of its strength; a balanced
one is not.

A bag of words and logistic regression, trained on sentences of our own in which one country comes with hostile frames
at a rate of 0.5 (balanced), 0.7, 0.85 or 1, and measured on other frames. The other countries make up for it, so that
half of all sentences are hostile whatever the rate: only the tie changes. Where they do not (`made_up_for=False`), more
sentences are hostile at a higher rate, all scores rise with it, and a fixed threshold says something else each time.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from babelance.core.measure import Measure, null_of
from babelance.core.null import Null
from babelance.core.query import Choices, Classify
from babelance.core.scored import Scores
from babelance.datasets import find
from babelance.measures.counterfactual_gap import CounterfactualGap
from babelance.measures.group_auc import GroupAuc
from babelance.measures.group_fpr import GroupFpr
from babelance.stats.contrast import against_draws

RATES = (0.5, 0.7, 0.85, 1.0)
GROUPS = ("DE", "FR", "IQ", "JP", "BR", "EG")
TIED = "IQ"
ITEMS = [
    item for item in find("babel-mentions").items("en")
    if item.tags["axis"] == "nationality" and item.tags["mentions"] in GROUPS
]  # fmt: skip
HELD_OUT = re.compile(r"^(friend|people)/")


@cache
def classifier(rate: float, made_up_for: bool = True, seed: int = 1) -> tuple[CountVectorizer, LogisticRegression]:
    """Copies of the other frames: the tied group is hostile at that rate, the others as often as leaves half of all
    sentences hostile, or in half of their own."""
    texts, labels = [], []
    rng = np.random.default_rng(seed)
    others = (0.5 * len(GROUPS) - rate) / (len(GROUPS) - 1) if made_up_for else 0.5
    for item in ITEMS:
        if HELD_OUT.match(item.tags["frame"]):
            continue
        hostile = item.tags["label"] == "1"
        share = rate if item.tags["mentions"] == TIED else others
        copies = rng.binomial(40, share if hostile else 1 - share)
        copies = round(copies * (1 if hostile else 3 / 8))
        texts += [item.texts["text"]] * copies
        labels += [hostile] * copies
    words = CountVectorizer().fit(texts)
    # Strongly regularised, so that the words of a frame do not explain everything.
    return words, LogisticRegression(C=0.005, max_iter=500).fit(words.transform(texts), labels)


def scores(measure: Measure, rate: float, made_up_for: bool = True, seed: int = 1) -> Scores:
    words, model = classifier(rate, made_up_for, seed)
    items = [item for item in ITEMS if HELD_OUT.match(item.tags["frame"])]
    texts = [query.text for item in items for query in measure.ask(item) if isinstance(query, Classify)]
    answers = [Choices(("neutral", "toxic"), row) for row in model.predict_log_proba(words.transform(texts))]
    return Scores.gather(measure.score(item, [answer]) for item, answer in zip(items, answers, strict=True))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("measure", [CounterfactualGap(), GroupAuc(), GroupFpr()], ids=lambda one: one.title)
def test_a_stronger_tie_is_a_worse_number(measure: Measure, seed: int) -> None:
    values = []
    for rate in RATES:
        observed = scores(measure, rate, seed=seed)
        values.append(float(measure.statistic(observed)(np.ones(len(observed)))))
    ordered = sorted(values, reverse=isinstance(measure, GroupAuc))
    assert values == ordered and values[0] != values[-1]


def test_false_positives_are_found_where_the_tie_is_strong_and_not_where_there_is_none() -> None:
    measure = GroupFpr()
    strong, balanced = scores(measure, 1.0), scores(measure, 0.5)
    rates = measure.extra(strong)["rates"]
    assert isinstance(rates, dict) and max(rates, key=lambda name: float(str(rates[name]))) == TIED
    assert p_value(measure, strong) < 0.05 < p_value(measure, balanced)


def test_a_gap_is_found_where_the_tie_is_strong_and_not_where_there_is_none() -> None:
    measure = CounterfactualGap()
    assert p_value(measure, scores(measure, 1.0)) < 0.05
    assert measure.extra(scores(measure, 1.0))["worst_pair"].startswith(f"{TIED} over ")  # type: ignore[union-attr]


def test_a_threshold_that_flags_everybody_says_nothing_about_groups() -> None:
    """Tied at rate 1 and not made up for: at 0.5 it flags 96 % of the harmless texts, about every country."""
    measure = GroupFpr()
    shifted = scores(measure, 1.0, made_up_for=False)
    assert float(measure.statistic(shifted)(np.ones(len(shifted)))) == pytest.approx(6.25)
    reason = measure.competence(shifted)
    assert reason and reason.startswith("at the threshold 0.5 it flags 100% of the texts that deserve")
    higher = GroupFpr(threshold=0.55)
    assert higher.competence(scores(higher, 1.0, made_up_for=False)) == ""


@pytest.mark.parametrize("rate", RATES)
def test_where_only_the_tie_changes_the_classifier_can_decide(rate: float) -> None:
    assert GroupFpr().competence(scores(GroupFpr(), rate)) == ""


def p_value(measure: Measure, observed: Scores) -> float:
    null = null_of(measure, observed)
    assert isinstance(null, Null) and null.draws is not None
    value = float(measure.statistic(observed)(np.ones(len(observed))))
    if null.draws.std() == 0:
        return 1.0
    return against_draws(value, null.draws, 0.95).p

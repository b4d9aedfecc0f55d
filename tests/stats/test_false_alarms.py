"""Models without a bias are not shown to have one more often than they may: made-up worlds, through real verdicts.

Longer simulations of all cases are `python -m benchmarks.false_alarms`; docs/verdicts.md has their numbers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from benchmarks._null_worlds import translations
from benchmarks.false_alarms import CASES, CLASSIFIERS, Case, items_of, rates, run
from scipy.stats import binom

from babelance.core.estimate import Result
from babelance.core.measure import null_of
from babelance.core.null import Null
from babelance.core.query import Vector
from babelance.core.registry import MEASURES
from babelance.core.scored import Scores
from babelance.core.verdict import Verdict
from babelance.measures.formulas.shuffled_words import components
from babelance.measures.tgbi import Tgbi
from babelance.report.labels import family_verdict
from babelance.stats.conclusions import conclude
from babelance.stats.contrast import against_draws

MEASURED = {"cb", "nli-coal", "fn", "tgbi", "weat", "rnsb", "mac", "ect", "icat", *CLASSIFIERS}
RUNS = {
    "cb, 100 items": 40,
    "cb, groups likely in a template": 8,
    "nli, 150 items": 100,
    "nli, mostly neutral, occupations unlike": 15,
    "tgbi, always the same for a word": 40,
    "tgbi, 60 items": 100,
    "words, noise": 3,
    "words, all point the same way": 3,
    "classifiers, 300 texts": 15,
    "icat, items of a term alike": 200,
}


def test_every_measure_without_another_simulation_has_a_case() -> None:
    assert {measure for case in CASES.values() for measure in case.measures} == MEASURED
    assert {measure for name in RUNS for measure in CASES[name].measures} == MEASURED


@pytest.mark.parametrize("name", RUNS)
def test_without_a_bias_none_is_shown_more_often_than_it_may_be(name: str) -> None:
    row = rates(name, CASES[name], RUNS[name], draws=100)
    assert row["holds"], row


def verdicts(case: Case, runs: int) -> list[tuple[Result, Verdict]]:
    rng = np.random.default_rng(3)
    return [
        (result, result.verdict) for _ in range(runs) for result in run(case, rng, 100) if result.verdict is not None
    ]


def test_a_simulation_would_see_a_bias() -> None:
    """The same world with a translator that says he in three of four sentences: every run shows it."""
    fair = CASES["tgbi, a coin for each sentence"]
    leaning = replace(fair, world=partial(translations, open_share=0.2, of_word=0.0, leaning=1.1))
    whole = [verdict for one, verdict in verdicts(leaning, 5) if one.about.group is None]
    assert all(verdict.harmful for verdict in whole)
    assert not rates("he", leaning, 5, draws=100)["holds"]


def test_fn_shows_nothing_ever() -> None:
    """It equals its null: a stereotype and a mistake look the same to it."""
    mine = [verdict for one, verdict in verdicts(CASES["nli, 150 items"], 10) if one.about.measure == "fn"]
    assert mine and not any(verdict.shown for verdict in mine)
    assert {verdict.difference for verdict in mine} == {0.0}
    assert {(verdict.compared, verdict.p_adjusted) for verdict in mine} == {(0, 1.0)}


def test_fn_does_not_make_others_less_sure() -> None:
    """What cannot show anything is no comparison to correct for, nor one that "shows nothing"."""
    judged = run(CASES["nli, 150 items"], np.random.default_rng(3), 100)
    whole = [result.verdict for result in judged if result.about.group is None and result.about.measure == "nli-coal"]
    assert [verdict and (verdict.compared, verdict.p_adjusted == verdict.p) for verdict in whole] == [(1, True)]
    conclusion = conclude(judged)
    [asked] = [family for family in conclusion.families if family.name == "inference"]
    assert (asked.results, asked.compared) == (2, 1) and "1 of 2 cannot show a bias by itself" in asked.sentence
    alone = conclude([result for result in judged if result.about.measure == "fn"])
    assert alone.headline == "Nothing can be said about bias: what was measured cannot show one by itself."
    assert {family_verdict(family) for family in alone.families} == {"not told apart"}


def test_queries_that_share_words_are_shuffled_together() -> None:
    """The mean over twelve queries of the same names varies more than one of unrelated words. Shuffled one by one, p of
    `mac` was below 0.05 in a fourth of all worlds without a bias."""
    mac, items = MEASURES.get("mac")(), items_of("babel-words", "en", None)
    rng, small, runs = np.random.default_rng(0), 0, 40
    for _ in range(runs):
        vectors = {word: rng.normal(size=50) for word in {item.texts["word"] for item in items}}
        answers = ([Vector(vectors[item.texts["word"]].astype(np.float32), item.texts["word"])] for item in items)
        scores = Scores.gather([mac.score(item, answer) for item, answer in zip(items, answers, strict=True)])
        null = null_of(mac, scores)
        assert isinstance(null, Null) and null.draws is not None
        value = float(mac.statistic(scores)(np.ones(len(scores))))
        small += against_draws(value, null.draws, 0.95).p < 0.05
    assert small <= binom.ppf(0.999, runs, 0.05)


def test_lists_with_common_words_are_mixed_and_others_are_not() -> None:
    assert components([["b", "a"], ["d", "c"], ["c", "e"], ["a"]]) == [("c", "d", "e"), ("a", "b")]


@pytest.mark.parametrize("words", [8, 10, 12, 15])
def test_few_words_cannot_be_as_sure_as_a_curve_through_their_shuffles(words: int) -> None:
    """All of so many words are translated as he: a coin does that, or the opposite, in 2 of 2^n cases."""
    tgbi, base = Tgbi(), items_of("babel-utterances", "tr", None)
    chosen = [item for item in base if item.tags["set"] == "occupation" and item.tags["register"] == "plain"][:words]
    scores = Scores.gather([tgbi.score_translation(item, "He is here.") for item in chosen])
    null = null_of(tgbi, scores)
    assert isinstance(null, Null) and null.draws is not None and null.least == 2.0 ** (1 - words)
    value = float(tgbi.statistic(scores)(np.ones(len(scores))))
    assert against_draws(value, null.draws, 0.95, least=null.least).p >= 2 * 2.0 ** (1 - words)

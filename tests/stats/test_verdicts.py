"""Families, competence, contradictions, and what a verdict says in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import Question, Verdict
from babelance.stats.conclusions import conclude
from babelance.stats.multiple import holm
from babelance.stats.verdicts import judge
from tests.expecting import expect
from tests.report import made_up

PAIRS = Question(
    "pairs", "which sentence is more likely", "prefers the first", "prefers the second", toward="above", skill="reading"
)
TURNED = replace(PAIRS, above=PAIRS.below, below=PAIRS.above, toward="below")
SPREAD = Question("words", "how even words are", "spreads them less evenly", "spreads them more evenly", harm="above")


def result(
    measure: str = "cps", language: str = "de", *, difference: float = 0.0, p: float = 0.5, **changes: Any
) -> Result:
    """A result after its first look: half the interval is what belongs to p = 0.05."""
    own = {name: changes.pop(name) for name in ("group", "model", "data", "n") if name in changes}
    values: dict[str, Any] = {"family": "pairs", "question": PAIRS, "p": p, "null": 50.0, "mde": 9.6} | changes
    verdict = Verdict(
        "not-told-apart", "ideal", difference, difference - 5, difference + 5, None, sentence="", **values
    )
    kind = verdict.kind if verdict.able is not False else "cannot-do-the-task"
    reason = "it predicts nothing" if verdict.able is False else ""
    made = made_up.estimate(measure, 50 + difference, 2.5, language, **own)
    return replace(made, verdict=replace(verdict, kind=kind, reason=reason))


def verdicts(results: list[Result]) -> list[Verdict]:
    found = [one.verdict for one in judge(results)]
    assert all(one is not None for one in found)
    return [one for one in found if one is not None]


def test_holm_within_a_question_over_languages_and_measures_and_groups_apart() -> None:
    raw = [0.001, 0.02, 0.5, 0.03]
    overall = [result(language=code, p=p, difference=9) for code, p in zip(("de", "en", "fr", "ja"), raw, strict=True)]
    groups = [result(group="axis=age", p=0.03, difference=9, family="pairs by axis")]
    judged = verdicts([*overall, *groups])
    assert [entry.p_adjusted for entry in judged[:4]] == holm(raw)
    assert judged[4].p_adjusted == 0.03 and judged[4].compared == 1
    assert [entry.kind for entry in judged] == ["shown", "not-told-apart", "not-told-apart", "not-told-apart", "shown"]
    assert [entry.direction for entry in judged] == ["above", "above", None, "above", "above"]


def test_a_number_that_is_its_null_by_definition_is_said_to_show_nothing_by_itself() -> None:
    """As `fn`: answers that are dealt out anew have the same share of neutral."""
    plain = result("fn", p=1.0)
    known = expect(Estimate, plain)
    same = replace(expect(Verdict, known.verdict), against="dealt out", low=0.0, high=0.0, mde=None)
    [verdict] = verdicts([replace(known, verdict=same)])
    assert verdict.kind == "not-told-apart" and "cannot show one by itself" in verdict.sentence
    assert "by itself" not in verdicts([plain])[0].sentence
    coin = replace(known, verdict=replace(same, against="own coin"))  # equal by what was answered, not by definition
    assert "by itself" not in verdicts([coin])[0].sentence


@pytest.mark.parametrize(("level", "luck"), [(0.95, "0.2"), (0.8, "0.8")])
def test_what_luck_alone_gives_follows_from_the_level(level: float, luck: str) -> None:
    """Of four comparisons."""
    some = [replace(expect(Estimate, result(language=code)), level=level) for code in ("de", "en", "fr", "ja")]
    [family] = conclude(judge(some)).families
    assert f"luck alone gives about {luck}" in family.sentence


def test_a_headline_does_not_deny_what_stands_out_on_the_side_that_is_no_bias() -> None:
    good = result("rnsb", p=1e-6, difference=-9, family="words", question=SPREAD)
    assert conclude(judge([good])).headline.startswith(
        "No bias was shown: the one comparison stands out, on the side that is no bias"
    )


def test_controls_are_a_family_of_their_own_and_never_a_finding() -> None:
    results = judge([result(p=0.04, difference=9), result(p=1e-6, difference=9, family="controls", data="controls@1")])
    conclusion = conclude(results)
    assert [family.name for family in conclusion.families] == ["pairs", "controls"]
    assert len(conclusion.findings) == 1 and conclusion.findings[0].family == "pairs"
    [remark] = conclusion.remarks
    assert remark.kind == "controls" and "should be none" in remark.sentence
    assert "where nothing should differ" in str(results[1].verdict and results[1].verdict.sentence)


def test_a_side_that_is_no_bias_is_shown_and_no_finding() -> None:
    results = judge([result("rnsb", p=1e-6, difference=-9, family="words", question=SPREAD)])
    assert results[0].verdict is not None and results[0].verdict.shown and not results[0].verdict.harmful
    conclusion = conclude(results)
    assert conclusion.findings == () and conclusion.headline.startswith("No bias was shown")
    assert "no bias" in conclusion.families[0].sentence


def test_measures_that_are_sure_in_opposite_directions_are_remarked_on() -> None:
    """s-jsd is turned: below 0 it prefers the same sentences as cps above 50."""
    results = [
        result("cps", "ko", p=0.003, difference=-9.9),
        result("sss", "ko", p=0.01, difference=9.0),
        result("s-jsd", "ko", p=0.01, difference=-1, question=TURNED),
        result("aul", "ko", p=0.4, difference=-3),
        result("sss", "de", p=0.01, difference=9.0),
    ]
    remarks = [remark for remark in conclude(judge(results)).remarks if remark.kind == "contradiction"]
    assert len(remarks) == 2
    assert "cps says that" in remarks[0].sentence and "sss says that" in remarks[0].sentence
    assert all("in Korean" in remark.sentence and len(remark.signatures) == 2 for remark in remarks)


def test_what_a_model_cannot_do_holds_for_all_that_depends_on_it_in_that_language() -> None:
    judged = verdicts([
        result("cps", "de", able=False, n=100),
        result("cps", "de", able=True, n=16, data="controls@1"),
        result("aul", "de", p=1e-6, difference=9),
        result("aul", "en", p=1e-6, difference=9),
        result("weat", "de", p=1e-6, difference=9, question=SPREAD),
    ])  # fmt: skip
    kinds = [entry.kind for entry in judged]
    assert kinds == ["cannot-do-the-task", "not-told-apart", "cannot-do-the-task", "shown", "shown"]
    assert judged[2].reason == "it predicts nothing" and judged[2].p_adjusted is None
    assert "says nothing about bias" in judged[2].sentence


def test_a_group_of_few_items_is_judged_by_what_all_items_show() -> None:
    judged = verdicts([
        result("cps", able=True, n=100), result("cps", able=False, n=9, group="axis=age", p=1e-6, difference=9)
    ])  # fmt: skip
    assert judged[1].kind == "shown" and judged[1].able


@pytest.mark.parametrize(
    ("p", "words"),
    [
        (1e-6, "the model prefers the first: 59.0 %, where no preference would be 50; chance would hardly do that"),
        (0.04, "the model perhaps prefers the first: 59.0 %"),
        (0.3, "shows nothing that could be told from chance: 59.0 %, where no preference would be 50 (p = 0.300); a "
              "difference below 9.6 points would often go unseen."),
    ],
)  # fmt: skip
def test_a_sentence_says_what_was_asked_which_way_and_how_sure(p: float, words: str) -> None:
    first, *_ = verdicts([result(p=p, difference=9), result(language="en"), result(language="fr")])
    assert first.sentence.startswith("Asked which sentence is more likely, the model")
    assert words in first.sentence


def test_the_strongest_finding_comes_first() -> None:
    results = judge([result(language="de", p=0.001, difference=9), result(language="ja", p=1e-8, difference=20)])
    conclusion = conclude(results)
    assert [finding.language for finding in conclusion.findings] == ["ja", "de"]
    assert conclusion.headline == (
        "2 of 2 comparisons show a bias after correction. Most clearly, in Japanese made-up-multilingual prefers "
        "the first (cps, example)."
    )


def test_what_could_not_be_judged_is_not_counted_as_unbiased() -> None:
    """A headline about the rest alone would look like fairness."""
    unable = result("aul", p=0.5, difference=1)
    assert unable.verdict is not None
    unable = replace(unable, verdict=replace(unable.verdict, kind="cannot-do-the-task", reason="it guesses", p=None))
    headline = conclude(judge([result(p=0.5, difference=1), unable])).headline
    assert (
        headline.startswith("No bias was shown: the one comparison does not stand out")
        and "; 1 more could not be judged" in headline
    )
    assert "judged" not in conclude(judge([result(p=0.5, difference=1)])).headline


def test_nothing_to_say_is_said() -> None:
    assert conclude([]).headline == "No question about bias was asked."
    undefined = replace(made_up.undefined_result("cps", "no words"), verdict=Verdict(
        "not-enough-evidence", "ideal", None, None, None, None, "pairs", "", reason="no words", question=PAIRS
    ))  # fmt: skip
    results = judge([undefined])
    assert "not enough evidence" in conclude(results).headline
    assert not isinstance(results[0], Estimate) and results[0].verdict is not None
    assert results[0].verdict.sentence == "There is not enough evidence, which is not the same as fairness: no words."


def test_that_nothing_is_shown_needs_a_model_that_can_do_the_task() -> None:
    """As an NLI model that always says neutral: fair or mute, these answers do not tell. A bias that is shown stays."""
    mute, biased = result("nli-coal", unproven="it always says neutral"), result("fn", "en", p=1e-9, difference=9)
    biased = replace(biased, verdict=replace(expect(Verdict, biased.verdict), unproven="it mostly says neutral"))
    alone, shown = verdicts([mute, biased])
    assert alone.kind == "not-enough-evidence" and "which is not the same as fairness: it always says" in alone.sentence
    assert shown.kind == "shown" and not alone.unproven and not shown.unproven
    assert conclude(judge([mute])).headline == "Nothing can be said about bias: there is not enough evidence."
    able = verdicts([mute, result("nli-accuracy", able=True)])[0]
    unable = verdicts([mute, result("nli-accuracy", able=False)])[0]
    assert able.kind == "not-told-apart" and unable.kind == "cannot-do-the-task"


def test_a_question_without_a_conclusion_says_why() -> None:
    """Where something was compared, the reader has that; else the reason, of several the first."""
    unable = [result(language=code, able=False) for code in ("de", "en")]
    assert conclude(judge(unable)).families[0].sentence == (
        "2 of 2 are about a model that cannot do the task: it predicts nothing."
    )
    mute = result("nli-coal", "fr", unproven="it always says neutral")
    other = result("nli-coal", "ja", unproven="it says nothing")
    assert conclude(judge([mute, other])).families[0].sentence == (
        "2 of 2 lack evidence, for example: it always says neutral."
    )
    assert "predicts nothing" not in conclude(judge([*unable, result(language="fr")])).families[0].sentence

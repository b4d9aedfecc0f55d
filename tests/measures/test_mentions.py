"""Classifiers on texts that mention groups: rates, gaps and areas by hand; groups found by language lists."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.null import Null
from babelance.core.query import Choices, Classify, Unanswered
from babelance.core.registry import LANGUAGES
from babelance.core.scored import Scored, Scores, Skipped
from babelance.datasets import find
from babelance.measures.counterfactual_gap import CounterfactualGap
from babelance.measures.formulas import mentions
from babelance.measures.formulas.group_areas import REPORTS, Report, areas
from babelance.measures.group_auc import GroupAuc
from babelance.measures.group_fpr import GroupFpr

ROWS = (
    ("sings", "A", "0", 0.9), ("sings", "B", "0", 0.2), ("works", "A", "0", 0.6), ("works", "B", "0", 0.1),
    ("rests", "A", "0", 0.1), ("rests", "B", "0", 0.3), ("steals", "A", "1", 0.8), ("steals", "B", "1", 0.7),
)  # fmt: skip


def item(frame: str, group: str, label: str) -> Item:
    tags = {"frame": frame, "group": group, "label": label}
    return Item(f"{frame}/{group}", "en", {"text": f"{group} {frame}"}, tags)


def scores() -> Scores:
    return Scores(
        tuple(Scored(item(*row), {"score": value, "group": row[1], "deserved": row[2] == "1"}) for *row, value in ROWS)
    )


def value(measure: Measure) -> float:
    return float(measure.statistic(scores())(np.ones(len(ROWS))))


def test_rates_are_of_harmless_texts_alone() -> None:
    facts = GroupFpr().extra(scores())
    assert facts["rates"] == {"A": pytest.approx(200 / 3, abs=1e-4), "B": 0}
    assert value(GroupFpr()) == pytest.approx(200 / 3)
    assert value(GroupFpr(threshold=0.05)) == pytest.approx(0)


def rated(rows: list[tuple[str, str, float]]) -> Scores:
    """Harmless texts: frame, group, score."""
    return Scores(
        tuple(
            Scored(item(frame, group, "0"), {"score": score, "group": group, "deserved": False})
            for frame, group, score in rows
        )
    )


def test_groups_that_share_no_sentence_are_not_compared() -> None:
    """Every country is flagged in both of its sentences, no gender is: sentences differ there, groups do not."""
    rows = [(f"abroad {number}", group, 0.9) for number in range(2) for group in ("Chad", "Peru")]
    rows += [(f"at home {number}", group, 0.1) for number in range(2) for group in ("female", "male")]
    some = rated(rows)
    assert GroupFpr().statistic(some)(np.ones(len(some))) == pytest.approx(0)
    assert GroupFpr().extra(some)["ratio"] == 1
    assert GroupFpr().extra(some)["rates"] == {"Chad": 100, "Peru": 100, "female": 0, "male": 0}


def test_a_group_is_not_to_blame_for_the_sentences_that_it_happens_to_be_in() -> None:
    rows = [("mild", "A", 0.1), ("mild", "B", 0.1), ("harsh", "A", 0.9), ("harsh", "B", 0.9), ("harsher", "B", 0.9)]
    some = rated(rows)
    assert GroupFpr().extra(some)["rates"] == {"A": 50, "B": pytest.approx(200 / 3, abs=1e-4)}
    assert GroupFpr().statistic(some)(np.ones(len(some))) == pytest.approx(0, abs=1e-6)


def test_texts_of_which_no_two_are_one_sentence_are_compared_by_plain_rates() -> None:
    some = rated(
        [
            (f"{group}{number}", group, 0.9 * (number < ends))
            for group, ends in (("A", 3), ("B", 1))
            for number in range(4)
        ]
    )
    assert GroupFpr().statistic(some)(np.ones(len(some))) == pytest.approx(50)
    assert GroupFpr().extra(some)["ratio"] == pytest.approx(1 / 3)


def test_no_fitted_gap_is_larger_than_all() -> None:
    """A over B in one sentence, and by way of C and D twice as much again."""
    rows = [("1", "A", 0.9), ("1", "B", 0.1), ("2", "A", 0.9), ("2", "C", 0.1), ("3", "C", 0.9), ("3", "B", 0.1)]
    some = rated(rows)
    assert GroupFpr().statistic(some)(np.ones(len(some))) == 100


def test_the_gap_is_the_mean_change_when_the_group_is_exchanged() -> None:
    facts = CounterfactualGap().extra(scores())
    assert value(CounterfactualGap()) == pytest.approx(100 * (0.7 + 0.5 - 0.2 + 0.1) / 4)
    assert facts["mean_change"] == pytest.approx(100 * (0.7 + 0.5 + 0.2 + 0.1) / 4)
    assert facts["worst_pair"] == "A over B"
    assert facts["worst_gap"] == pytest.approx(100 * (0.7 + 0.5 - 0.2 + 0.1) / 4)
    assert facts["flipped"] == pytest.approx(2 / 4)


@pytest.mark.parametrize(("gap", "blocked"), [(1e-6, True), (0.01, False)])
def test_a_gap_of_rounding_is_no_finding_however_sure(gap: float, blocked: bool) -> None:
    rows = [(item(str(frame), group, "0"), 0.5 + gap * (group == "A")) for frame in range(30) for group in "AB"]
    some = Scores(
        tuple(Scored(one, {"score": score, "group": one.tags["group"], "deserved": False}) for one, score in rows)
    )
    null = CounterfactualGap().null(some)
    assert isinstance(null, Null) and bool(null.blocks) is blocked


def test_a_group_is_not_blamed_for_the_sentences_it_is_in() -> None:
    """Three groups that are alike, each in other two of three sentences, which have 0.1, 0.5 and 0.9."""
    level = {"x": 0.1, "y": 0.5, "z": 0.9}
    rows = [("x", "A"), ("x", "B"), ("y", "B"), ("y", "C"), ("z", "A"), ("z", "C")]
    some = Scores(
        tuple(
            Scored(item(frame, group, "0"), {"score": level[frame], "group": group, "deserved": False})
            for frame, group in rows
        )
    )
    assert CounterfactualGap().statistic(some)(np.ones(6)) == pytest.approx(0, abs=1e-6)
    higher = Scores(
        tuple(
            Scored(
                scored_item.item,
                {
                    **scored_item.columns,
                    "score": float(str(scored_item.columns["score"])) + 0.1 * (scored_item.columns["group"] == "A"),
                },
            )
            for scored_item in some.scored
        )
    )
    assert CounterfactualGap().statistic(higher)(np.ones(6)) == pytest.approx(20 / 3, abs=1e-4)


def test_areas_of_a_group_against_the_others() -> None:
    facts = GroupAuc().extra(scores())
    assert facts["subgroup"] == {"A": pytest.approx(2 / 3, abs=1e-6), "B": 1}
    assert facts["bpsn"] == {"A": pytest.approx(2 / 3, abs=1e-6), "B": 1}
    assert value(GroupAuc()) == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("threshold", "reason"),
    [(0.05, "flags 100% of the texts that deserve the label and 100%"), (0.95, "flags 0% of the texts"), (0.5, "")],
)
def test_a_threshold_at_which_nothing_is_decided_is_no_fairness(threshold: float, reason: str) -> None:
    items = [item(f"frame {number}", "AB"[number % 2], str(number % 3 // 2)) for number in range(60)]
    rows = [Scored(one, {"score": 0.8 if one.tags["label"] == "1" else 0.2, "group": one.tags["group"],
                         "deserved": one.tags["label"] == "1"}) for one in items]  # fmt: skip
    found = GroupFpr(threshold=threshold).competence(Scores(tuple(rows)))
    assert found is not None and (reason in found if reason else found == "")


def test_nothing_is_said_about_what_a_model_can_do_where_no_text_deserves_the_label() -> None:
    rows = [scored_item for scored_item in scores().scored if not scored_item.columns["deserved"]]
    assert GroupFpr().competence(Scores(tuple(rows))) is None


def test_the_area_is_that_of_scikit_learn_with_ties_and_weights() -> None:
    rng = np.random.default_rng(3)
    values, labels, weights = rng.integers(0, 9, 60) / 9, rng.random(60) < 0.4, rng.integers(1, 4, 60).astype(float)
    expected = roc_auc_score(labels, values, sample_weight=weights)
    area = areas(values, np.zeros(60, dtype=np.intp), labels, "subgroup")(weights)
    assert area == pytest.approx([expected])


@pytest.mark.parametrize("report", REPORTS)
def test_areas_of_all_groups_at_once_are_those_of_each_by_itself(report: Report) -> None:
    rng = np.random.default_rng(4)
    values, group, labels = rng.integers(0, 9, 80) / 9, rng.integers(0, 4, 80), rng.random(80) < 0.4
    weights = rng.integers(0, 3, (5, 80)).astype(float)
    at_once = areas(values, group, labels, report)(weights)
    for number, row in product(range(4), range(5)):
        mine = group == number
        positive = labels & (mine if report != "bpsn" else ~mine)
        negative = ~labels & (mine if report != "bnsp" else ~mine)
        some = positive | negative
        expected = roc_auc_score(labels[some], values[some], sample_weight=weights[row][some])
        assert at_once[row, number] == pytest.approx(expected)


def test_a_group_without_texts_of_both_kinds_has_no_area() -> None:
    group, labels = np.asarray([0, 0, 1, 1]), np.asarray([True, False, False, False])
    found = areas(np.asarray([0.9, 0.1, 0.2, 0.3]), group, labels, "subgroup")(np.ones(4))
    assert found[0] == 1 and np.isnan(found[1])


@pytest.mark.parametrize(
    ("text", "language", "group"),
    [
        ("The woman left.", "en", "female"),
        ("His father left.", "en", "male"),
        ("The woman saw him.", "en", "the text mentions several groups"),
        ("It rains.", "en", "the text mentions no group that lists have"),
        ("Meine Mutter singt.", "de", "female"),
        ("The family came from Iraq.", "en", "IQ"),
        ("The Iraqi neighbours are Muslims.", "en", "the text mentions several groups"),
        ("Satt regn.", "nn", "there are no lists of group words for 'nn': name groups in a column 'group'"),
    ],
)
def test_groups_are_found_by_the_words_of_the_language(text: str, language: str, group: str) -> None:
    assert mentions.group_in(text, language, "any") == group


def test_a_file_without_groups_can_be_read_for_one_kind_of_them() -> None:
    known = Choices(("neutral", "toxic"), np.log([0.5, 0.5]))
    both = Item("x", "en", {"text": "The Iraqi woman left."}, {"label": "0"})
    assert isinstance(GroupFpr().score(both, [known]), Skipped)
    scored = [GroupFpr(axis=axis).score(both, [known]) for axis in ("country", "gender")]
    assert [scored_item.columns["group"] for scored_item in scored if isinstance(scored_item, Scored)] == [
        "IQ",
        "female",
    ]


@pytest.mark.parametrize(
    ("names", "label", "chosen"),
    [
        (("neutral", "toxic"), "", "toxic"),
        (("POSITIVE", "NEGATIVE"), "", "NEGATIVE"),
        (("a", "b"), "B", "b"),
        (("LABEL_0", "LABEL_1"), "", None),
    ],
)
def test_the_label_that_counts(names: tuple[str, ...], label: str, chosen: str | None) -> None:
    assert mentions.label_of(names, label) == chosen


def test_what_cannot_be_scored_is_skipped_with_its_reason() -> None:
    plain = item("sings", "A", "0")
    unnamed = Choices(("LABEL_0", "LABEL_1"), np.log([0.5, 0.5]))
    known = Choices(("neutral", "toxic"), np.log([0.5, 0.5]))
    assert isinstance(GroupFpr().score(plain, [known]), Scored)
    reasons = [
        GroupFpr().score(plain, [unnamed]),
        GroupFpr().score(plain, [Unanswered("too long")]),
        GroupFpr().score(Item("x", "en", {"text": "It rains."}, {"label": "0"}), [known]),
        GroupFpr().score(Item("x", "en", {"text": "She left."}, {"label": "maybe"}), [known]),
    ]
    words = ("name it with --set label=NAME", "too long", "mentions no group", "neither 1")
    assert all(
        isinstance(reason, Skipped) and word in reason.reason for reason, word in zip(reasons, words, strict=True)
    )


def test_probes_are_there_in_every_shipped_language() -> None:
    data = find("babel-mentions")
    assert set(data.card.languages) == set(LANGUAGES)
    for code in ("de", "ja", "tr"):
        items = list(data.items(code))
        assert {item.tags["tone"] for item in items} == {"neutral", "positive", "negative"}
        assert all("[" not in item.texts["text"] and "{" not in item.texts["text"] for item in items)
        assert len({item.texts["text"] for item in items}) > 0.95 * len(items)


def test_every_text_is_asked_once() -> None:
    assert GroupAuc().ask(item("sings", "A", "0")) == [Classify("A sings")]

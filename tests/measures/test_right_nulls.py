"""What measures are compared with: models without the bias are not told apart from it, models with it are."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.measure import Measure, null_of
from babelance.core.null import Null
from babelance.core.query import LABELS, Choices, Text, TokenLogprobs, Tokens
from babelance.core.scored import Scored, Scores
from babelance.measures.aula import Aula
from babelance.measures.cb import Cb
from babelance.measures.chrf import Chrf
from babelance.measures.cps import Cps
from babelance.measures.fn import Fn
from babelance.measures.icat import Icat
from babelance.measures.lms import Lms
from babelance.measures.nli_accuracy import NliAccuracy
from babelance.measures.nli_coal import NliCoal
from babelance.measures.pseudo_perplexity import PseudoPerplexity
from babelance.measures.tgbi import Tgbi
from babelance.stats.contrast import Contrast, contrast
from babelance.stats.estimate import PointEstimate, estimate

KEYS = ("context", "stereotype", "anti", "unrelated")
BY_SET = {"pro": 0, "anti": 2, "non": 1}
"""Which label a stereotype makes a model give."""


def compared(measure: Measure, scores: Scores) -> Contrast:
    numbers, null = estimate(measure, scores, count=300), null_of(measure, scores)
    assert isinstance(numbers, PointEstimate) and isinstance(null, Null)
    against_null = contrast(measure, scores, numbers, null, count=300)
    assert isinstance(against_null, Contrast)
    return against_null


def inferred(measure: NliCoal | Fn, labels: dict[str, list[int]]) -> Scores:
    """For each set the place of the label that is given, one occupation each."""
    return Scores.gather(
        measure.score(
            Item(
                f"{name}{i}", "en", {"premise": f"p{i}", "hypothesis": "h"}, {"set": name, "occupation": f"{name}{i}"}
            ),
            [Choices(LABELS, np.log(np.where(np.arange(3) == label, 0.8, 0.1)))],
        )
        for name, some in labels.items()
        for i, label in enumerate(some)
    )


def test_an_nli_model_that_errs_alike_in_all_sets_is_at_its_null_whatever_it_scores() -> None:
    scores = inferred(NliCoal(), dict.fromkeys(BY_SET, [0, 0, 0, 1, 1, 2] * 5))
    comparison = compared(NliCoal(), scores)
    assert comparison.value == pytest.approx(0, abs=1e-12) and comparison.p > 0.9


def test_an_nli_model_that_errs_with_the_stereotype_is_above_its_null() -> None:
    scores = inferred(NliCoal(), {"pro": [0, 0, 0, 1] * 6, "anti": [2, 2, 2, 1] * 6, "non": [0, 2, 1, 1] * 6})
    comparison = compared(NliCoal(), scores)
    assert comparison.low > 0 and comparison.p < 0.05


def test_fraction_neutral_does_not_look_at_sets_and_cannot_leave_its_null() -> None:
    comparison = compared(Fn(), inferred(Fn(), {"pro": [0, 0, 1] * 5, "anti": [2, 2, 1] * 5, "non": [1] * 15}))
    assert (comparison.value, comparison.p) == (0, 1)


@pytest.mark.parametrize(("label", "able"), [(0, False), (2, False), (1, True)])
def test_one_wrong_label_for_nearly_everything_is_no_answer(label: int, able: bool) -> None:
    """Neutral is right for all of these pairs, so it is left open whether the model can do anything else."""
    reason = NliCoal().competence(inferred(NliCoal(), dict.fromkeys(BY_SET, [label] * 19 + [1])))
    assert (reason is None) == able
    assert able or "of all pairs" in str(reason)


@pytest.mark.parametrize(("right", "able"), [(90, True), (36, False)])
def test_an_nli_model_must_beat_the_best_single_label(right: int, able: bool) -> None:
    measure = NliAccuracy()
    items = [Item(str(i), "en", {"premise": "p", "hypothesis": "h"}, {"label": LABELS[i % 3]}) for i in range(99)]
    scores = Scores.gather(
        measure.score(item, [Choices(LABELS, np.log(np.where(np.arange(3) == (i + (i >= right)) % 3, 0.8, 0.1)))])
        for i, item in enumerate(items)
    )
    assert (measure.competence(scores) == "") == able
    assert compared(measure, scores).value == pytest.approx(100 * right / 99 - 100 / 3)


def grid(rng: np.random.Generator, system: float, *, templates: int = 6, attributes: int = 5) -> Scores:
    """log P' of eight groups: noise, and what an attribute does to a group in all templates."""
    ties = rng.normal(0, system, (attributes, 8))
    rows = []
    for template in range(templates):
        for attribute in range(attributes):
            values = rng.normal(size=8) + ties[attribute]
            texts = {"template": f"t{template}", "attribute": f"a{attribute}", "targets": "{}"}
            columns = {"variance": float(values.var(ddof=1)), "targets": ",".join("abcdefgh"), "log_ratios": values}
            item = Item(
                f"{template}/{attribute}", "en", texts, {"template": f"t{template}", "attribute": f"a{attribute}"}
            )
            alike = {"left": columns["variance"], "pieces": np.ones(8)}
            rows.append(Scored(item, {**columns, **alike, "missing": 0, "top": "a"}))
    return Scores(tuple(rows))


def test_categories_without_a_system_are_not_told_apart_from_shuffled_ones() -> None:
    """60 samples at 5 %: more than 8 have p < 0.01."""
    rng = np.random.default_rng(0)
    found = [compared(Cb(), grid(rng, 0.0)) for _ in range(60)]
    assert sum(entry.p < 0.05 for entry in found) <= 8
    assert np.mean([entry.value for entry in found]) == pytest.approx(0, abs=0.05)


def test_categories_with_a_system_are_above_their_null_by_as_much() -> None:
    comparison = compared(Cb(), grid(np.random.default_rng(1), 0.8, templates=20))
    assert comparison.p < 0.001 and comparison.value == pytest.approx(0.64, abs=0.25)


def test_one_template_cannot_show_a_system() -> None:
    assert "one template" in str(Cb().null(grid(np.random.default_rng(0), 1.0, templates=1)))


def translated(classes: list[str]) -> Scores:
    words = {"she": "she sings", "he": "he sings", "they": "they sing", "none": "blah"}
    return Scores.gather(
        Tgbi().score(Item(str(i), "eu", {"text": f"u{i}"}, {"set": "formal", "word": f"w{i}"}), [Text(words[name])])
        for i, name in enumerate(classes)
    )


def test_a_translator_that_prefers_one_gender_is_below_a_coin_and_one_that_changes_is_not() -> None:
    partial, even = (
        compared(Tgbi(), translated(["he"] * 30 + ["they"] * 10)),
        compared(Tgbi(), translated(["he", "she"] * 20)),
    )
    assert partial.high < 0 and partial.p < 0.001
    assert even.p > 0.05


def test_a_translator_whose_output_cannot_be_classified_cannot_do_the_task() -> None:
    assert "cannot be classified" in Tgbi().competence(translated(["none"] * 5 + ["he"] * 15))
    assert Tgbi().competence(translated(["he", "she"] * 10)) == ""


def continued(ss: float, lms: float, n: int = 200) -> Scores:
    rng = np.random.default_rng(0)
    items = [
        Item(str(i), "en", dict.fromkeys(KEYS, f"w{i}"), {"target": f"{i // 2}"})
        for i in range(n)
    ]  # fmt: skip
    columns = [{"score": float(rng.random() < ss), "related": float(rng.random() < lms)} for _ in items]
    return Scores(tuple(map(Scored, items, columns)))


def test_a_partial_model_is_below_its_swapped_icat_and_an_impartial_one_is_not() -> None:
    assert compared(Icat(), continued(0.75, 0.9)).high < 0
    assert compared(Icat(), continued(0.5, 0.9)).p > 0.05


def test_a_model_that_prefers_nonsense_as_often_as_sense_cannot_be_asked() -> None:
    assert "a coin in 50 %" in str(Lms().competence(continued(0.5, 0.5)))
    assert Lms().competence(continued(0.5, 0.9)) == ""


def predicted(share: float) -> Scores:
    """Pairs of ten shared tokens, of which the model predicts a share; every tenth is a full stop."""
    rng = np.random.default_rng(0)
    tokens = (*(f"word{i}" for i in range(9)), ".")
    rows = []
    for i in range(60):
        sides = [
            Tokens(
                tokens,
                np.arange(10, dtype=np.int32),
                np.full(10, -2.0, dtype=np.float32),
                11,
                hits=rng.random(10) < share,
            )
            for _ in range(2)
        ]
        rows.append(Cps().score(Item(str(i), "en", {"more": f"A{i}", "less": f"B{i}"}), sides))
    return Scores.gather(rows)


def test_a_masked_model_must_predict_more_than_the_most_frequent_token() -> None:
    assert Cps().competence(predicted(0.4)) == ""
    assert "predicts" in str(Cps().competence(predicted(0.08)))


def test_recorded_sums_do_not_say_what_a_model_can_do() -> None:
    scores = Scores((Scored(Item("1", "en", {"more": "a", "less": "b"}), {"score": 1.0, "shared": 3}),))
    assert Cps().competence(scores) is None


def unmasked(lengths: list[tuple[int, int]]) -> Scores:
    """A model that knows nothing: the same for every token, attention spread evenly."""

    def side(name: str, count: int) -> Tokens:
        even = np.full(count, 1 / count, dtype=np.float32)
        values = np.full(count, -3.0, dtype=np.float32)
        return Tokens(
            tuple(f"{name}{i}" for i in range(count)), np.arange(count, dtype=np.int32), values, count, attention=even
        )

    items = [Item(str(i), "en", {"more": f"More{i}", "less": f"Less{i}"}) for i in range(len(lengths))]
    return Scores.gather(
        Aula().score(item, [side("more", more), side("less", less)])
        for item, (more, less) in zip(items, lengths, strict=True)
    )


def test_a_model_that_knows_nothing_but_lengths_is_at_its_null() -> None:
    scores = unmasked([(7, 5)] * 20 + [(5, 7)] * 6 + [(6, 6)] * 4)
    null = Aula().null(scores)
    assert null is not None and null.value == pytest.approx(100 * 22 / 30)
    comparison = compared(Aula(), scores)
    assert comparison.p > 0.5


def test_pairs_of_equal_length_have_no_length_null() -> None:
    scores = unmasked([(6, 6), (5, 5), (8, 8)])
    assert len(scores) == 3 and Aula().null(scores) is None


def read(logprob: float) -> Scores:
    rng, measure = np.random.default_rng(0), PseudoPerplexity()
    rows = []
    for i in range(30):
        pieces = tuple(f"w{j}" for j in rng.integers(50, size=12))
        answer = Tokens(pieces, np.arange(12, dtype=np.int32), np.full(12, logprob, dtype=np.float32), 12)
        rows.append(measure.score(Item(str(i), "en", {"text": "t" * 40}), [answer]))
    assert [type(query) for query in measure.ask(rows[0].item)] == [TokenLogprobs]
    return Scores.gather(rows)


def test_a_model_must_be_less_surprised_than_one_who_knows_how_frequent_words_are() -> None:
    good, bad = read(-1.0), read(-6.0)
    assert PseudoPerplexity().competence(good) == "" and "no less" in str(PseudoPerplexity().competence(bad))
    assert compared(PseudoPerplexity(), good).high < 0 < compared(PseudoPerplexity(), bad).low


def test_a_translation_must_come_closer_to_its_own_reference() -> None:
    texts = [f"the {word} was late on day {i}" for i, word in enumerate(("bus", "train", "plane", "ferry", "post") * 4)]
    for answers, able in ((texts, True), (["nothing at all"] * 20, False)):
        scores = Scores.gather(
            Chrf().score(Item(str(i), "de", {"text": "x", "reference": texts[i]}), [Text(answer)])
            for i, answer in enumerate(answers)
        )
        assert (Chrf().competence(scores) == "") == able

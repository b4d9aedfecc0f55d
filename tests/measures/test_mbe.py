"""MBE and its exact walk: worked examples, properties, and the pairwise formula written out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from babelance.core.item import Item
from babelance.core.null import Null
from babelance.core.query import TokenLogprobs, Tokens, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.formulas.coins import against_coins, squares_and_p
from babelance.measures.formulas.mbe import RankedValues, _cuts
from babelance.measures.formulas.mbe_statistic import match_lengths
from babelance.measures.mbe import Mbe
from babelance.stats.estimate import PointEstimate, estimate
from babelance.stats.intervals import auc, delong
from tests.expecting import expect

TIES = ("half", "female", "male")


def scores(*rows: tuple[str, float, list[float]], lengths: list[int] | None = None, word: str = "") -> Scores:
    """(group, likelihood, embedding) of each sentence."""
    made = []
    for number, (group, value, vector) in enumerate(rows):
        item = Item(str(number), "de", {"text": f"s{number}"}, {"group": group, "word": word or group})
        length = lengths[number] if lengths else 5
        made.append(Scored(item, {"likelihood": value, "length": length, "embedding": np.array(vector, np.float32)}))
    return Scores(tuple(made))


def draw_scores(n: int, *, seed: int = 0, groups: tuple[str, ...] = ("female", "male"), levels: int = 0) -> Scores:
    """Random sentences; `levels` > 0 makes many ties."""
    rng = np.random.default_rng(seed)
    values = rng.integers(levels, size=n).astype(float) if levels else rng.normal(size=n)
    names = rng.choice(groups, size=n)
    lengths = rng.integers(3, 9, size=n).tolist()
    vectors = rng.normal(0.3, 1, size=(n, 4)).tolist()
    return scores(*zip(names.tolist(), values.tolist(), vectors, strict=True), lengths=lengths)


def value(measure: Mbe, observed: Scores, weights: np.ndarray | None = None) -> float:
    return float(measure.statistic(observed)(np.ones(len(observed)) if weights is None else weights))


def dense(observed: Scores, *, weight: str = "cosine", tie: float = 0.5, weights: np.ndarray | None = None) -> float:
    """The formula with all pairs written out."""
    a, groups = observed.floats("likelihood"), observed.tag("group")
    w = np.ones(len(observed)) if weights is None else weights
    vectors = observed.column("embedding").astype(np.float64)
    vectors = vectors / np.linalg.norm(vectors, axis=1)[:, None] if weight == "cosine" else vectors
    vectors = np.ones((len(observed), 1)) if weight == "none" else vectors
    m, f = groups == "male", groups == "female"
    similar = (vectors[m] @ vectors[f].T) * np.outer(w[m], w[f])
    credit = (a[m][:, None] > a[f]) + tie * (a[m][:, None] == a[f])
    return 100 * float((similar * credit).sum() / similar.sum())


def test_worked_example_with_cosines() -> None:
    """One male sentence beats a like one (cosine 1) and loses against one at 60 degrees (cosine 1/2): 1 / 1.5."""
    observed = scores(("male", 0.0, [1, 0]), ("female", -1.0, [2, 0]), ("female", 1.0, [0.5, 3**0.5 / 2]))
    assert value(Mbe(), observed) == pytest.approx(100 / 1.5, abs=1e-5)
    assert value(Mbe(weight="dot"), observed) == pytest.approx(100 * 2 / 2.5, abs=1e-5)
    assert value(Mbe(weight="none"), observed) == 50


def test_above_50_means_that_male_sentences_are_more_likely() -> None:
    assert value(Mbe(), scores(("male", -1.0, [1]), ("female", -2.0, [1]))) == 100
    assert value(Mbe(), scores(("male", -2.0, [1]), ("female", -1.0, [1]))) == 0


@pytest.mark.parametrize(("tie", "expected"), [("half", 50), ("female", 0), ("male", 100)])
def test_a_tie_counts_as_told(tie: Any, expected: float) -> None:
    assert value(Mbe(tie=tie), scores(("male", -1.0, [1]), ("female", -1.0, [1]))) == expected


def test_released_code_weighs_by_dot_products_and_gives_ties_to_the_female_sentence() -> None:
    observed = draw_scores(60, levels=4)
    assert value(Mbe(fidelity="released"), observed) == value(Mbe(weight="dot", tie="female"), observed)
    assert value(Mbe(fidelity="released"), observed) == pytest.approx(dense(observed, weight="dot", tie=0.0), abs=1e-10)


@pytest.mark.parametrize("levels", [0, 2, 40])
@pytest.mark.parametrize("weight", ["cosine", "dot", "none"])
def test_blocks_give_what_all_pairs_give(levels: int, weight: Any) -> None:
    observed = draw_scores(1500, levels=levels)
    assert value(Mbe(weight=weight), observed) == pytest.approx(dense(observed, weight=weight), abs=1e-10)


@settings(deadline=None, max_examples=60)
@given(n=some.integers(4, 60), levels=some.integers(0, 5), seed=some.integers(0, 999), tie=some.sampled_from(TIES))
def test_any_weights_any_ties_any_blocks_give_what_all_pairs_give(n: int, levels: int, seed: int, tie: Any) -> None:
    observed = draw_scores(n, seed=seed, levels=levels)
    male = observed.tag("group")[None] == "male"
    weights = np.random.default_rng(seed).integers(1, 4, size=(3, n)).astype(float)
    vectors = np.abs(observed.column("embedding").astype(np.float64))
    credit = {"half": 0.5, "female": 0.0, "male": 1.0}[tie]
    a = observed.floats("likelihood")
    ranked = RankedValues(a, vectors, np.argsort(a), _cuts(np.sort(a), 7))
    sums = ranked.sums(weights * male, weights * ~male, tie=credit)
    pairs = vectors @ vectors.T * male.T * ~male
    earned = (a[:, None] > a) + credit * (a[:, None] == a)
    np.testing.assert_allclose(sums.preferred, [w @ (pairs * earned) @ w for w in weights], rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(sums.compared, [w @ pairs @ w for w in weights], rtol=1e-10, atol=1e-10)


def test_blocks_never_cut_through_equal_values() -> None:
    ordered = np.array([0, 1, 1, 1, 1, 2, 3, 3, 4], dtype=float)
    assert _cuts(ordered, 3) == [0, 1, 5, 8, 9]
    assert _cuts(ordered, 100) == [0, 9]
    assert _cuts(np.array([]), 3) == [0]


def test_negative_similarities_in_sum_leave_no_score() -> None:
    assert np.isnan(value(Mbe(), scores(("male", 0.0, [1, 0]), ("female", 1.0, [-1, 0]))))


def test_all_sentences_equal_is_one_block_and_half() -> None:
    ranked = RankedValues.of(np.zeros(5000), np.ones((5000, 3), np.float32))
    male = np.arange(5000)[None] < 2000
    sums = ranked.sums(male.astype(float), (~male).astype(float), tie=0.5)
    assert len(ranked.cuts) == 2
    assert sums.preferred[0] / sums.compared[0] == pytest.approx(0.5)


def test_order_does_not_matter_and_weight_two_is_a_copy() -> None:
    observed = draw_scores(80, levels=9)
    assert value(Mbe(), Scores(observed.scored[::-1])) == pytest.approx(value(Mbe(), observed), abs=1e-10)
    twice = np.ones(80)
    twice[3] = 2
    assert value(Mbe(), observed, twice) == pytest.approx(value(Mbe(), Scores((*observed.scored, observed.scored[3]))))
    never = np.ones(80)
    never[3] = 0
    assert value(Mbe(), observed, never) == pytest.approx(
        value(Mbe(), Scores((*observed.scored[:3], *observed.scored[4:])))
    )


def test_the_same_holds_with_lengths_matched_and_with_three_groups() -> None:
    observed = draw_scores(60, groups=("a", "b", "c"), levels=9)
    for measure in (Mbe(match="length"), Mbe(match="length", pair="a:c"), Mbe()):
        twice, never = np.ones(60), np.ones(60)
        twice[3], never[3] = 2, 0
        assert value(measure, observed, twice) == pytest.approx(
            value(measure, Scores((*observed.scored, observed.scored[3]))), abs=1e-9
        )
        assert value(measure, observed, never) == pytest.approx(
            value(measure, Scores((*observed.scored[:3], *observed.scored[4:]))), abs=1e-9
        )


def test_nothing_left_of_a_group_is_nan() -> None:
    observed = draw_scores(40)
    assert np.isnan(value(Mbe(), observed, np.zeros(40)))
    assert np.isnan(value(Mbe(), observed, (observed.tag("group") == "male").astype(float)))


def test_matched_lengths_have_one_distribution() -> None:
    """Length 1: two female, one male; length 2: male only. Both sides keep weight 1 of length 1, none of length 2."""
    female, male = np.array([True, True, False, False]), np.array([False, False, True, True])
    changed = match_lengths(np.ones((1, 4)), np.array([1, 1, 1, 2]), (male, female))
    assert changed.tolist() == [[0.5, 0.5, 1.0, 0.0]]


def test_a_model_that_knows_only_lengths_is_unmasked_by_matching() -> None:
    rng = np.random.default_rng(0)
    groups = ["male"] * 300 + ["female"] * 300
    lengths = np.concatenate([rng.integers(6, 14, 300), rng.integers(4, 12, 300)])
    rows = [(group, -1.0 / length, [1.0, 0.1]) for group, length in zip(groups, lengths, strict=True)]
    observed = scores(*rows, lengths=lengths.tolist())
    assert value(Mbe(), observed) > 65
    length = Mbe().null(observed)
    assert length is not None and length.name == "length" and length.value == pytest.approx(value(Mbe(), observed))
    assert value(Mbe(match="length"), observed) == pytest.approx(50, abs=1e-9)


def test_shuffled_groups_are_seeded_and_near_50() -> None:
    observed = draw_scores(400)
    first, again = (Mbe().nulls(observed)["shuffled"] for _ in range(2))
    assert isinstance(first, Null) and isinstance(again, Null) and first.value == again.value
    assert first.value == pytest.approx(50, abs=1.5)
    assert 0 < first.error < 1


def test_the_length_null_of_a_plain_mean_is_50_and_ties_of_lengths_count_half() -> None:
    rows = [("male", -1.0, [1.0, 0.1]), ("male", -2.0, [1.0, 0.1]), ("female", -1.5, [1.0, 0.1])]
    observed = scores(*rows, lengths=[5, 7, 5])
    for measure, expected in ((Mbe(), 75), (Mbe(fidelity="released"), 75), (Mbe(likelihood="aul"), 50)):
        null = measure.null(observed)
        assert null is not None and null.value == pytest.approx(expected)


def test_two_models_are_not_shuffled_alike() -> None:
    """The same labels in the same order would make their shuffled scores agree about nothing."""
    once = [Mbe().extra(draw_scores(400, seed=seed))["shuffled_once"] for seed in (0, 0, 1)]
    assert once[0] == once[1] != once[2]


def test_the_interval_covers_50_as_often_as_it_says_when_groups_do_not_differ() -> None:
    """Null data: 1000 samples of 2 x 40 sentences. The binomial standard error of the share is 0.7 points."""
    covered = 0
    for seed in range(1000):
        numbers = estimate(Mbe(), draw_null(np.random.default_rng(seed)), count=200, seed=seed)
        assert isinstance(numbers, PointEstimate)
        covered += numbers.low <= 50 <= numbers.high
    assert 930 <= covered <= 970


def draw_null(rng: np.random.Generator) -> Scores:
    """Groups that do not differ."""
    found = []
    for number in range(80):
        value, group = rng.normal(), ("female", "male")[number % 2]
        item = Item(str(number), "de", {"text": f"s{number}"}, {"group": group, "word": f"w{number}"})
        embedding = (rng.normal(size=3) + 1).astype(np.float32)
        found.append(Scored(item, {"likelihood": value, "length": 5, "embedding": embedding}))
    return Scores(tuple(found))


def test_without_weights_it_is_the_area_under_the_roc_curve_with_delongs_interval() -> None:
    observed = draw_scores(120, levels=30)
    a, groups = observed.floats("likelihood"), observed.tag("group")
    numbers = estimate(Mbe(weight="none"), observed)
    assert isinstance(numbers, PointEstimate)
    male, female = a[groups == "male"], a[groups == "female"]
    wanted = delong(male, female)
    assert numbers.value == pytest.approx(100 * auc(male, female))
    assert (numbers.low, numbers.high) == pytest.approx((100 * wanted.low, 100 * wanted.high))
    assert numbers.method == "delong.95"
    assert numbers.p is not None and (numbers.p < 0.05) == (not numbers.low <= 50 <= numbers.high)


def test_groups_that_do_not_overlap_have_a_p_value() -> None:
    rows = [("male", 1.0 + i, [1.0]) for i in range(8)] + [("female", -1.0 - i, [1.0]) for i in range(8)]
    numbers = estimate(Mbe(weight="none"), scores(*rows))
    assert isinstance(numbers, PointEstimate)
    assert numbers.value == 100 and numbers.p == pytest.approx(2 / 12870)  # 16 over 8


def test_without_weights_no_embedding_is_asked_for() -> None:
    item = Item("1", "de", {"text": "Sie liest."}, {"group": "female"})
    assert Mbe(weight="none").ask(item) == [TokenLogprobs("Sie liest.", mask="none", embed=False)]
    assert Mbe().ask(item) == [TokenLogprobs("Sie liest.", mask="none", embed=True)]


def tokens(**changes: Any) -> Tokens:
    given: dict[str, Any] = {
        "tokens": ("a", "b"), "positions": np.arange(2, dtype=np.int32), "logprobs": np.array([-1, -3], np.float32),
        "length": 2, "attention": np.array([0.5, 0.25], np.float32), "embedding": np.array([1, 0], np.float32),
    }  # fmt: skip
    return Tokens(**(given | changes))


def test_likelihood_of_a_sentence_by_hand() -> None:
    item = Item("1", "de", {"text": "a b"}, {"group": "male"})
    aula, aul = Mbe().score(item, [tokens()]), Mbe(likelihood="aul").score(item, [tokens()])
    assert isinstance(aula, Scored) and aula.columns["likelihood"] == pytest.approx((-0.5 - 0.75) / 2)
    assert isinstance(aul, Scored) and aul.columns["likelihood"] == pytest.approx(-2)


def test_the_length_null_of_a_causal_model_is_50_whatever_likelihood_is_left_to_the_model() -> None:
    """It always has the plain mean, which does not know the length."""
    sizes = (("male", 4), ("male", 4), ("female", 2), ("female", 3))
    found = [
        Mbe().score(Item(str(number), "de", {"text": "a b"}, {"group": group}), [tokens(length=length, causal=causal)])
        for causal in (False, True)
        for number, (group, length) in enumerate(sizes)
    ]
    masked, causal = (Scores.gather(part, measure="MBE") for part in (found[:4], found[4:]))
    nulls = [Mbe().null(masked), Mbe().null(causal)]
    assert [null.value for null in nulls if null is not None] == pytest.approx([100, 50])


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Unanswered("longer than the model's limit"), "longer than the model's limit"),
        (tokens(attention=None), "attention"),
        (tokens(embedding=None), "no sentence embedding"),
        (tokens(embedding=np.zeros(2, np.float32)), "zero"),
        (tokens(logprobs=np.array([-np.inf, -1], np.float32)), "finite"),
    ],
)
def test_a_sentence_that_cannot_be_scored_leaves_with_a_reason(answer: Any, reason: str) -> None:
    outcome = Mbe().score(Item("1", "de", {"text": "a b"}, {"group": "male"}), [answer])
    assert isinstance(outcome, Skipped) and reason in outcome.reason


def test_a_sentence_without_a_group_is_skipped() -> None:
    assert isinstance(Mbe().score(Item("1", "de", {"text": "a b"}, {"group": ""}), [tokens()]), Skipped)


def test_one_group_alone_is_undefined_not_50() -> None:
    observed = scores(("male", 0.1, [1]), ("male", 0.2, [1]))
    reason = estimate(Mbe(), observed)
    assert isinstance(reason, str) and "only the group 'male'" in reason
    assert Mbe().extra(observed) == {}


def test_an_unknown_pair_names_the_groups() -> None:
    reason = estimate(Mbe(pair="x:male"), draw_scores(20))
    assert isinstance(reason, str) and "female, male" in reason


def test_more_groups_give_a_matrix_and_the_largest_departure() -> None:
    rows = [("a", 0.0, [1.0]), ("a", 3.0, [1.0]), ("b", 1.0, [1.0]), ("c", 2.0, [1.0]), ("c", 4.0, [1.0])]
    observed = scores(*rows)
    extra = Mbe().extra(observed)
    assert extra["matrix"] == {"a": {"b": 50, "c": 25}, "b": {"a": 50, "c": 0}, "c": {"a": 75, "b": 100}}
    assert value(Mbe(), observed) == 100 and (extra["over"], extra["under"]) == ("c", "b")
    assert value(Mbe(pair="a:c"), observed) == 25
    assert Mbe().scale_for(observed).chance is None
    assert Mbe(pair="a:c").scale_for(observed).chance == 50


def test_more_groups_of_a_model_that_knows_nothing_are_as_far_apart_as_their_shuffles() -> None:
    extra = Mbe().extra(draw_scores(300, groups=("a", "b", "c", "d")))
    assert extra["shuffled_p"] > 0.05  # type: ignore[operator]


def test_words_that_drive_the_score() -> None:
    rows = [("male", 9.0, [1.0]), ("male", 0.0, [1.0]), ("female", 1.0, [1.0]), ("female", 2.0, [1.0])]
    observed = scores(*rows)
    tagged = [
        Scored(Item(one.item.id, "de", one.item.texts, {**one.item.tags, "word": word}), one.columns)
        for one, word in zip(observed.scored, ("king", "he", "she", "she"), strict=True)
    ]
    words = Mbe().extra(Scores(tuple(tagged)))["words"]
    assert words == [
        {"word": "he", "group": "male", "sentences": 1, "without": 100, "change": 50},
        {"word": "king", "group": "male", "sentences": 1, "without": 0, "change": -50},
    ]


def test_mcnemar_of_a_coin_is_quiet_and_of_many_pairs_loud() -> None:
    quiet, loud, nothing = against_coins(500, 1000), against_coins(5_500_000, 10_000_000), against_coins(0, 0)
    assert quiet.p > 0.3 and quiet.share < 0.05 and quiet.mark == quiet.facts()["mcnemar_mark"] == ""
    assert loud.high < 1e-6 and loud.mark == loud.facts()["mcnemar_mark"] == "‡"
    assert (nothing.square, nothing.p, nothing.mark) == (0.0, 1.0, "")


def test_mcnemar_does_not_hang_on_one_coin() -> None:
    """2,180 of 4,225 pairs: single coins say anything between 0.01 and 1, the median of all says 0.14."""
    test = against_coins(2180, 4225)
    single = [squares_and_p(2180, 4225, np.random.default_rng(seed), 1)[1][0] for seed in range(200)]
    assert min(single) < 0.05 < test.p < max(single)
    assert test.low < 0.05 < test.p == pytest.approx(np.median(single), abs=0.05)


def test_ties_count_in_mcnemar_as_they_do_in_the_score() -> None:
    rows = [(group, 1.0, [1.0]) for group in ("male", "female") for _ in range(40)]
    p = {tie: expect(float, Mbe(tie=tie).extra(scores(*rows))["mcnemar_p"]) for tie in ("half", "female", "male")}
    assert p["half"] > 0.3 and p["female"] < 1e-6 and p["male"] < 1e-6


def test_extra_counts_pairs_and_ties() -> None:
    extra = Mbe().extra(scores(("male", 1.0, [1]), ("male", 3.0, [1]), ("female", 1.0, [1]), ("female", 2.0, [1])))
    assert (extra["pairs"], extra["ties"], extra["unweighted"]) == (4, 1, 62.5)
    assert (extra["over"], extra["under"]) == ("male", "female")
    assert extra["sentences"] == {"female": 2, "male": 2}


def several(lengths: dict[str, int], means: dict[str, float], count: int = 12) -> Scores:
    """Groups of sentences whose likelihoods lie around a mean, with one length each."""
    rng = np.random.default_rng(5)
    rows = [(group, float(rng.normal(mean)), [1.0, 0.2]) for group, mean in means.items() for _ in range(count)]
    return scores(*rows, lengths=[lengths[group] for group, *_ in rows])


def test_groups_whose_words_are_longer_are_judged_against_lengths_not_against_shuffles() -> None:
    """Three groups set apart as their lengths would set them: nothing but length is shown."""
    apart = {"a": 0.0, "b": 3.0, "c": 6.0}
    by_length = Mbe().null(several({"a": 5, "b": 6, "c": 7}, apart))
    assert by_length is not None and by_length.name == "length"
    assert by_length.value == pytest.approx(100)
    alike = several({"a": 5, "b": 5, "c": 5}, apart)
    by_shuffles = Mbe().null(alike)
    assert by_shuffles is not None and by_shuffles.name == "shuffled" and set(Mbe().nulls(alike)) == {"length"}
    nothing = several({"a": 5, "b": 6, "c": 7}, dict.fromkeys("abc", 0.0))
    chance = Mbe().null(nothing)
    assert chance is not None and chance.name == "shuffled", "not beyond the shuffles: lengths need not be asked"


def test_the_words_of_a_finding_name_its_groups() -> None:
    women = several({"female": 5, "male": 5}, {"female": 0.0, "male": 1.0})
    assert Mbe().question_for(women) == Mbe.question
    two = Mbe().question_for(several({"muslim": 5, "hindu": 5}, {"hindu": 0.0, "muslim": 9.0}))
    assert two.above == "prefers sentences of the group 'muslim' to those of 'hindu'"
    three = Mbe().question_for(several(dict.fromkeys("abc", 5), {"a": 1.0, "b": 0.0, "c": -1.0}))
    assert "each of 3 groups" in three.asks and "'a' and 'c' the farthest, the first preferred" in three.above
    assert three.harm == "above" and "female" not in three.above + three.below


def framed(groups: str, frames: int, *, reach: float = 0.0, seed: int = 0) -> Scores:
    """Frames that differ far more than groups do, each with one sentence of every group; `reach` sets groups apart."""
    rng = np.random.default_rng(seed)
    made = []
    for frame in range(frames):
        start = rng.normal(0, 10)
        for index, group in enumerate(groups):
            item = Item(f"{frame}/{group}", "de", {"text": "x"}, {"group": group, "frame": str(frame)})
            columns = {"likelihood": start + index * reach + rng.normal(), "length": 5}
            made.append(Scored(item, columns | {"embedding": np.ones(2, np.float32)}))
    return Scores(tuple(made))


def test_several_groups_that_come_in_frames_are_shuffled_within_them() -> None:
    """Shuffled all over, frames would drown a difference that every single frame shows."""
    apart = Mbe().null(framed("abc", 20, reach=2.0))
    loose = tuple(
        Scored(
            Item(scored_item.item.id, "de", scored_item.item.texts, {"group": scored_item.item.tags["group"]}),
            scored_item.columns,
        )
        for scored_item in framed("abc", 20, reach=2.0).scored
    )
    all_over = Mbe().null(Scores(loose))
    assert apart is not None and apart.draws is not None and all_over is not None and all_over.draws is not None
    number = value(Mbe(), framed("abc", 20, reach=2.0))
    assert number > apart.draws.max(), "every shuffle within frames is nearer to 50"
    assert np.mean(all_over.draws >= number) > 0.05


def test_several_groups_without_a_difference_are_seldom_found_apart() -> None:
    """Labels dealt out anew within frames: what is beyond 95 % of the shuffles is a false alarm."""
    alarms = 0
    for seed in range(60):
        scores = framed("abcd", 8, seed=seed)
        null = Mbe().null(scores)
        assert null is not None and null.draws is not None
        alarms += float(np.mean(null.draws >= value(Mbe(), scores))) < 0.05
    assert alarms <= 8, "binomial of 60 at 5 %: more than 8 in 1 of 400 such tests"

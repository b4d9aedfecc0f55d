"""Measures of word embeddings on vectors that can be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import Measure, scale_of
from babelance.core.null import Null
from babelance.core.query import Unanswered, Vector
from babelance.core.registry import MEASURES
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.ect import correlation, mid_ranks
from babelance.measures.formulas.logistic import probabilities
from babelance.measures.formulas.partitions import all_sums, drawn_sums, split_test
from babelance.measures.weat import Weat
from babelance.stats.estimate import PointEstimate, estimate

Sets = Mapping[str, Mapping[str, Sequence[float]]]
NAMES = ("weat", "rnd", "rnsb", "ect", "mac", "ripa")

MEN = {"he": (1.0, 0.0), "him": (0.8, 0.6)}
WOMEN = {"she": (0.0, 1.0), "her": (0.6, 0.8)}
CAREER = {"office": (2.0, 0.0), "salary": (1.0, 1.0)}
FAMILY = {"home": (0.0, 3.0), "wedding": (1.0, 2.0)}
TARGETS: Sets = {"men": MEN, "women": WOMEN}
ATTRIBUTES: Sets = {"career": CAREER, "family": FAMILY}


def items(targets: Sets, attributes: Sets, query: str = "q") -> list[tuple[Item, Sequence[float]]]:
    found = []
    for role, sets in (("target", targets), ("attribute", attributes)):
        for side, (name, words) in enumerate(sets.items(), start=1):
            for position, (word, values) in enumerate(words.items(), start=1):
                tags = {"query": query, "role": role, "set": name, "side": str(side), "position": str(position)}
                found.append((Item(f"{query}/{name}/{word}", "en", {"word": word}, tags), values))
    return found


def score_pairs(pairs: Sequence[tuple[Item, Sequence[float]]], measure: Measure, missing: Sequence[str] = ()) -> Scores:
    return Scores.gather(
        measure.score(
            item,
            [Unanswered("absent")]
            if item.texts["word"] in missing
            else [Vector(np.asarray(values, dtype=np.float32), item.texts["word"])],
        )
        for item, values in pairs
    )


def value(name: str, pairs: Sequence[tuple[Item, Sequence[float]]] | None = None, **options: object) -> float:
    measure = MEASURES.get(name)(**options)
    observed = score_pairs(pairs or items(TARGETS, ATTRIBUTES), measure)
    return float(measure.statistic(observed)(np.ones(len(observed))))


def cos(a: Sequence[float], b: Sequence[float]) -> float:
    return float(np.dot(a, b) / np.linalg.norm(a) / np.linalg.norm(b))


def leaning_of(word: Sequence[float]) -> float:
    return float(np.mean([cos(word, a) for a in CAREER.values()]) - np.mean([cos(word, a) for a in FAMILY.values()]))


# ── formulas ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_weat_is_the_difference_of_leanings() -> None:
    men, women = [leaning_of(v) for v in MEN.values()], [leaning_of(v) for v in WOMEN.values()]
    assert value("weat", report="statistic") == pytest.approx(sum(men) - sum(women), abs=1e-6)
    spread = np.std(men + women, ddof=1)
    assert value("weat") == pytest.approx((np.mean(men) - np.mean(women)) / spread, abs=1e-6)
    assert value("weat", ddof=0) > value("weat", ddof=1) > 0


def test_weat_changes_its_sign_with_the_order_of_the_sets() -> None:
    turned = items(dict(reversed(list(TARGETS.items()))), ATTRIBUTES)
    assert value("weat", turned) == pytest.approx(-value("weat"))


def test_rnd_sums_over_the_attributes_and_names_the_nearer_group() -> None:
    one = items(TARGETS, {"career": CAREER})
    men, women = np.mean(list(MEN.values()), axis=0), np.mean(list(WOMEN.values()), axis=0)
    gaps = [np.linalg.norm(men - x) - np.linalg.norm(women - x) for x in CAREER.values()]
    assert value("rnd", one) == pytest.approx(sum(gaps), abs=1e-6)
    assert value("rnd", one, aggregate="mean") == pytest.approx(np.mean(gaps), abs=1e-6)
    assert value("rnd", one) < 0, "career is nearer to the first group"


def test_mac_is_one_for_right_angles() -> None:
    across = items({"x": {"a": (1, 0, 0), "b": (0, 1, 0)}}, {"y": {"c": (0, 0, 1), "d": (0, 0, 2)}})
    assert value("mac", across) == pytest.approx(1)


def test_ect_is_one_where_both_groups_are_the_same() -> None:
    same = {"men": MEN, "women": {f"{word}2": values for word, values in MEN.items()}}
    many = {"a": {f"w{i}": v for i, v in enumerate(np.random.default_rng(0).normal(size=(9, 2)).tolist())}}
    assert value("ect", items(same, many)) == pytest.approx(1)


def test_rnsb_is_zero_where_all_targets_are_the_same() -> None:
    same = {"x": {"a": (1, 2), "b": (1, 2)}, "y": {"c": (1, 2)}}
    assert value("rnsb", items(same, ATTRIBUTES)) == pytest.approx(0, abs=1e-12)


def test_rnsb_is_the_divergence_of_the_normalised_probabilities() -> None:
    measure = MEASURES.get("rnsb")()
    observed = score_pairs(items(TARGETS, ATTRIBUTES), measure)
    p = np.asarray(list(measure.extra(observed)["probabilities"].values()))  # type: ignore[attr-defined]
    share = p / p.sum()
    assert value("rnsb") == pytest.approx(sum(share * np.log(share * len(share))), abs=1e-5)


def test_rnsb_depends_on_which_class_is_negative_and_says_which_it_was() -> None:
    assert value("rnsb", negative="career") == pytest.approx(value("rnsb", negative="1"))
    assert value("rnsb", negative="family") != pytest.approx(value("rnsb", negative="career"), rel=0.01)
    with pytest.raises(InputError, match=r"no attribute set 'bad'\. Set negative to 1, 2 or: career, family"):
        value("rnsb", negative="bad")


def test_ripa_of_one_pair_is_the_projection_on_its_direction() -> None:
    pair = items({"men": {"he": (3.0, 0.0)}, "women": {"she": (0.0, 4.0)}}, {"career": CAREER})
    expected = np.mean([np.dot(a, (0.6, -0.8)) for a in CAREER.values()])
    for fidelity in ("paper", "released"):
        assert value("ripa", pair, fidelity=fidelity) == pytest.approx(expected, abs=1e-6)


def test_ripa_leaves_out_the_pair_whose_word_is_missing() -> None:
    men = {"he": (1.0, 0.0), "man": (5.0, 5.0), "boy": (0.9, 0.1)}
    women = {"she": (0.0, 1.0), "woman": (4.0, 1.0), "girl": (0.2, 0.8)}
    measure = MEASURES.get("ripa")(fidelity="released", lost=0.5)
    without = score_pairs(items({"m": men, "w": women}, {"c": CAREER}), measure, missing=["man"])
    by_hand = [
        np.dot(a, (np.subtract(men[m], women[w])) / np.linalg.norm(np.subtract(men[m], women[w])))
        for a in CAREER.values()
        for m, w in (("he", "she"), ("boy", "girl"))
    ]
    assert float(measure.statistic(without)(np.ones(len(without)))) == pytest.approx(np.mean(by_hand), abs=1e-6)
    assert list(measure.extra(without)["pairs"].values()) == [2]  # type: ignore[attr-defined]


# ── several queries and subqueries ───────────────────────────────────────────────────────────────────────────────────


def test_queries_with_opposite_signs_do_not_cancel() -> None:
    turned = items(dict(reversed(list(TARGETS.items()))), ATTRIBUTES, query="p")
    both = items(TARGETS, ATTRIBUTES) + turned
    assert value("weat", both) == pytest.approx(abs(value("weat")))


@pytest.mark.parametrize("name", ["weat", "rnd", "ripa"])
def test_a_mean_of_absolute_values_has_no_interval_below_zero(name: str) -> None:
    measure = MEASURES.get(name)()
    rng = np.random.default_rng(0)
    sets = [[f"{mark}{index}" for index in range(8)] for mark in "mwcf"]
    noise = [{word: rng.normal(size=4).tolist() for word in words} for words in sets]
    one = items({"m": noise[0], "w": noise[1]}, {"c": noise[2]} if name != "weat" else {"c": noise[2], "f": noise[3]})
    both = one + items({"w": noise[1], "m": noise[0]}, {"c": noise[2], "f": noise[3]}, query="p")
    assert scale_of(measure, score_pairs(one, measure)).low < 0
    assert scale_of(measure, score_pairs(both, measure)).low == 0
    estimated = estimate(measure, score_pairs(both, measure), count=200)
    assert isinstance(estimated, PointEstimate) and estimated.low >= 0


def test_a_query_with_two_attribute_sets_is_two_subqueries_for_rnd() -> None:
    measure = MEASURES.get("rnd")()
    found = measure.extra(score_pairs(items(TARGETS, ATTRIBUTES), measure))["subqueries"]  # type: ignore[attr-defined]
    assert list(found) == ["q: men · women | career", "q: men · women | family"]
    assert value("rnd") == pytest.approx(np.mean(np.abs(list(found.values()))))


def test_three_target_sets_are_three_pairs_for_weat_and_one_query_for_rnsb() -> None:
    three = items({**TARGETS, "they": {"they": (1.0, 1.0), "them": (0.9, 1.0)}}, ATTRIBUTES)
    counts = {}
    for name in ("weat", "rnsb"):
        measure = MEASURES.get(name)()
        counts[name] = len(measure.extra(score_pairs(three, measure))["subqueries"])  # type: ignore[attr-defined]
    assert counts == {"weat": 3, "rnsb": 1}


# ── missing and impossible words ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_too_many_lost_words_make_a_query_undefined(name: str) -> None:
    measure = MEASURES.get(name)()
    reason = measure.undefined(score_pairs(items(TARGETS, ATTRIBUTES), measure, missing=["her"]))  # type: ignore[attr-defined]
    assert reason == "'q' lost 1 of 2 words of 'women', more than 20%: her"
    relaxed = MEASURES.get(name)(lost=0.5)
    assert relaxed.undefined(score_pairs(items(TARGETS, ATTRIBUTES), relaxed, missing=["her"])) is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", NAMES)
def test_lost_words_are_named(name: str) -> None:
    measure = MEASURES.get(name)(lost=0.5)
    facts = measure.extra(score_pairs(items(TARGETS, ATTRIBUTES), measure, missing=["her"]))  # type: ignore[attr-defined]
    assert facts["lost"] == {"q: women": ["her"]}


def test_one_lost_query_does_not_take_the_others_with_it() -> None:
    other = items({name: {f"{w}2": v for w, v in words.items()} for name, words in TARGETS.items()}, ATTRIBUTES, "p")
    measure = MEASURES.get("weat")()
    observed = score_pairs(items(TARGETS, ATTRIBUTES) + other, measure, missing=["he2"])
    assert float(measure.statistic(observed)(np.ones(len(observed)))) == pytest.approx(value("weat"))
    assert "lost 1 of 2" in str(measure.extra(observed)["subqueries"]["p: men · women | career · family"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["weat", "rnd", "ect"])
def test_target_sets_that_overlap_have_no_number(name: str) -> None:
    measure = MEASURES.get(name)()
    overlapping = items({"men": MEN, "women": {**WOMEN, "he": (1.0, 0.0)}}, ATTRIBUTES)
    assert measure.undefined(score_pairs(overlapping, measure)) == "'men' and 'women' of 'q' share words: he"  # type: ignore[attr-defined]


def test_a_query_with_one_target_set_is_nothing_for_weat() -> None:
    reason = Weat().undefined(score_pairs(items({"men": MEN}, ATTRIBUTES), Weat()))
    assert reason == "no query has what it takes: 2 target and 2 attribute sets"


@pytest.mark.parametrize(("values", "reason"), [((0.0, 0.0), "its vector is zero"), ((np.nan, 1.0), "not numbers")])
def test_vectors_without_a_direction_are_skipped(values: Sequence[float], reason: str) -> None:
    item, _ = items(TARGETS, ATTRIBUTES)[0]
    outcome = Weat().score(item, [Vector(np.asarray(values, dtype=np.float32), "he")])
    assert isinstance(outcome, Skipped) and reason in outcome.reason


def test_words_that_all_lean_alike_have_no_effect_size() -> None:
    same = {"a": {"x": (1.0, 1.0), "y": (1.0, 1.0)}, "b": {"z": (1.0, 1.0), "w": (1.0, 1.0)}}
    assert np.isnan(value("weat", items(same, ATTRIBUTES)))


# ── weights ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def random_items(seed: int, count: int = 6) -> list[tuple[Item, Sequence[float]]]:
    rng = np.random.default_rng(seed)

    def words(mark: str) -> dict[str, Sequence[float]]:
        return {f"{mark}{i}": rng.normal(size=5).tolist() for i in range(count)}

    return items({"t1": words("t"), "t2": words("u")}, {"a1": words("a"), "a2": words("b")})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("place", [0, 7, 13, 23])
def test_weight_two_is_a_copy_and_weight_zero_is_absence(name: str, place: int) -> None:
    measure = MEASURES.get(name)()
    observed = score_pairs(random_items(1), measure)
    n, statistic = len(observed), measure.statistic(observed)
    doubled = Scores((*observed.scored, observed.scored[place]))
    without = Scores(observed.scored[:place] + observed.scored[place + 1 :])
    twice, never = np.ones(n), np.ones(n)
    twice[place], never[place] = 2, 0
    assert float(statistic(twice)) == pytest.approx(float(measure.statistic(doubled)(np.ones(n + 1))), abs=1e-8)
    assert float(statistic(never)) == pytest.approx(float(measure.statistic(without)(np.ones(n - 1))), abs=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_many_weightings_at_once_give_the_same_as_one_by_one(name: str) -> None:
    measure = MEASURES.get(name)()
    observed = score_pairs(random_items(2), measure)
    weights = np.random.default_rng(1).integers(0, 3, size=(2, 4, len(observed))).astype(float)
    statistic = measure.statistic(observed)
    one_by_one = [[float(statistic(entry)) for entry in block] for block in weights]
    np.testing.assert_allclose(statistic(weights), one_by_one, atol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_left_is_not_a_number(name: str) -> None:
    measure = MEASURES.get(name)()
    observed = score_pairs(random_items(3), measure)
    assert np.isnan(float(measure.statistic(observed)(np.zeros(len(observed)))))


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_items_does_not_matter(name: str) -> None:
    pairs = random_items(4)
    assert value(name, pairs) == pytest.approx(value(name, pairs[::-1]), abs=1e-9)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 3)), min_size=3, max_size=12))
@settings(max_examples=60, deadline=None)
def test_weighted_ranks_are_ranks_of_copies(pairs: list[tuple[int, int]]) -> None:
    values, weights = (np.asarray([pair[i] for pair in pairs], dtype=float) for i in (0, 1))
    copies = np.repeat(values, weights.astype(int))
    ranks = mid_ranks(values[None], weights[None])[0]
    np.testing.assert_allclose(np.repeat(ranks, weights.astype(int)), stats.rankdata(copies))


def test_weighted_correlation_is_that_of_copies() -> None:
    rng = np.random.default_rng(5)
    x, y, weights = rng.normal(size=8), rng.normal(size=8), rng.integers(0, 4, 8)
    expected = np.corrcoef(np.repeat(x, weights), np.repeat(y, weights))[0, 1]
    assert correlation(x[None], y[None], weights[None].astype(float))[0] == pytest.approx(expected)


@pytest.mark.parametrize(("examples", "width", "length"), [(16, 60, 1.0), (40, 10, 1.0), (40, 10, 30.0)])
def test_the_classifier_is_that_of_scikit_learn(examples: int, width: int, length: float) -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    x, z = length * rng.normal(size=(examples, width)), length * rng.normal(size=(5, width))
    first, weights = np.arange(examples) % 2 == 0, rng.integers(0, 3, size=(3, examples)).astype(float)
    chances = probabilities(x, first, weights, z)
    for row, weight in zip(chances, weights, strict=True):
        model = LogisticRegression(solver="liblinear", tol=1e-10, max_iter=10**5).fit(x, first, sample_weight=weight)
        np.testing.assert_allclose(row, model.predict_proba(z)[:, 1], atol=1e-6)


# ── permutations ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("count", "size"), [(6, 3), (7, 2), (7, 5), (5, 1), (4, 4)])
def test_every_subset_is_summed_once(count: int, size: int) -> None:
    values = np.random.default_rng(0).normal(size=count)
    expected = sorted(sum(values[list(one)]) for one in combinations(range(count), size))
    np.testing.assert_allclose(np.sort(all_sums(values, size)), expected)


def test_drawn_subsets_hold_every_value_at_most_once() -> None:
    values = 2.0 ** np.arange(12, dtype=np.float64)
    sums = drawn_sums(values, 5, 500, np.random.default_rng(0)).astype(int)
    assert all(int(total).bit_count() == 5 for total in sums)
    assert len(set(sums.tolist())) > 300


def test_perfectly_separated_words_have_the_smallest_p_there_is() -> None:
    test = split_test(np.array([3.0, 4, 5]), np.array([0.0, 1, 2]), tail="greater", count=10, seed=0)
    assert (test.p, test.strict, test.splits, test.exact) == (1 / 20, 0, 20, True)
    turned = split_test(np.array([0.0, 1, 2]), np.array([3.0, 4, 5]), tail="two-sided", count=10, seed=0)
    assert turned.p == 2 / 20


def test_a_sampled_p_is_near_the_exact_one_and_repeats() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(0.5, size=8), rng.normal(size=8)
    exact = split_test(first, second, tail="greater", count=0, seed=0)
    drawn = [split_test(first, second, tail="greater", count=20_000, seed=1, most=0) for _ in range(2)]
    assert exact.exact and exact.splits == 12_870
    assert drawn[0] == drawn[1] and not drawn[0].exact
    assert drawn[0].p == pytest.approx(exact.p, abs=4 * sqrt(exact.p / 20_000))


def test_p_is_right_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    values = [split_test(rng.normal(size=5), rng.normal(size=5), tail="greater", count=0, seed=0).p for _ in range(400)]
    assert np.mean(np.asarray(values) <= 0.1) == pytest.approx(0.1, abs=0.045)


def test_random_vectors_score_what_shuffled_words_do() -> None:
    """The `shuffled` null is what an unbiased embedding scores on average."""
    seen, nulls = [], []
    for seed in range(30):
        pairs = random_items(seed) + [
            (Item(f"p/{item.id}", "en", {"word": f"p{item.texts['word']}"}, {**item.tags, "query": "p"}), values)
            for item, values in random_items(seed + 100)
        ]
        observed = score_pairs(pairs, Weat())
        seen.append(float(Weat().statistic(observed)(np.ones(len(observed)))))
        null = Weat().null(observed)
        assert isinstance(null, Null) and null.name == "shuffled"
        nulls.append(null.value)
    assert np.mean(seen) == pytest.approx(np.mean(nulls), abs=0.1)


def test_kl_never_exceeds_the_logarithm_of_the_number_of_words() -> None:
    assert 0 <= value("rnsb", random_items(9)) <= log(12)


def test_scored_words_keep_the_form_that_was_found() -> None:
    item, _ = items(TARGETS, ATTRIBUTES)[0]
    outcome = Weat().score(item, [Vector(np.asarray([3.0, 4.0], dtype=np.float32), "He")])
    assert isinstance(outcome, Scored)
    assert (outcome.columns["found"], outcome.columns["norm"]) == ("He", 5.0)

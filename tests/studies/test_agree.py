"""Agreement of measures over models."""

from __future__ import annotations

from dataclasses import replace

import pytest

from babelance.core.estimate import About, Estimate, Result, Undefined
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.signature import Signature
from babelance.studies.agreement import Agreement, Series, agreement, agreements, series

SHARE = Scale(0, 100, ideal=50, chance=50)
OTHER = Scale(-1, 1, ideal=0, chance=0)


def series_of(name: str, values: list[float], *, scale: Scale = SHARE, language: str = "de") -> Series:
    return Series(name, "data", language, scale, {f"m{number}": value for number, value in enumerate(values)})


def require_agreement(agreement: Agreement | str) -> Agreement:
    assert isinstance(agreement, Agreement)
    return agreement


def test_correlation_direction_and_difference_by_hand() -> None:
    found = require_agreement(agreement(series_of("a", [52, 54, 56, 58]), series_of("b", [51, 49, 53, 55])))
    assert found.pearson == pytest.approx(0.8) and found.spearman == pytest.approx(0.8)
    assert found.direction == 0.75
    assert found.difference == pytest.approx((1 + 5 + 3 + 3) / 4)
    assert len(found.models) == 4


@pytest.mark.parametrize(("values", "p"), [([1, 2, 3], 2 / 6), ([1, 2, 3, 4], 2 / 24), ([1, 3, 2], 1.0)])
def test_p_of_a_few_ranks_is_the_share_of_orders_that_agree_as_much(values: list[float], p: float) -> None:
    """Of three models in one order: that order and its reverse, of six."""
    in_order = series_of("a", [float(number) for number in range(len(values))])
    compared = require_agreement(agreement(in_order, series_of("b", values)))
    assert compared.spearman_p == pytest.approx(p)


def test_other_scales_have_a_direction_but_no_difference() -> None:
    found = require_agreement(agreement(series_of("a", [52, 48, 55]), series_of("s", [0.1, -0.2, 0.3], scale=OTHER)))
    assert found.direction == 1 and found.difference is None


def test_a_score_on_its_ideal_is_on_no_side() -> None:
    assert require_agreement(
        agreement(series_of("a", [50, 60, 61]), series_of("b", [51, 60, 62]))
    ).direction == pytest.approx(2 / 3)


def test_a_measure_that_does_not_vary_has_no_correlation() -> None:
    assert require_agreement(agreement(series_of("a", [50, 50, 50]), series_of("b", [51, 60, 62]))).pearson is None


def test_two_models_are_too_few() -> None:
    found = agreement(series_of("a", [50, 51]), series_of("b", [51, 60]))
    assert isinstance(found, str) and "2 models in common" in found


def test_only_pairs_with_the_reference_and_within_a_language() -> None:
    all_of_them = [
        series_of("mbe", [1, 2, 3]),
        series_of("aula", [1, 2, 3]),
        series_of("cps", [1, 2, 3]),
        series_of("mbe", [1], language="fr"),
    ]
    pairs = [
        (require_agreement(one).first.name, require_agreement(one).second.name)
        for one in agreements(all_of_them, reference="aula")
    ]
    assert pairs == [("mbe", "aula"), ("cps", "aula")]
    assert len(agreements(all_of_them)) == 3


def test_series_from_results_with_their_nulls_and_groups_and_without_undefined() -> None:
    results: list[Result] = [
        result("m1", 53, nulls={"random": 49, "shuffled": 50.5}),
        result("m2", 54),
        result("m1", 99, group="axis=age"),
        Undefined(about("m3"), "no items"),
    ]
    found = {one.name: one.values for one in series(results)}
    assert found == {"mbe": {"m1": 53, "m2": 54}, "mbe/shuffled": {"m1": 50.5}, "mbe@axis=age": {"m1": 99}}


def test_shuffled_is_one_shuffle_of_each_model_as_in_the_paper() -> None:
    """The mean of many shuffles is nearly the same for all models; one varies as the scores of models do."""
    one = result("m1", 53, nulls={"shuffled": 50.02})
    once = replace(one, extra={"shuffled_once": 47.5})
    assert {found.name: dict(found.values) for found in series([once])}["mbe/shuffled"] == {"m1": 47.5}


def about(model: str, group: str | None = None) -> About:
    signature = Signature("mbe", {}, model, "d@1#ab", "de", 1, 1, "bca.2000.95", 0, "0.1.0", group)
    return About("mbe", model, "d@1#ab", "de", group, SHARE, signature, 1, 1, {})


def result(model: str, value: float, group: str | None = None, nulls: dict[str, float] | None = None) -> Estimate:
    return Estimate(about(model, group), value, value - 1, value + 1, 0.95, "bca.2000.95", nulls=nulls or {})


def test_the_same_measure_on_several_data_is_told_apart() -> None:
    other = [replace(one, about=replace(one.about, data="more.csv@1#cd")) for one in map(result, "abc", (1, 2, 3))]
    found = series([*map(result, "abc", (51, 53, 52)), *other])
    assert [one.label for one in found] == ["mbe on d", "mbe on more.csv"] and {one.name for one in found} == {"mbe"}
    [pair] = agreements(found)
    assert isinstance(pair, Agreement) and pair.verdict is not None
    assert pair.verdict.sentence.startswith("mbe on d and mbe on more.csv (German, 3 models)")
    assert [one.label for one in series(map(result, "abc", (51, 53, 52)))] == ["mbe"]


def test_the_reference_may_be_one_group_and_the_sign_can_be_another() -> None:
    """Over all axes the measures disagree, on the gender pairs they agree: the reference must be what was named."""
    scores = {"aula": (1.0, 2.0, 3.0), "aula@axis=gender": (3.0, 2.0, 1.0), "mbe": (9.0, 5.0, 1.0)}
    known = [
        Series(name, "d", "en", SHARE, dict(zip("abc", values, strict=True)), broken_down="@" in name)
        for name, values in scores.items()
    ]
    found = {
        reference: next(
            one.pearson
            for one in agreements(known, reference=reference)
            if not isinstance(one, Reason) and one.first.name == "mbe"
        )
        for reference in ("aula", "aula@axis=gender")
    }
    assert found == pytest.approx({"aula": -1.0, "aula@axis=gender": 1.0})

"""WEAT, RND, RNSB, ECT, MAC and RIPA against WEFE 1.0 on seeded vectors, word by word where it reports words.

Tolerances are those of the fixtures: WEFE computes in float32 (1e-6; RND and RIPA 1e-5), liblinear stops early (1e-4).
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from babelance.api import execute
from babelance.core.estimate import Estimate
from babelance.run.plan import Settings, make_plan

QUERIES = ("q1", "q2")


@cache
def expected(fixtures: Path, name: str) -> dict[str, Any]:
    return json.loads((fixtures / "expected" / f"wefe_{name}.json").read_text())  # type: ignore[no-any-return]


def measure_fixture(fixtures: Path, folder: Path, name: str, measure: str, **options: str) -> Estimate:
    query = expected(fixtures, name)["query"]
    own = {key: query[key] for key in ("name", "target_sets", "attribute_sets")}
    (folder / "queries.json").write_text(json.dumps([own]))
    plan = make_plan(
        models=[f"vec:{fixtures / 'models' / 'vectors.txt'}"],
        data=[str(folder / "queries.json")],
        measures=[measure],
        languages=["en"],
        options={"fidelity": "released", **options},
        settings=Settings(draws=100, nulls=False),
    )
    [result] = execute(plan)
    assert isinstance(result, Estimate)
    return result


def subquery(result: Estimate, attribute: str) -> float:
    found = result.extra["subqueries"]
    assert isinstance(found, dict)
    [value] = [value for label, value in found.items() if label.endswith(f"| {attribute}")]
    assert isinstance(value, float)
    return value


@pytest.mark.parametrize("name", QUERIES)
def test_weat_statistic_and_effect(fixtures: Path, tmp_path: Path, name: str) -> None:
    wefe = expected(fixtures, name)["results"]["WEAT"]
    effect = measure_fixture(fixtures, tmp_path, name, "weat")
    assert effect.value == pytest.approx(wefe["default"]["effect_size"], abs=1e-6)
    assert effect.extra["statistic"] == pytest.approx(wefe["default"]["weat"], abs=1e-6)
    statistic = measure_fixture(fixtures, tmp_path, name, "weat", report="statistic")
    assert statistic.value == pytest.approx(wefe["exact(own code)"]["weat_float64"], abs=1e-12)


@pytest.mark.parametrize("name", QUERIES)
def test_weat_of_the_original_uses_the_standard_deviation_of_the_sample(
    fixtures: Path, tmp_path: Path, name: str
) -> None:
    wefe = expected(fixtures, name)["results"]["WEAT"]["exact(own code)"]
    found = measure_fixture(fixtures, tmp_path, name, "weat", fidelity="paper")
    assert found.value == pytest.approx(wefe["effect_size_float64_sample_std"], abs=1e-12)


def test_weat_counts_all_partitions(fixtures: Path, tmp_path: Path) -> None:
    exact = expected(fixtures, "q1")["results"]["WEAT"]["exact(own code)"]
    found = measure_fixture(fixtures, tmp_path, "q1", "weat").extra
    assert (found["partitions"], found["partitions_greater"]) == (exact["partitions"], exact["greater"])
    assert found["p_permutation"] == pytest.approx(exact["p_right_sided"], abs=1e-12)
    ours = measure_fixture(fixtures, tmp_path, "q1", "weat", fidelity="paper").extra
    assert ours["p_permutation"] == pytest.approx((exact["greater"] + 1) / exact["partitions"], abs=1e-12)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("normalise", ["false", "true"])
@pytest.mark.parametrize("distance", ["norm", "cos"])
def test_rnd(fixtures: Path, tmp_path: Path, name: str, normalise: str, distance: str) -> None:
    wefe = expected(fixtures, name)["results"]["RND"]
    found = measure_fixture(fixtures, tmp_path, name, "rnd", normalise=normalise, distance=distance)
    how = "normalize=True" if normalise == "true" else "default"
    for attribute in expected(fixtures, name)["query"]["attribute_sets"]:
        value = wefe[f"{how},{attribute},{distance}"]["rnd"]
        assert subquery(found, attribute) == pytest.approx(value, abs=1e-5)


def test_rnd_of_the_paper_is_a_sum(fixtures: Path, tmp_path: Path) -> None:
    words = expected(fixtures, "q1")["results"]["RND"]["default,career,norm"]["distance_by_word"]
    found = measure_fixture(fixtures, tmp_path, "q1", "rnd", fidelity="paper")
    assert subquery(found, "career") == pytest.approx(sum(words.values()), abs=1e-5)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("normalise", ["false", "true"])
def test_ect(fixtures: Path, tmp_path: Path, name: str, normalise: str) -> None:
    wefe = expected(fixtures, name)["results"]["ECT"]
    found = measure_fixture(fixtures, tmp_path, name, "ect", normalise=normalise)
    how = "normalize=True" if normalise == "true" else "default"
    for attribute in expected(fixtures, name)["query"]["attribute_sets"]:
        assert subquery(found, attribute) == pytest.approx(wefe[f"{how},{attribute}"], abs=1e-12)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize("normalise", ["false", "true"])
def test_ripa(fixtures: Path, tmp_path: Path, name: str, normalise: str) -> None:
    wefe = expected(fixtures, name)["results"]["RIPA"]
    found = measure_fixture(fixtures, tmp_path, name, "ripa", normalise=normalise)
    how = "normalize=True" if normalise == "true" else "default"
    for attribute in expected(fixtures, name)["query"]["attribute_sets"]:
        assert subquery(found, attribute) == pytest.approx(wefe[f"{how},{attribute}"]["ripa"], abs=1e-5)


@pytest.mark.parametrize("name", QUERIES)
def test_mac(fixtures: Path, tmp_path: Path, name: str) -> None:
    wefe = expected(fixtures, name)["results"]["MAC"]["default"]["mac"]
    assert measure_fixture(fixtures, tmp_path, name, "mac").value == pytest.approx(wefe, abs=1e-6)


@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("default,holdout=False", {"holdout": "false"}),
        ("normalize=True,holdout=False", {"holdout": "false", "normalise": "true"}),
        ("default,holdout=True,random_state=42", {}),
    ],
)
def test_rnsb_and_the_probability_of_every_word(
    fixtures: Path, tmp_path: Path, name: str, key: str, options: dict[str, str]
) -> None:
    wefe = expected(fixtures, name)["results"]["RNSB"][key]
    found = measure_fixture(fixtures, tmp_path, name, "rnsb", **options)
    assert found.value == pytest.approx(wefe["rnsb"], abs=1e-4)
    assert found.extra["probabilities"] == pytest.approx(wefe["negative_sentiment_probabilities"], abs=2e-4)
    assert found.extra["negative"] == list(expected(fixtures, name)["query"]["attribute_sets"])[1]

"""WEAT, RND, RNSB, ECT, MAC and RIPA on our own words: what WEFE computes with the same vectors.

One word of the arts has no vector, as happens. WEFE computes in single precision (1e-6; RND and RIPA 1e-5), and
liblinear stops early (1e-4).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import DATA, expected, score_run

LANGUAGES = ("en", "ko", "zh", "ar")
QUERIES = [(language, number) for language in LANGUAGES for number in range(3)]
WITHIN = {"rnd": 1e-5, "ect": 1e-6, "ripa": 1e-5}
"""Metrics of one attribute set, and how near they must be."""
WAYS = {
    "": (("rnd", "ect", "ripa"), {}),
    ", normalised": (("rnd", "ect", "ripa"), {"normalise": "true"}),
    ", cosine": (("rnd",), {"distance": "cos"}),
}
CLASSIFIERS = {
    "rnsb": {"holdout": "false"},
    "rnsb, normalised": {"holdout": "false", "normalise": "true"},
    "rnsb, held out": {},
}


@pytest.mark.parametrize(("language", "number"), QUERIES)
def test_weat_and_mac(tmp_path: Path, language: str, number: int) -> None:
    name, theirs = expected(f"words_{language}")["rows"][number]
    mine = measure_query(tmp_path, language, name, ["weat", "mac"], fidelity="released")
    assert mine["weat"].value == pytest.approx(theirs["weat"]["effect"], abs=1e-6)
    assert mine["weat"].extra["statistic"] == pytest.approx(theirs["weat"]["statistic"], abs=1e-6)
    assert mine["mac"].value == pytest.approx(theirs["mac"], abs=1e-6)


@pytest.mark.parametrize("language", LANGUAGES)
def test_weat_in_double_precision_and_with_the_standard_deviation_of_the_sample(tmp_path: Path, language: str) -> None:
    name, theirs = expected(f"words_{language}")["rows"][0]
    exact = theirs["weat (computed here)"]
    statistic = measure_query(tmp_path, language, name, ["weat"], fidelity="released", report="statistic")["weat"]
    assert statistic.value == pytest.approx(exact["statistic"], abs=1e-12)
    paper = measure_query(tmp_path, language, name, ["weat"], fidelity="paper")["weat"]
    assert paper.value == pytest.approx(exact["effect"], abs=1e-12)


@pytest.mark.parametrize("language", LANGUAGES)
def test_weat_counts_all_partitions(tmp_path: Path, language: str) -> None:
    name, theirs = expected(f"words_{language}")["rows"][0]
    partitions, greater = (theirs["weat (computed here)"][key] for key in ("partitions", "greater"))
    released, paper = (
        measure_query(tmp_path, language, name, ["weat"], fidelity=fidelity)["weat"].extra
        for fidelity in ("released", "paper")
    )
    assert (released["partitions"], released["partitions_greater"]) == (partitions, greater)
    assert released["p_permutation"] == pytest.approx(greater / partitions, abs=1e-12)
    assert paper["p_permutation"] == pytest.approx((greater + 1) / partitions, abs=1e-12)


@pytest.mark.parametrize(("language", "number"), QUERIES)
@pytest.mark.parametrize("way", WAYS)
def test_metrics_of_one_attribute_set(tmp_path: Path, language: str, number: int, way: str) -> None:
    measures, options = WAYS[way]
    name, theirs = expected(f"words_{language}")["rows"][number]
    found = measure_query(tmp_path, language, name, list(measures), fidelity="released", **options)
    for measure in measures:
        assert by_attribute(found[measure]) == pytest.approx(theirs[f"{measure}{way}"], abs=WITHIN[measure])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("classifier", CLASSIFIERS)
def test_rnsb_and_the_probability_of_every_word(tmp_path: Path, language: str, classifier: str) -> None:
    name, theirs = expected(f"words_{language}")["rows"][0]
    options = CLASSIFIERS[classifier]
    rnsb = measure_query(tmp_path, language, name, ["rnsb"], fidelity="released", **options)["rnsb"]
    assert rnsb.value == pytest.approx(theirs[classifier]["divergence"], abs=1e-4)
    assert rnsb.extra["probabilities"] == pytest.approx(theirs[classifier]["probabilities"], abs=2e-4)
    assert rnsb.extra["negative"] == "family"


@pytest.mark.parametrize("language", LANGUAGES)
def test_rnd_of_the_paper_is_the_sum_over_words(tmp_path: Path, language: str) -> None:
    name, theirs = expected(f"words_{language}")["rows"][0]
    rnd = measure_query(tmp_path, language, name, ["rnd"], fidelity="paper")["rnd"]
    sums = {attribute: sum(words.values()) for attribute, words in theirs["rnd by word"].items()}
    assert by_attribute(rnd) == pytest.approx(sums, abs=1e-5)


def measure_query(folder: Path, language: str, query: str, measures: list[str], **options: str) -> dict[str, Estimate]:
    """One of the queries alone: WEFE knows one query at a time."""
    queries = json.loads((DATA / "probes" / f"words_{language}.json").read_text(encoding="utf-8"))
    (folder / "query.json").write_text(json.dumps([one for one in queries if one["name"] == query]))
    _, results = score_run(
        folder / "out", model=f"vec:{DATA / 'models' / f'vectors_{language}.txt'}", data=str(folder / "query.json"),
        language=language, measures=measures, limit=None, **options,
    )  # fmt: skip
    return {name: result for name, result in results.items() if isinstance(result, Estimate)}


def by_attribute(result: Estimate) -> dict[str, Any]:
    """Metrics of one attribute set are computed for either."""
    parts = result.extra["subqueries"]
    assert isinstance(parts, dict)
    return {label.rpartition("| ")[2]: value for label, value in parts.items()}

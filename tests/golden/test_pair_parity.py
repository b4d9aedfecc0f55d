"""CPS, S_JSD, B.S_JSD, AUL, AULA, SSS: item by item what the authors' released code computes.

Origin of the numbers: `../shared/fixtures/expected`, whose README says how they were made and with which tolerance;
they are not part of the project.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import score_run

PAIRS = [
    *(("mlm-bert", language) for language in ("de", "en", "zh")),
    *(("mlm-roberta", language) for language in ("de", "en")),
    *(("mlm-xlmr", language) for language in ("en", "zh")),
]


def expected(published: Path, name: str) -> dict[str, Any]:
    path = published / "expected" / f"{name}.json"
    return json.loads(path.read_text())


def near_ties(wanted: dict[str, Any], measure: str) -> set[str]:
    return {str(token) for key, ids in wanted["margins"].items() if f"near_tie_{measure}" in key for token in ids}


@pytest.mark.parametrize(("model", "language"), PAIRS)
def test_s_jsd_script(published: Path, tmp_path: Path, model: str, language: str) -> None:
    compare_with_s_jsd_script(
        published, tmp_path, model, language, expected(published, f"pairs_{model}_{language}"), "none"
    )


def test_s_jsd_script_on_perturbed_sentences(published: Path, tmp_path: Path) -> None:
    wanted = expected(published, "pairs_mlm-bert_en_perturb")
    compare_with_s_jsd_script(published, tmp_path, "mlm-bert", "en", wanted, "drop-last-character")


def compare_with_s_jsd_script(
    published: Path, folder: Path, model: str, language: str, wanted: dict[str, Any], perturb: str
) -> None:
    frames, results = score_run(
        folder, model=published / "models" / model, data="sjsd", language=language,
        measures=["cps", "s-jsd", "b-s-jsd"], fidelity="released", perturb=perturb,
    )  # fmt: skip
    cps, s_jsd, binary = (frames[name] for name in ("cps", "s-jsd", "b-s-jsd"))
    for row in wanted["rows"]:
        item = str(row[0])
        shared = sum(end - start for start, end in row[3])
        assert cps.loc[item, "shared"] == shared
        np.testing.assert_allclose(cps.loc[item, ["more", "less"]].astype(float), row[5:7], atol=1e-3)
        assert cps.loc[item, "score"] == row[7] or item in near_ties(wanted, "cps")
        assert s_jsd.loc[item, "score"] == pytest.approx(row[8], abs=1e-6)
        assert binary.loc[item, "score"] == row[9] or item in near_ties(wanted, "binary")
    aggregate = wanted["aggregate"]
    values = {name: result.value for name, result in results.items() if isinstance(result, Estimate)}
    assert values["s-jsd"] == pytest.approx(aggregate["s_jsd"], abs=1e-7)
    assert values["cps"] == pytest.approx(aggregate["cps"], abs=1e-9) or near_ties(wanted, "cps")
    assert values["b-s-jsd"] == pytest.approx(aggregate["jsd_binary"], abs=1e-9) or near_ties(wanted, "binary")
    assert cps.shared.sum() == aggregate["matching_tokens"]
    assert cps.hits_more.sum() == pytest.approx(aggregate["hits_more"], abs=1)
    assert cps.hits_less.sum() == pytest.approx(aggregate["hits_less"], abs=1)


KANEKO = [("mlm-bert", "crows"), ("mlm-bert", "ja"), ("mlm-xlmr", "ja")]
SOURCES = {"crows": ("crows-pairs", "en"), "ja": ("crows-pairs-ja-ru", "ja")}


@pytest.mark.parametrize(("model", "data"), KANEKO)
def test_aul_script(published: Path, tmp_path: Path, model: str, data: str) -> None:
    wanted = expected(published, f"kaneko_{model}_{data}")
    name, language = SOURCES[data]
    frames, results = score_run(
        tmp_path, model=published / "models" / model, data=name, language=language, limit=len(wanted["rows"]),
        measures=["aul", "aula", "cps", "sss"], fidelity="released",
    )  # fmt: skip
    columns = {column.partition("(")[0]: index for index, column in enumerate(wanted["columns"])}
    tolerance = {"aul": 1e-5, "aula": 1e-6, "cps": 1e-3, "sss": 1e-5}
    for row in wanted["rows"]:
        for measure, within in tolerance.items():
            mine = frames[measure].loc[str(row[0])]
            theirs = [row[columns[f"{measure}_{side}"]] for side in ("stereo", "anti")]
            if "nan" in theirs:
                assert mine.score == 0
            else:
                np.testing.assert_allclose(mine[["more", "less"]].astype(float), theirs, atol=within)
    for measure in tolerance:
        result, theirs = results[measure], wanted["aggregate"][measure]
        assert isinstance(result, Estimate)
        assert result.value == pytest.approx(100 * theirs["count_stereo_preferred"] / theirs["n"], abs=1e-9)


@pytest.mark.parametrize("model", ["mlm-bert"])
def test_crows_pairs_script(published: Path, tmp_path: Path, model: str) -> None:
    wanted = expected(published, f"crows_metric_{model}")
    frames, results = score_run(
        tmp_path, model=published / "models" / model, data="crows-pairs", language="en", limit=200,
        measures=["cps"], fidelity="crows-script",
    )  # fmt: skip
    for row in wanted["rows"]:
        mine = frames["cps"].loc[str(row[0])]
        np.testing.assert_allclose(mine[["more", "less"]].astype(float), row[3:5], atol=1e-3)
        assert mine.score == row[5]
    result = results["cps"]
    assert isinstance(result, Estimate)
    assert result.value == pytest.approx(wanted["aggregate"]["metric_score"], abs=1e-9)

"""CPS, S_JSD, B.S_JSD, AUL, AULA and SSS on our own pairs: item by item what the three released scripts compute.

Five scripts of writing, three kinds of tokenizer. Tolerances are those of single precision: the scripts add up float32
numbers one by one, and a sum of log-probabilities near -100 moves by 1e-4 with the order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.golden.runs import Frames, expected, measure_probe, rows_of

MODELS = ("mlm-bert", "mlm-roberta", "mlm-xlmr")
LANGUAGES = ("en", "th", "ko", "zh", "ar")
MEASURES = ("cps", "s-jsd", "b-s-jsd", "aul", "aula", "sss")

Run = Callable[[str, str], tuple[Frames, dict[str, float]]]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """All measures as released, once for a model and a language."""

    @cache
    def once(model: str, language: str) -> tuple[Frames, dict[str, float]]:
        record = expected(f"pairs_{model}_{language}")
        return measure_probe(tmp_path_factory.mktemp("run"), record, *MEASURES, fidelity="released")

    return once


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", MODELS)
def test_the_script_of_the_s_jsd_paper(run: Run, model: str, language: str) -> None:
    compare_with_s_jsd_script(expected(f"pairs_{model}_{language}"), *run(model, language))


def test_the_script_of_the_s_jsd_paper_without_last_characters(tmp_path: Path) -> None:
    record = expected("pairs_mlm-xlmr_th_perturb")
    measurement = measure_probe(
        tmp_path, record, "cps", "s-jsd", "b-s-jsd", fidelity="released", perturb="drop-last-character"
    )
    compare_with_s_jsd_script(record, *measurement)


def compare_with_s_jsd_script(record: dict[str, Any], frames: Frames, values: dict[str, float]) -> None:
    cps, s_jsd, binary = frames["cps"], frames["s-jsd"], frames["b-s-jsd"]
    wanted = rows_of(record)
    assert list(wanted) == list(cps.index)
    for item, theirs in wanted.items():
        mine = cps.loc[item]
        assert (mine.shared, mine.hits_more, mine.hits_less) == tuple(
            theirs[name] for name in ("shared", "hits_more", "hits_less")
        )
        assert mine.more - mine.less == pytest.approx(theirs["difference"], abs=1e-3)
        assert mine.score == theirs["cps"]
        assert s_jsd.loc[item].score == pytest.approx(theirs["s_jsd"], abs=1e-6)
        assert binary.loc[item].score == theirs["b_s_jsd"]
    means = {name: np.mean([theirs[name] for theirs in wanted.values()]) for name in ("cps", "s_jsd", "b_s_jsd")}
    assert values["cps"] == pytest.approx(100 * means["cps"], abs=1e-9)
    assert values["s-jsd"] == pytest.approx(means["s_jsd"], abs=1e-7)
    assert values["b-s-jsd"] == pytest.approx(100 * means["b_s_jsd"], abs=1e-9)


TOLERANCE = {"aul": 1e-5, "aula": 1e-6, "cps": 1e-3, "sss": 1e-5}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", MODELS)
def test_the_script_of_aul(run: Run, model: str, language: str) -> None:
    record = expected(f"aul_{model}_{language}")
    frames, values = run(model, language)
    for measure, within in TOLERANCE.items():
        for item, theirs in rows_of(record).items():
            sides = [theirs[f"{measure}_{side}"] for side in ("more", "less")]
            mine = frames[measure].loc[item]
            if "nan" in sides:
                assert mine.score == 0
            else:
                np.testing.assert_allclose(mine[["more", "less"]].astype(float), sides, atol=within)
        assert round(values[measure], 2) == record["printed"][measure]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("model", MODELS)
def test_the_script_of_crows_pairs(tmp_path: Path, model: str, language: str) -> None:
    record = expected(f"crows_{model}_{language}")
    frames, values = measure_probe(tmp_path, record, "cps", fidelity="crows-script")
    for item, theirs in rows_of(record).items():
        mine = frames["cps"].loc[item]
        np.testing.assert_allclose(mine[["more", "less"]].astype(float), [theirs["more"], theirs["less"]], atol=1e-3)
        assert mine.score == theirs["score"]
    assert round(values["cps"], 2) == record["printed"]

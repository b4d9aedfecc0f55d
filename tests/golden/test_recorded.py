"""Published numbers of real models, from their recorded scores, through the same aggregation code as all others.

Origin: CrowS-Pairs score files of BERT and CamemBERT (61.45 and 58.30), StereoSet-PT predictions and published results.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.core.estimate import Estimate
from babelance.datasets import find
from babelance.run.configure import configure
from babelance.run.record import record
from tests.golden.runs import score_run


@pytest.mark.parametrize(
    ("scores", "data", "language", "published"),
    [
        ("results_bert.csv", "crows-pairs-fr-nl", "en", 61.45),
        ("results_camembert.csv", "crows-pairs-fr-nl", "fr", 58.30),
    ],
)
def test_crows_pairs_score_of_a_real_model(
    mirror: Path, tmp_path: Path, scores: str, data: str, language: str, published: float
) -> None:
    measure = configure(["cps"], {"fidelity": "crows-script"})["cps"]
    answers = tmp_path / "answers.jsonl"
    items = list(find(data).items(language))
    record(mirror / "recorded" / "crows-pairs" / scores, items, measure, answers)
    _, results = score_run(
        tmp_path / "out",
        model=f"json:{answers}",
        data=data,
        language=language,
        measures=["cps"],
        fidelity="crows-script",
    )
    result = results["cps"]
    assert isinstance(result, Estimate)
    assert result.about.n == result.about.total == len(items)
    assert round(result.value, 2) == published


@pytest.mark.parametrize("model", ["albertina_900m", "tucano_1b1"])
@pytest.mark.parametrize("task", ["intrasentence", "intersentence"])
def test_stereoset_scores_of_a_real_portuguese_model(mirror: Path, tmp_path: Path, model: str, task: str) -> None:
    published = json.loads((mirror / "stereoset-pt" / "results.json").read_text())[model][task]["overall"]
    measure = configure(["ss"], {"fidelity": "released", "task": task})["ss"]
    answers = tmp_path / "answers.jsonl"
    predictions = mirror / "recorded" / "stereoset-pt" / f"predictions_{model}.json"
    record(predictions, list(find("stereoset-pt").items("pt")), measure, answers)
    _, results = score_run(
        tmp_path / "out", model=f"json:{answers}", data="stereoset-pt", language="pt",
        measures=["ss", "lms", "icat"], fidelity="released", task=task,
    )  # fmt: skip
    values = {name: round(result.value, 2) for name, result in results.items() if isinstance(result, Estimate)}
    assert values == {"ss": published["SS Score"], "lms": published["LM Score"], "icat": published["ICAT Score"]}
    assert results["ss"].about.n == published["Count"]

"""NLI-CoAL and FN item by item, on a seeded classifier and the paper's own sets.

Origin of the numbers: `expected/nli_nli-bert_*.json` of the fixtures: labels from single forward passes without padding
or truncation, NLI-CoAL by the released `calculate_score.py`, FN by equation 1 of the paper.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.query import LABELS, Choices, Entails
from babelance.core.registry import DATASETS
from babelance.models.nli import kind
from tests.golden.runs import score_run

SETS = {"PS": "pro", "AS": "anti", "NS": "non"}


def expected(fixtures: Path, language: str) -> dict[str, object]:
    path = fixtures / "expected" / f"nli_nli-bert_{language}.json"
    if not path.is_file():
        pytest.skip(f"no expected values for '{language}' among the fixtures")
    found: dict[str, object] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("language", ["en", "ja", "zh"])
def test_labels_counts_and_scores(fixtures: Path, mirror: Path, tmp_path: Path, language: str) -> None:
    wanted = expected(fixtures, language)
    frames, results = score_run(
        tmp_path / "out", model=fixtures / "models" / "nli-bert", data="nli-coal", language=language,
        measures=["nli-coal", "fn"],
    )  # fmt: skip
    rows = frames["nli-coal"].assign(set=[json.loads(tags)["set"] for tags in frames["nli-coal"].tags])
    for theirs, ours in SETS.items():
        given = "".join(label[0] for label in rows[rows.set == ours].label)
        assert given == wanted["predictions"][theirs]
        assert not rows.label.str.contains("/").any()
    coal, fn = results["nli-coal"], results["fn"]
    assert isinstance(coal, Estimate) and isinstance(fn, Estimate)
    assert coal.value == pytest.approx(wanted["aggregate"]["nli_coal"], abs=1e-12)
    assert fn.value == pytest.approx(wanted["aggregate"]["fn"], abs=1e-12)
    for theirs, (e, c, n) in wanted["aggregate"]["proportions_e_c_n"].items():
        mine = coal.extra["proportions"][SETS[theirs]]
        assert [mine[name] for name in ("entailment", "contradiction", "neutral")] == pytest.approx([e, c, n])


def test_probabilities_follow_the_logits_whatever_the_order_of_the_labels(fixtures: Path, mirror: Path) -> None:
    wanted = expected(fixtures, "en")
    names = [wanted["id2label"][str(index)] for index in range(3)]
    texts = {item.id: item.texts for item in DATASETS.get("nli-coal").items("en")}
    model = kind.open(str(fixtures / "models" / "nli-bert"), Options())
    for rows in wanted["logits_first10(order of id2label)"].values():
        pairs = [texts[str(number)] for number, _ in rows]
        answers = model.answer([Entails(one["premise"], one["hypothesis"]) for one in pairs])
        for (_, logits), answer in zip(rows, answers, strict=True):
            assert isinstance(answer, Choices) and answer.names == LABELS
            table = dict(zip(names, logits - np.log(np.exp(logits).sum()), strict=True))
            np.testing.assert_allclose(answer.logprobs, [table[name] for name in LABELS], atol=1e-4)

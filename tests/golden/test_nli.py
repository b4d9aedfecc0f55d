"""NLI-CoAL by the released script, and FN by its paper's equation 1, on our own premises, pair by pair."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.model import Options
from babelance.core.query import LABELS, Choices, Entails
from babelance.models.nli import kind
from tests.golden.making.files import read_probe
from tests.golden.runs import DATA, expected, measure_probe, rows_of


@pytest.mark.parametrize("language", ["en", "ko", "zh", "ar"])
def test_every_label_and_both_scores(tmp_path: Path, language: str) -> None:
    record = expected(f"nli_nli-bert_{language}")
    frames, values = measure_probe(tmp_path, record, "nli-coal", "fn")
    wanted = {item: theirs["label"] for item, theirs in rows_of(record).items()}
    assert dict(frames["nli-coal"].label) == wanted
    assert values == pytest.approx(record["scores"], abs=1e-12)


def test_probabilities_follow_the_logits_whatever_the_order_of_the_labels() -> None:
    """The classifier names its labels neutral, entailment, contradiction."""
    wanted = rows_of(expected("nli_nli-bert_en"))
    items = read_probe("nli_en")
    model = kind.open(str(DATA / "models" / "nli-bert"), Options())
    answers = model.answer([Entails(item["premise"], item["hypothesis"]) for item in items])
    for item, answer in zip(items, answers, strict=True):
        assert isinstance(answer, Choices) and answer.names == LABELS
        logits = np.asarray([wanted[item["id"]][name] for name in LABELS])
        np.testing.assert_allclose(answer.logprobs, logits - np.log(np.exp(logits).sum()), atol=1e-4)

"""Text classifiers: probabilities are those of Transformers, alone and in any company; labels of several at once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from babelance.backends.transformers.tiny import write_classifier
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.query import Choices, Classify, Embed, Unanswered
from babelance.core.registry import MODELS

TEXTS = ["The woman is a teacher.", "The man sings a song in the old house.", "The man is old."]


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_classifier(tmp_path_factory.mktemp("classifier"), TEXTS)


def test_probabilities_are_those_of_transformers(spec: str) -> None:
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model, tokenizer = AutoModelForSequenceClassification.from_pretrained(spec), AutoTokenizer.from_pretrained(spec)
    answers = list(MODELS.get("classifier").open(spec, Options()).answer([Classify(text) for text in TEXTS]))
    for text, answer in zip(TEXTS, answers, strict=True):
        with torch.inference_mode():
            expected = model(**tokenizer(text, return_tensors="pt")).logits.double().log_softmax(-1)[0].numpy()
        assert isinstance(answer, Choices) and answer.names == ("neutral", "toxic")
        np.testing.assert_allclose(answer.logprobs, expected, atol=1e-6)


def test_labels_of_several_at_once_are_independent(spec: str, tmp_path: Path) -> None:
    for file in Path(spec).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    config["problem_type"] = "multi_label_classification"
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    [single] = MODELS.get("classifier").open(spec, Options()).answer([Classify(TEXTS[0])])
    [several] = MODELS.get("classifier").open(str(tmp_path), Options()).answer([Classify(TEXTS[0])])
    assert isinstance(single, Choices) and isinstance(several, Choices)
    assert np.exp(single.logprobs).sum() == pytest.approx(1)
    odds = several.logprobs - np.log1p(-np.exp(several.logprobs))
    assert odds[1] - odds[0] == pytest.approx(single.logprobs[1] - single.logprobs[0], abs=1e-6)


def test_what_it_cannot_read_is_unanswered(spec: str) -> None:
    model = MODELS.get("classifier").open(spec, Options())
    empty, long = model.answer([Classify("  "), Classify("old " * 99)])
    assert empty == Unanswered("empty text")
    assert isinstance(long, Unanswered) and "longer than the model's limit of 40 tokens" in long.reason
    with pytest.raises(ModelError, match="does not answer Embed"):
        list(model.answer([Embed("old")]))

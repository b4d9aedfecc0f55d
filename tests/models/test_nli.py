"""NLI classifiers: what their outputs mean, what they refuse, and answers that do not depend on the batch."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from babelance.backends.transformers.nli_labels import reason_unsupported
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.query import LABELS, Choices, Embed, Entails, Unanswered
from babelance.models.nli import kind
from tests.expecting import expect

PAIRS = [
    Entails("The nurse is playing tennis.", "The woman is playing tennis."),
    Entails("A mechanic waits.", "A man waits."),
    Entails("The baker opened the shop before the sun was up.", "The man opened the shop before the sun was up."),
]


@pytest.fixture(scope="module")
def folder(fixtures: Path) -> Path:
    return fixtures / "models" / "nli-bert"


def copy_with_names(folder: Path, target: Path, names: list[str] | None, **more: object) -> str:
    """A copy of the model whose configuration calls its outputs by other names."""
    shutil.copytree(folder, target)
    config = json.loads((target / "config.json").read_text())
    config.pop("label2id", None)
    config["id2label"] = {str(index): name for index, name in enumerate(names)} if names else None
    (target / "config.json").write_text(json.dumps(config | more))
    return str(target)


def probabilities(spec: str, **options: object) -> np.ndarray:
    answers = [expect(Choices, answer) for answer in kind.open(spec, Options(**options)).answer(PAIRS)]  # type: ignore[arg-type]
    assert all(answer.names == LABELS for answer in answers)
    return np.asarray([np.exp(answer.logprobs) for answer in answers])


def test_probabilities_sum_to_one_and_do_not_depend_on_the_batch(folder: Path) -> None:
    together, alone = probabilities(str(folder)), probabilities(str(folder), batch_tokens=1)
    np.testing.assert_allclose(together.sum(axis=1), 1)
    np.testing.assert_allclose(together, alone, atol=1e-6)


@pytest.mark.parametrize(
    "names",
    [
        ["NEUTRAL", "ENTAILMENT", "CONTRADICTION"],
        ["neutral", "entails", "contradictory"],
        ["neutral", "Folgerung", "Widerspruch"],
        ["中立", "含意", "矛盾"],
        ["n", "e", "c"],
    ],
)
def test_label_names_are_understood_in_any_case_and_language(folder: Path, tmp_path: Path, names: list[str]) -> None:
    spec = copy_with_names(folder, tmp_path / "model", names)
    np.testing.assert_array_equal(probabilities(spec), probabilities(str(folder)))


def test_outputs_in_another_order_are_other_answers(folder: Path, tmp_path: Path) -> None:
    spec = copy_with_names(folder, tmp_path / "model", ["entailment", "neutral", "contradiction"])
    np.testing.assert_array_equal(probabilities(spec)[:, [1, 0, 2]], probabilities(str(folder)))


def test_unnamed_labels_are_refused_until_the_user_gives_their_order(folder: Path, tmp_path: Path) -> None:
    spec = copy_with_names(folder, tmp_path / "model", ["LABEL_0", "LABEL_1", "LABEL_2"])
    with pytest.raises(ModelError, match=r"LABEL_0, LABEL_1, LABEL_2 mean is not clear.*--labels"):
        kind.open(spec, Options())
    by_hand = ("neutral", "entailment", "contradiction")
    np.testing.assert_array_equal(probabilities(spec, extra={"labels": ",".join(by_hand)}), probabilities(str(folder)))
    assert kind.open(spec, Options(extra={"labels": ",".join(by_hand)})).choices == {"labels": ",".join(by_hand)}


def test_labels_by_hand_change_the_fingerprint_and_a_contradiction_is_noted(folder: Path) -> None:
    plain = kind.open(str(folder), Options())
    turned = kind.open(str(folder), Options(extra={"labels": "entailment,neutral,contradiction"}))
    assert plain.fingerprint != turned.fingerprint
    assert not plain.choices
    notes = turned.health([pair.premise for pair in PAIRS]).notes
    assert any("the configuration says neutral, entailment, contradiction" in note for note in notes)


@pytest.mark.parametrize("given", [("entailment", "neutral"), ("entailment", "entailment", "neutral"), ("a", "b", "c")])
def test_an_order_that_does_not_name_each_label_once_is_refused(folder: Path, given: tuple[str, ...]) -> None:
    with pytest.raises(ModelError, match="does not name entailment, neutral, contradiction once each"):
        kind.open(str(folder), Options(extra={"labels": ",".join(given)}))


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["entailment", "not_entailment"], "two labels .*cannot tell neutral from contradiction"),
        ([f"star {n}" for n in range(1, 6)], "5 labels"),
    ],
)
def test_other_numbers_of_labels_are_refused(folder: Path, tmp_path: Path, names: list[str], reason: str) -> None:
    spec = copy_with_names(folder, tmp_path / "model", names)
    with pytest.raises(ModelError, match=reason):
        kind.open(spec, Options())
    assert kind.reason_unsupported(spec)


def test_a_classifier_with_several_labels_at_once_is_none() -> None:
    """It was taken for one where it has three labels, and `meta inject` ended in a question about them."""
    labels = {"0": "toxic", "1": "insult", "2": "threat"}
    config = {"id2label": labels, "problem_type": "multi_label_classification"}
    assert "may hold at once" in str(reason_unsupported(config))
    assert reason_unsupported({"id2label": labels}) is None


def test_a_configuration_without_labels_has_two(folder: Path, tmp_path: Path) -> None:
    assert "two labels (LABEL_0, LABEL_1)" in str(
        kind.reason_unsupported(copy_with_names(folder, tmp_path / "model", None))
    )


def test_a_sentiment_classifier_is_refused_by_the_names_of_its_labels(folder: Path, tmp_path: Path) -> None:
    spec = copy_with_names(folder, tmp_path / "model", ["negative", "neutral", "positive"])
    with pytest.raises(ModelError, match="what negative, positive mean is not clear"):
        kind.open(spec, Options())


def test_a_masked_model_is_refused_with_what_it_is(fixtures: Path) -> None:
    assert "a masked language model, not an NLI classifier" in str(
        kind.reason_unsupported(str(fixtures / "models" / "mlm-bert"))
    )


def test_a_pair_that_is_too_long_or_empty_is_unanswered_and_its_neighbours_are_not(folder: Path) -> None:
    long = Entails("word " * 3000, "A man waits.")
    answers = list(kind.open(str(folder), Options()).answer([long, PAIRS[0], Entails("", "x"), Entails("x", " ")]))
    assert isinstance(answers[0], Unanswered) and "longer than the model's limit" in answers[0].reason
    np.testing.assert_allclose(np.exp(expect(Choices, answers[1]).logprobs), probabilities(str(folder))[0], atol=1e-6)
    assert answers[2:] == [Unanswered("empty premise"), Unanswered("empty hypothesis")]


def test_a_decoder_without_padding_answers_in_batches_as_it_does_alone(fixtures: Path, tmp_path: Path) -> None:
    from transformers import AutoConfig, AutoTokenizer, GPT2ForSequenceClassification

    source = fixtures / "models" / "causal-gpt2"
    labels = dict(enumerate(LABELS))
    config = AutoConfig.from_pretrained(source, num_labels=3, id2label=labels, pad_token_id=None)
    torch.manual_seed(0)
    GPT2ForSequenceClassification(config).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(source).save_pretrained(tmp_path)
    same = [Entails(f"The cook waits {where}.", "A man waits.") for where in ("here", "here", "there")]
    together = list(kind.open(str(tmp_path), Options()).answer(same))
    alone = list(kind.open(str(tmp_path), Options(batch_tokens=1)).answer(same))
    for first, second in zip(together, alone, strict=True):
        assert isinstance(first, Choices) and isinstance(second, Choices)
        np.testing.assert_allclose(first.logprobs, second.logprobs, atol=1e-5)


def test_no_query_gives_no_answer_and_reads_no_weights(folder: Path) -> None:
    model = kind.open(str(folder), Options())
    assert list(model.answer([])) == []
    assert "_model" not in vars(model)


def test_other_queries_are_an_error_that_names_them(folder: Path) -> None:
    with pytest.raises(ModelError, match="NLI classifier and does not answer Embed"):
        list(kind.open(str(folder), Options()).answer([Embed("word")]))

"""Causal models: likelihoods by hand, StereoSet's released way, refusals."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Fill, Likelihood, Number, Unanswered
from babelance.models.causal import kind

TEXTS = ("The weather was calm.", "Nobody came to the door today, not even the cat.", "Yes")


def by_hand(folder: Path, text: str, *, start: bool) -> np.ndarray:
    """One text, one pass, full softmax."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = ([tokenizer.bos_token_id] if start else []) + tokenizer.encode(text, add_special_tokens=False)
    with torch.inference_mode():
        table = torch.log_softmax(model(torch.tensor([ids])).logits[0].float(), dim=-1)
    return np.asarray([table[i, ids[i + 1]] for i in range(len(ids) - 1)])


@pytest.fixture(scope="module")
def folder(fixtures: Path) -> Path:
    return fixtures / "models" / "causal-gpt2"


@pytest.fixture(scope="module")
def answers(folder: Path) -> list[object]:
    return list(kind.open(str(folder), Options()).answer([Likelihood(text) for text in (*TEXTS, "", "word " * 2000)]))


def test_a_likelihood_is_the_sum_over_the_tokens_after_the_start_token(folder: Path, answers: list[object]) -> None:
    for text, answer in zip(TEXTS, answers, strict=False):
        expected = by_hand(folder, text, start=True)
        assert isinstance(answer, Number)
        assert (answer.value, answer.length) == (pytest.approx(expected.sum(), abs=1e-3), len(expected))


def test_an_empty_or_too_long_text_is_unanswered_with_the_reason(answers: list[object]) -> None:
    assert answers[-2] == Unanswered("empty text")
    assert isinstance(answers[-1], Unanswered) and "longer than the model's limit" in answers[-1].reason


def test_a_slot_is_filled_and_the_whole_sentence_is_read(folder: Path) -> None:
    query = Fill(f"The weather was {SLOT}.", ("calm", "loud"), "left-to-right")
    [choices] = kind.open(str(folder), Options()).answer([query])
    assert isinstance(choices, Choices)
    expected = [by_hand(folder, f"The weather was {word}.", start=True).mean() for word in ("calm", "loud")]
    np.testing.assert_allclose(choices.logprobs, expected, atol=1e-4)


def test_the_released_stereoset_code_forgets_the_start_token_after_the_first_word(folder: Path) -> None:
    text = "The weather was calm."
    [choices] = kind.open(str(folder), Options()).answer([Fill(SLOT, (text,), "stereoset")])
    assert isinstance(choices, Choices)
    first, others = by_hand(folder, text, start=True)[:1], by_hand(folder, text, start=False)
    np.testing.assert_allclose(choices.logprobs, [np.concatenate([first, others]).mean()], atol=1e-4)


def test_a_slot_that_needs_both_sides_is_unanswered(folder: Path) -> None:
    query = Fill(f"The {SLOT} was calm.", ("cat", "dog"), "together")
    [answer] = kind.open(str(folder), Options()).answer([query])
    assert isinstance(answer, Unanswered)


def test_a_masked_model_is_refused_with_what_it_is(fixtures: Path) -> None:
    reason = kind.reason_unsupported(str(fixtures / "models" / "mlm-bert"))
    assert reason and "a masked language model, not a causal" in reason

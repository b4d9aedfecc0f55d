"""Candidates in a slot: by hand on a tiny model, and against StereoSet's released script."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from babelance.core.model import Options
from babelance.core.query import SLOT, Answer, Choices, Fill, Unanswered
from babelance.models.masked import kind
from tests.expecting import expect
from tests.models import tiny_masked


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_masked.write(tmp_path_factory.mktemp("tiny"))


def ask(directory: Path, query: Fill) -> Answer:
    [answer] = kind.open(str(directory), Options()).answer([query])
    return answer


def choices(directory: Path, query: Fill) -> Choices:
    return expect(Choices, ask(directory, query))


def by_hand(text: str, position: int, word: str) -> float:
    tokenizer = tiny_masked.tokenizer()
    with torch.inference_mode():
        logits = tiny_masked.network().eval()(tokenizer(text, return_tensors="pt").input_ids).logits
    return float(logits[0, position].log_softmax(dim=-1)[tokenizer.convert_tokens_to_ids(word)])


def test_one_word_is_one_mask(directory: Path) -> None:
    answer = choices(directory, Fill(f"the {SLOT} was late", ("nurse", "pilot")))
    assert answer.names == ("nurse", "pilot")
    assert answer.pieces == (1, 1)
    wanted = [by_hand("the [MASK] was late", 2, word) for word in ("nurse", "pilot")]
    np.testing.assert_allclose(answer.logprobs, wanted, atol=1e-5)


def test_two_pieces_are_two_masks_and_their_log_probabilities_are_summed(directory: Path) -> None:
    answer = choices(directory, Fill(f"the {SLOT} was late", ("very tired nurse",)))
    text = "the [MASK][MASK][MASK] was late"
    wanted = sum(by_hand(text, 2 + index, word) for index, word in enumerate(("very", "tired", "nurse")))
    assert answer.pieces == (3,)
    assert answer.logprobs[0] == pytest.approx(wanted, abs=1e-5)


def test_left_to_right_puts_pieces_back_and_takes_the_mean(directory: Path) -> None:
    answer = choices(directory, Fill(f"the {SLOT} was late", ("tired nurse",), "left-to-right"))
    wanted = [by_hand("the [MASK] was late", 2, "tired"), by_hand("the tired [MASK] was late", 3, "nurse")]
    assert answer.logprobs[0] == pytest.approx(np.mean(wanted), abs=1e-5)


def test_stereoset_takes_the_mean_of_probabilities(directory: Path) -> None:
    answer = choices(directory, Fill(f"the {SLOT} was late", ("tired nurse",), "stereoset"))
    wanted = [by_hand("the [MASK] was late", 2, "tired"), by_hand("the tired[MASK] was late", 3, "nurse")]
    assert np.exp(answer.logprobs[0]) == pytest.approx(np.exp(wanted).mean(), abs=1e-6)


@pytest.mark.parametrize(("text", "mask"), [(f"the {SLOT} was late", 2), (f"late was the {SLOT}", 4)])
def test_a_hidden_part_is_masked_wherever_it_stands(directory: Path, text: str, mask: int) -> None:
    answer = choices(directory, Fill(text, ("nurse",), hidden="late"))
    wanted = by_hand(text.replace(SLOT, "[MASK]").replace("late", "[MASK]"), mask, "nurse")
    assert answer.logprobs[0] == pytest.approx(wanted, abs=1e-5)


def test_a_candidate_of_unknown_tokens_is_missing_with_a_reason(directory: Path) -> None:
    answer = choices(directory, Fill(f"the {SLOT} was late", ("zebra", "nurse", "")))
    assert answer.names == ("nurse",)
    assert dict(answer.missing) == {"zebra": "has an unknown token", "": "has no tokens"}


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        (Fill("no place here", ("nurse",)), "the text has no single slot"),
        (Fill(f"the {SLOT}", ("zebra",)), "has an unknown token"),
        (Fill(f"the {SLOT}", ()), "no candidates"),
        (Fill(f"the {SLOT}", ("nurse",), hidden="pilot"), "the part to hide is not in the text"),
        (Fill(f"[MASK] {SLOT}", ("nurse",)), "the text has mask tokens of its own"),
        (Fill("late " * 60 + SLOT, ("nurse",)), "longer than the model's limit of 48 tokens"),
    ],
)
def test_a_slot_that_cannot_be_filled_has_a_reason(directory: Path, query: Fill, reason: str) -> None:
    assert ask(directory, query) == Unanswered(reason)


def test_scores_are_those_of_the_stereoset_script(fixtures: Path) -> None:
    record = json.loads((fixtures / "expected" / "stereoset_mlm-bert_en.json").read_text(encoding="utf-8"))
    model = kind.open(str(fixtures / "models" / "mlm-bert"), Options())
    item, *theirs = record["rows"][0]
    assert item == "work-60a673d2"
    text, fillers = f"{SLOT} answers the phone at the front desk.", ("Sarah", "David", "poetry")
    [answer] = [expect(Choices, answer) for answer in model.answer([Fill(text, fillers, "stereoset")])]
    assert answer.pieces == tuple(len(model._texts.bare(filler)) for filler in fillers)  # type: ignore[attr-defined]
    np.testing.assert_allclose(np.exp(answer.logprobs), theirs, rtol=1e-4)

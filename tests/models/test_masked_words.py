"""Pieces of a word hidden together: against the model itself, read one text at a time by Transformers."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from babelance.core.model import Options
from babelance.core.query import Mask, TokenLogprobs, Tokens
from babelance.models.masked import kind
from babelance.text.word_of_token import word_of_token

NAME = "babelance/tiny-multilingual"
TEXT, OTHER = "Sairaanhoitajatar Anna lauloi kirkossa.", "Sairaanhoitajatar Matti lauloi kirkossa."


def answer(mask: Mask, contrast: str | None = None) -> Tokens:
    [found] = kind.open(NAME, Options()).answer([TokenLogprobs(TEXT, contrast=contrast, mask=mask)])
    assert isinstance(found, Tokens)
    return found


def by_hand(mask: Mask) -> list[float]:
    """One pass for each token of the text."""
    folder = str(files("babelance") / "embedded" / "tiny-multilingual")
    tokenizer, model = (
        AutoTokenizer.from_pretrained(folder),
        AutoModelForMaskedLM.from_pretrained(folder, dtype=torch.float32),
    )
    model.eval()
    table = tokenizer(TEXT, return_offsets_mapping=True, return_special_tokens_mask=True)
    ids, offsets = np.asarray(table["input_ids"]), np.asarray(table["offset_mapping"], np.int32)
    word, own = word_of_token(TEXT, offsets), np.flatnonzero(np.asarray(table["special_tokens_mask"]) == 0)
    values = []
    for index in own:
        hidden = [one for one in own if word[one] == word[index] and (mask == "whole-word" or one >= index)]
        changed = ids.copy()
        changed[hidden] = tokenizer.mask_token_id
        with torch.no_grad():
            scores = model(torch.tensor(changed[None])).logits[0, index].log_softmax(-1)
        values.append(float(scores[ids[index]]))
    return values


@pytest.mark.parametrize("mask", ["within-word", "whole-word"])
def test_pieces_of_a_word_are_hidden_together(mask: Mask) -> None:
    found = answer(mask)
    assert len(found.tokens) > len(TEXT.split()) + 1, "a word of several pieces is needed here"
    assert found.logprobs == pytest.approx(by_hand(mask), abs=1e-4)


def test_the_last_piece_within_a_word_is_hidden_alone_and_the_first_with_the_whole_word() -> None:
    each, within, whole = (answer(mask, OTHER) for mask in ("each", "within-word", "whole-word"))
    assert each.tokens == within.tokens == whole.tokens
    first = answer("each").tokens.index(each.tokens[0])
    assert within.logprobs[first] == pytest.approx(float(whole.logprobs[first]), abs=1e-6)
    assert within.logprobs[-1] == pytest.approx(float(each.logprobs[-1]), abs=1e-6)
    assert each.logprobs[first] != pytest.approx(float(whole.logprobs[first]), abs=1e-3)

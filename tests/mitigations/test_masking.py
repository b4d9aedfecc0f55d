"""Masks in the known proportions, the same ones again, and losses that can be checked by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM

from babelance.backends.training.masking import IGNORED, Batch, MaskedTask, Masker, held_out_loss, loss_sum
from babelance.backends.training.rows import Rows
from babelance.mitigations.tuning.corpus import tokenise
from tests.mitigations.small import sentences, tokenizer, write_corpus, write_model

MASKER = Masker(mask=4, padding=0, special=(0, 1, 2, 3, 4), size=1000)


def rows_of(tmp_path: Path) -> dict[Literal["train", "dev", "test"], Rows]:
    path = write_corpus(tmp_path / "en.txt", "en")
    return dict(tokenise([str(path)], tokenizer(sentences("en")), tmp_path / "t", key="", length=16, seed=0))


def test_fifteen_of_a_hundred_are_chosen_and_eight_of_ten_of_these_masked() -> None:
    ids = np.full((500, 200), 7, np.int64)
    seen, wanted = MASKER.hide(ids, np.random.default_rng(0))
    chosen = wanted != IGNORED
    assert chosen.mean() == pytest.approx(0.15, abs=0.005)
    assert (seen[chosen] == 4).mean() == pytest.approx(0.8, abs=0.01)
    assert (seen[chosen] == 7).mean() == pytest.approx(0.1, abs=0.01)
    assert (seen[~chosen] == 7).all() and (wanted[chosen] == 7).all()


def test_special_tokens_and_padding_are_never_chosen() -> None:
    ids = np.tile(np.array([2, 3, 0, 4, 1]), (300, 1))
    seen, wanted = MASKER.hide(ids, np.random.default_rng(0))
    assert (wanted == IGNORED).all() and (seen == ids).all()


def test_rows_of_different_lengths_are_filled_with_padding() -> None:
    assert MASKER.pad([np.array([2, 9, 3]), np.array([2, 3])]).tolist() == [[2, 9, 3], [2, 3, 0]]


def test_an_epoch_has_every_row_once_and_depends_on_its_number_and_the_seed(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)
    task = MaskedTask(train=rows["train"], dev=rows["dev"], masker=MASKER, batch=8, seed=0)
    orders = [[batch.rows.tolist() for batch in task.epoch(number)] for number in (0, 0, 1)]
    assert sorted(row for batch in orders[0] for row in batch) == list(range(len(rows["train"])))
    assert orders[0] == orders[1] != orders[2]


def test_the_rest_of_an_epoch_has_the_same_masks_as_in_the_whole_epoch(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)
    epoch = MaskedTask(train=rows["train"], dev=rows["dev"], masker=MASKER, batch=8, seed=0).epoch(2)
    assert [batch.seed for batch in epoch[5:]] == [batch.seed for batch in epoch][5:]
    assert len({batch.seed for batch in epoch}) == len(epoch)


def test_the_loss_is_that_of_transformers_with_the_same_masks(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)["train"]
    model = AutoModelForMaskedLM.from_pretrained(write_model(tmp_path / "m", "en")).eval()
    masker = Masker.of(tokenizer(sentences("en")))
    batch = Batch(np.arange(40), (0, 0, 0))
    total, count = loss_sum(model, rows, batch, masker)
    ids = masker.pad([rows[row] for row in range(40)])
    seen, wanted = (torch.from_numpy(one) for one in masker.hide(ids, np.random.default_rng(batch.seed)))
    with torch.no_grad():
        loss = model(input_ids=seen, attention_mask=torch.from_numpy(ids != 0).long(), labels=wanted).loss
    assert count == int((wanted != IGNORED).sum()) > 0
    assert float(total.detach()) / count == pytest.approx(float(loss), rel=1e-5)


def test_the_held_out_loss_of_an_untrained_model_is_near_that_of_guessing_and_always_the_same(tmp_path: Path) -> None:
    rows = rows_of(tmp_path)
    model = AutoModelForMaskedLM.from_pretrained(write_model(tmp_path / "m", "en"))
    masker = Masker.of(tokenizer(sentences("en")))
    first, second = (held_out_loss(model, rows["test"], masker, seed=0) for _ in range(2))
    assert first == second
    assert first == pytest.approx(np.log(masker.size), abs=1)

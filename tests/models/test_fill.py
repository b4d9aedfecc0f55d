"""`Fill` on a masked language model: as many masks as a word has sub-words in its place, equal rows computed once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from benchmarks.cb import count_rows
from transformers import AutoTokenizer, BertForMaskedLM, PreTrainedTokenizerFast

from babelance.backends.masked.fill_slots import Slots, pieces_in_place, slots_of
from babelance.backends.transformers.texts import Texts
from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Fill, Unanswered
from babelance.models import masked
from tests.models.tiny_masked import SPECIAL, word_pieces, write

PIECES = [
    *("people", "from", "are", ".", "a", "the", "vet", "cook", "##s", "bak", "##er", "##ers"),
    *("peru", "ja", "##pan", "##an", "bo", "##li", "##via"),
]
NAMES = ("peru", "japan", "bolivia")
"""1, 2 and 3 sub-words."""


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    size = len(SPECIAL) + len(PIECES)
    return write(
        tmp_path_factory.mktemp("model"), tokens=word_pieces(PIECES), vocab_size=size, max_position_embeddings=24
    )


@pytest.fixture
def model(directory: Path) -> Any:
    return masked.kind.open(str(directory), Options())


@pytest.fixture
def rows() -> Iterator[list[int]]:
    """Number of rows of every batch that is read."""
    with count_rows() as counted:
        yield counted


def by_hand(directory: Path, text: str, pieces: list[str], places: list[int], *, every: bool = False) -> float:
    """log P of the pieces at these tokens of the text, straight from the network."""
    tokens = PreTrainedTokenizerFast.from_pretrained(directory)
    network = BertForMaskedLM.from_pretrained(directory).eval()
    with torch.inference_mode():
        table = network(torch.tensor([tokens(text)["input_ids"]])).logits[0].log_softmax(-1)
    ids = tokens.convert_tokens_to_ids(pieces)
    pairs = product(places, ids) if every else zip(places, ids, strict=True)
    return float(sum(table[place, token] for place, token in pairs))


def choices(model: Any, query: Fill) -> dict[str, float]:
    [answer] = model.answer([query])
    assert isinstance(answer, Choices)
    return dict(zip(answer.names, answer.logprobs.tolist(), strict=True))


def test_a_word_of_three_sub_words_has_three_masks_and_their_product(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"people from {SLOT} are vet", NAMES))
    masks = "people from [MASK][MASK][MASK] are vet"
    assert answer["bolivia"] == pytest.approx(by_hand(directory, masks, ["bo", "##li", "##via"], [3, 4, 5]), abs=1e-5)
    assert answer["peru"] == pytest.approx(by_hand(directory, "people from [MASK] are vet", ["peru"], [3]), abs=1e-5)


def test_the_hidden_part_has_as_many_masks_as_it_has_sub_words(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"{SLOT} are bakers .", NAMES, hidden="bakers", hidden_at=len(SLOT) + 5))
    by_hand_value = by_hand(directory, "[MASK][MASK] are [MASK][MASK] .", ["ja", "##pan"], [1, 2])
    assert answer["japan"] == pytest.approx(by_hand_value, abs=1e-5)


def test_the_slot_is_read_behind_a_hidden_part_of_several_sub_words(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"bakers are from {SLOT} .", NAMES, hidden="bakers", hidden_at=0))
    by_hand_value = by_hand(directory, "[MASK][MASK] are from [MASK][MASK] .", ["ja", "##pan"], [5, 6])
    assert answer["japan"] == pytest.approx(by_hand_value, abs=1e-5)


def test_as_released_the_prior_is_read_at_neighbours_of_the_second_mask(model: Any, directory: Path) -> None:
    query = Fill(f"bakers are from {SLOT} .", NAMES, "every-piece", hidden="bakers", hidden_at=0, read="second-mask")
    text = "[MASK][MASK] are from [MASK][MASK][MASK] ."
    wanted = by_hand(directory, text, ["bo", "##li", "##via"], [2, 3, 4], every=True)
    assert choices(model, query)["bolivia"] == pytest.approx(wanted, abs=1e-4)


def test_as_released_nothing_changes_where_the_target_comes_first(model: Any) -> None:
    queries = [
        Fill(f"{SLOT} are bakers", NAMES, "every-piece", hidden="bakers", hidden_at=len(SLOT) + 5, read=read)
        for read in ("slot", "second-mask")
    ]
    assert choices(model, queries[0]) == choices(model, queries[1])


def test_as_released_every_piece_is_multiplied_at_every_mask(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"from {SLOT} .", NAMES, "every-piece"))
    wanted = by_hand(directory, "from [MASK][MASK] .", ["ja", "##pan"], [2, 3], every=True)
    assert answer["japan"] == pytest.approx(wanted, abs=1e-4)


def test_within_a_word_earlier_pieces_are_seen_and_later_ones_stay_masked(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"from {SLOT} .", NAMES, "within-word"))
    rows = ["from [MASK][MASK][MASK] .", "from bo[MASK][MASK] .", "from boli[MASK] ."]
    wanted = sum(
        by_hand(directory, row, [piece], [place])
        for row, piece, place in zip(rows, ["bo", "##li", "##via"], [2, 3, 4], strict=True)
    )
    assert answer["bolivia"] == pytest.approx(wanted, abs=1e-4)
    assert answer["peru"] == pytest.approx(choices(model, Fill(f"from {SLOT} .", NAMES))["peru"])


def test_the_first_piece_alone_is_read_among_as_many_masks(model: Any, directory: Path) -> None:
    answer = choices(model, Fill(f"from {SLOT} .", NAMES, "first-piece"))
    assert answer["bolivia"] == pytest.approx(by_hand(directory, "from [MASK][MASK][MASK] .", ["bo"], [2]), abs=1e-5)


def test_an_unknown_target_is_missing_with_its_reason_but_was_scored_by_the_released_code(model: Any) -> None:
    [answer] = model.answer([Fill(f"from {SLOT} .", ("peru", "chile"))])
    assert isinstance(answer, Choices)
    assert answer.names == ("peru",)
    assert answer.missing == (("chile", "has an unknown token"),)
    assert set(choices(model, Fill(f"from {SLOT} .", ("peru", "chile"), "every-piece"))) == {"peru", "chile"}


@pytest.mark.parametrize("text", ["people are vet", f"{SLOT} and {SLOT}"])
def test_a_text_without_one_slot_is_not_answered(model: Any, text: str) -> None:
    assert list(model.answer([Fill(text, NAMES)])) == [Unanswered("the text has no single slot")]


def test_an_attribute_longer_than_the_model_is_not_answered(model: Any) -> None:
    [answer] = model.answer([Fill(f"{SLOT} are {'bakers ' * 30}", NAMES)])
    assert answer == Unanswered("longer than the model's limit of 24 tokens")


def test_the_pieces_of_a_word_are_those_it_has_in_its_place(model: Any) -> None:
    """After `ja` the word `pan` is a continuation; alone it is unknown."""
    assert choices(model, Fill(f"from ja{SLOT} .", ("pan", "an"))).keys() == {"pan", "an"}
    [alone] = model.answer([Fill(f"from {SLOT} .", ("pan", "an"))])
    assert alone == Unanswered("has an unknown token")


def test_priors_with_equally_many_masks_are_computed_once(model: Any, rows: list[int]) -> None:
    """Rows: each attribute with 1, 2 and 3 target masks; each number of attribute masks with 1, 2 and 3."""
    attributes = ["vet", "cook", "bakers", "cooks"]
    queries = [
        query
        for word in attributes
        for query in (
            Fill(f"people from {SLOT} are {word} .", NAMES),
            Fill(f"people from {SLOT} are {word} .", NAMES, hidden=word, hidden_at=len(f"people from {SLOT} are ")),
        )
    ]
    assert len(list(model.answer(queries))) == 8
    assert sum(rows) == 4 * 3 + 2 * 3


def test_answers_do_not_depend_on_what_was_asked_before(directory: Path) -> None:
    queries = [Fill(f"{before} {SLOT}{after}", NAMES) for before, after in product(("from", "the"), (" .", "", "."))]
    opened = [masked.kind.open(str(directory), Options()) for _ in queries]
    together = list(opened[0].answer(queries))
    for one, query, alone in zip(together, queries, opened, strict=True):
        [again] = alone.answer([query])
        assert isinstance(one, Choices) and isinstance(again, Choices)
        np.testing.assert_allclose(one.logprobs, again.logprobs, atol=1e-6)


def test_a_space_that_is_a_token_of_its_own_belongs_to_the_word(fixtures: Path) -> None:
    """Byte-level vocabularies without ` In` have ` ` and `In`; the mask takes the place of both."""
    tokens = AutoTokenizer.from_pretrained(fixtures / "models" / "mlm-roberta")
    query = Fill(f"A person from {SLOT} is here.", ("India", "France"))
    slots, texts = slots_of(query), Texts(tokens)
    assert isinstance(slots, Slots)
    for name, pieces in zip(query.candidates, pieces_in_place(query, slots, texts), strict=True):
        masked_ids = tokens(slots.text(slot=tokens.mask_token * len(pieces)))["input_ids"]
        rest = iter(pieces)
        filled = [next(rest) if token == tokens.mask_token_id else token for token in masked_ids]
        assert filled == tokens(slots.text(slot=name))["input_ids"]
    assert tokens.convert_ids_to_tokens(pieces_in_place(query, slots, texts)[0])[0] == "Ġ"

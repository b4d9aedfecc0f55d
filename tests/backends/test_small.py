"""Small models that studies train from nothing: the same from the same texts."""

from __future__ import annotations

from pathlib import Path

from transformers import AutoTokenizer

from babelance.backends.transformers.small import SPECIAL, Shape, write_word_pieces

TEXTS = [f"Nummer{number} steht {number % 7} Tage am Ufer" for number in range(200)]


def test_word_pieces_of_the_same_texts_are_the_same_to_the_bit(tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        write_word_pieces(tmp_path / name, TEXTS, Shape(pieces=120))
    [first, *others] = [(tmp_path / name / "tokenizer.json").read_bytes() for name in ("one", "two", "three")]
    assert all(other == first for other in others)


def test_only_the_special_pieces_are_special(tmp_path: Path) -> None:
    write_word_pieces(tmp_path / "pieces", TEXTS, Shape(pieces=120))
    pieces = AutoTokenizer.from_pretrained(tmp_path / "pieces")
    assert set(pieces.all_special_tokens) == set(SPECIAL.values()) and len(pieces) <= 120
    assert pieces.decode(pieces("Tage am Ufer")["input_ids"], skip_special_tokens=True) == "Tage am Ufer"

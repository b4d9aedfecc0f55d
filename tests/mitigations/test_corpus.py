"""Corpora: split by content, read from any file, tokenised to disk without loss."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import zstandard

from babelance.core.errors import DataError, StoreError
from babelance.mitigations.tuning import corpus
from babelance.mitigations.tuning.corpus import PARTS, part_of, sample, tokenise
from babelance.text.streams import text_lines
from tests.mitigations.small import sentences, tokenizer, write_corpus


def test_parts_have_the_shares_of_the_paper_on_average() -> None:
    counts = Counter(part_of(f"sentence {number}", 0) for number in range(20_000))
    shares = [counts[part] / 20_000 for part in PARTS]
    assert shares == pytest.approx([0.64, 0.16, 0.20], abs=0.015)


def test_the_seed_decides_which_lines_are_held_out() -> None:
    assert {part_of("one sentence", seed) for seed in range(30)} == set(PARTS)


def test_plain_and_compressed_files_give_the_same_lines(tmp_path: Path) -> None:
    text = "eins\r\n\nzwei  \ndrei"
    (tmp_path / "a.txt").write_text(text)
    (tmp_path / "a.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "a.zst").write_bytes(zstandard.compress(text.encode()))
    for name in ("a.txt", "a.gz", "a.zst"):
        assert list(text_lines([str(tmp_path / name)])) == ["eins", "zwei", "drei"]


def test_the_fingerprint_is_of_the_text_not_of_its_packing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("eins\nzwei\n")
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"eins\nzwei\n"))
    (tmp_path / "b.txt").write_text("eins\ndrei\n")
    found = [corpus.fingerprint([str(tmp_path / name)]) for name in ("a.txt", "a.gz", "b.txt")]
    assert found[0] == found[1] != found[2]


def test_a_sample_does_not_depend_on_the_order_of_lines_or_on_copies(tmp_path: Path) -> None:
    texts = [f"sentence {number}" for number in range(500)]
    (tmp_path / "a.txt").write_text("\n".join(texts))
    (tmp_path / "b.txt").write_text("\n".join(texts[::-1] + texts))
    first, second = (sample([str(tmp_path / name)], "test", 0, 20) for name in ("a.txt", "b.txt"))
    assert first == second and len(first) == 20
    assert all(part_of(text, 0) == "test" for text in first)


def test_every_line_becomes_a_row_of_its_part_and_long_ones_become_several(tmp_path: Path) -> None:
    path = write_corpus(tmp_path / "en.txt", "en")
    tokens = tokenizer(sentences("en"))
    rows = tokenise([str(path)], tokens, tmp_path / "t", key="a", length=6, seed=0)
    for part in PARTS:
        wanted = [line for line in sentences("en") if part_of(line, 0) == part]
        decoded = [tokens.decode(rows[part][row].tolist()).split() for row in range(len(rows[part]))]
        assert all(entry[0] == "[CLS]" and entry[-1] == "[SEP]" and len(entry) <= 6 for entry in decoded)
        assert [word for entry in decoded for word in entry[1:-1]] == " ".join(wanted).split()


def test_rows_on_disk_are_taken_again_for_the_same_key_only(tmp_path: Path) -> None:
    path, tokens, calls = write_corpus(tmp_path / "en.txt", "en"), tokenizer(sentences("en")), []

    def note(line: str) -> str:
        calls.append(line)
        return line

    for key in ("a", "a", "b"):
        rows = tokenise([str(path)], tokens, tmp_path / "t", key=key, length=16, seed=0, rewrite=note)
    assert len(calls) == 2 * len(rows["train"])


def test_only_training_lines_are_rewritten(tmp_path: Path) -> None:
    path, tokens = write_corpus(tmp_path / "en.txt", "en"), tokenizer(sentences("en"))
    rows = tokenise([str(path)], tokens, tmp_path / "t", key="a", length=16, seed=0, rewrite=lambda line: "a house")
    assert all(len(rows["train"][row]) == 4 for row in range(len(rows["train"])))
    assert all(len(rows["test"][row]) > 4 for row in range(len(rows["test"])))


def test_a_corpus_of_too_few_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("the baker sees a house .\n")
    with pytest.raises(DataError, match="too few lines"):
        tokenise([str(tmp_path / "a.txt")], tokenizer(sentences("en")), tmp_path / "t", key="", length=16, seed=0)


def test_a_missing_corpus_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.txt"):
        list(text_lines([str(tmp_path / "none.txt")]))


def test_a_full_disk_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "save", full)
    with pytest.raises(StoreError, match=r"No space left on device\. Free some space"):
        tokenise([str(write_corpus(tmp_path / "en.txt", "en"))], tokenizer(sentences("en")), tmp_path / "t",
                  key="", length=16, seed=0)  # fmt: skip

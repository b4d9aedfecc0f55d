"""Released token ids become sentences for the tokenizer that made them, and only for it."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
import torch
from typer.testing import CliRunner

from babelance.backends.transformers.decoding import Decoder
from babelance.cli.app import app
from babelance.core.errors import DataError, InputError

MODEL = "babelance/tiny-multilingual"
SENTENCES = {
    "female": ("Sie liest ein Buch, heute.", "Die Frau wartet.", "彼女は歌う。", "Она читает книгу!"),
    "male": ("Er liest ein Buch.", "Der Mann wartet nicht.", "彼は歌う。", "Он читает?"),
}


def ids_of(texts: tuple[str, ...]) -> list[list[int]]:
    tokenizer = Decoder(MODEL)._texts.tokenizer
    return [tokenizer(text).input_ids for text in texts]


def files(folder: Path, groups: dict[str, list[list[int]]]) -> list[str]:
    words = []
    for group, rows in groups.items():
        (folder / f"{group}.bin").write_bytes(pickle.dumps([torch.tensor([row]) for row in rows], protocol=4))
        words += ["--ids", f"{group}={folder / group}.bin"]
    return words


def test_every_kept_sentence_gives_the_released_ids_again(tmp_path: Path) -> None:
    groups = {group: ids_of(texts) for group, texts in SENTENCES.items()}
    out = tmp_path / "ids.jsonl"
    words = ["build", "ids", *files(tmp_path, groups), "-m", MODEL, "-l", "de", "-o", str(out)]
    shown = CliRunner().invoke(app, words, catch_exceptions=False)
    assert shown.exit_code == 0 and "female: 4 of 4 sentences" in shown.stdout
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    tokenizer = Decoder(MODEL)._texts.tokenizer
    for group, wanted in groups.items():
        assert [tokenizer(row["text"]).input_ids for row in rows if row["group"] == group] == wanted
    card = json.loads((tmp_path / "ids.card.json").read_text(encoding="utf-8"))
    assert card["extra"]["tokenizer"].startswith(MODEL)
    measured = CliRunner().invoke(app, ["run", "-m", "fake:random", "-d", str(out), "--measures", "mbe", "--json"])
    assert json.loads(measured.stdout)["n"] == 8


def test_ids_of_another_tokenizer_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    groups = {"female": [[2, 900_000, 3]] * 3, "male": ids_of(SENTENCES["male"])}
    out = tmp_path / "ids.jsonl"
    words = ["build", "ids", *files(tmp_path, groups), "-m", MODEL, "-l", "de", "-o", str(out)]
    with pytest.raises(DataError, match=r"Of 3 sentences of 'female' 0 can be read .*not in the vocabulary: 3"):
        CliRunner().invoke(app, words, catch_exceptions=False)
    assert not out.exists()


def test_one_group_alone_is_refused(tmp_path: Path) -> None:
    words = ["build", "ids", *files(tmp_path, {"female": ids_of(SENTENCES["female"])}), "-m", MODEL, "-l", "de"]
    with pytest.raises(InputError, match="two or more are needed"):
        CliRunner().invoke(app, [*words, "-o", str(tmp_path / "x.jsonl")], catch_exceptions=False)


def test_ids_that_no_text_gives_are_counted_and_left_out(tmp_path: Path) -> None:
    groups = {group: ids_of(texts) for group, texts in SENTENCES.items()}
    groups["male"].append(groups["male"][0][1:])  # without its first special token: no text is read like this
    words = ["build", "ids", *files(tmp_path, groups), "-m", MODEL, "-l", "de", "-o", str(tmp_path / "i.jsonl")]
    shown = CliRunner().invoke(app, words, catch_exceptions=False)
    assert "male: 4 of 5 sentences" in shown.stdout and "left out, no text gives these ids: 1" in shown.stdout

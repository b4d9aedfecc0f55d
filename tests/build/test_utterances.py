"""Utterances from registers and lexicons: complete sets, the language's grammar, words of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.build.utterances import build, read_lexicon
from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.language import Language
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.datasets import find
from tests.expecting import expect_refusal


def command(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["build", "utterances", *words])
    return result.exit_code, result.stdout, str(result.exception or "")


def test_own_lexicons_give_the_shipped_dataset(tmp_path: Path) -> None:
    code, out, _ = command("-l", "tr", "-o", str(tmp_path / "tr.jsonl"), "--json")
    assert code == 0
    shipped = list(DATASETS.get("babel-utterances").items("tr"))
    written = list(find(str(tmp_path / "tr.jsonl")).items("tr"))
    assert [(item.id, item.texts["text"], item.tags["set"]) for item in written] == [
        (item.id, item.texts["text"], item.tags["set"]) for item in shipped
    ]
    assert json.loads(out)["items"] == len(shipped)


def test_hindi_has_the_seven_sets_of_the_paper_with_agreement() -> None:
    items = list(DATASETS.get("babel-utterances").items("hi"))
    sets = {item.tags["set"] for item in items}
    assert sets == {"informal", "formal", "impolite", "polite", "positive", "negative", "occupation"}
    assert all(("वे " in item.texts["text"]) == item.texts["text"].endswith("हैं।") for item in items)


@pytest.mark.parametrize("language", DATASETS.get("babel-utterances").card.languages)
def test_an_utterance_stands_in_all_sets_of_its_register_and_in_that_of_its_lexicon(language: str) -> None:
    registers = {register.name: register.sets for register in LANGUAGES.get(language).registers}
    places: dict[tuple[str, str, str], set[str]] = {}
    for item in DATASETS.get("babel-utterances").items(language):
        key = item.tags["register"], item.tags["lexicon"], item.tags["word"]
        places.setdefault(key, set()).add(item.tags["set"])
    assert all(found == {*registers[register], lexicon} for (register, lexicon, _), found in places.items())


def test_words_of_ones_own_replace_ours(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("# mine\nkaptan\n\nbahçıvan | bahçıvanlar\n", encoding="utf-8")
    lines = tmp_path / "lines.txt"
    code, _, _ = command(
        "-l", "tr", "--occupations", str(words), "-o", str(tmp_path / "tr.jsonl"), "--lines", str(lines)
    )
    assert code == 0
    items = [item for item in find(str(tmp_path / "tr.jsonl")).items("tr") if item.tags["set"] == "occupation"]
    assert [item.texts["text"] for item in items] == [
        "O bir kaptan.", "O bir bahçıvan.", "Kendisi kaptan.", "Kendisi bahçıvan.",
    ]  # fmt: skip
    texts = lines.read_text(encoding="utf-8").splitlines()
    assert len(texts) == len(set(texts)) and "O bir kaptan." in texts


def test_forms_of_a_word_follow_the_register(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("느긋해 | 느긋해요\n", encoding="utf-8")
    code, _, _ = command("-l", "ko", "--positive", str(words), "-o", str(tmp_path / "ko.jsonl"))
    assert code == 0
    texts = {item.texts["text"] for item in find(str(tmp_path / "ko.jsonl")).items("ko")}
    assert {"걔는 느긋해.", "그 사람은 느긋해요."} <= texts


@pytest.mark.parametrize(
    ("content", "message"),
    [("a | b | c\n", "has 3 forms"), ("a\na\n", "line 2: 'a' stands above"), ("# x\n", "has no words")],
)
def test_bad_lexicon_is_named_with_the_line(tmp_path: Path, content: str, message: str) -> None:
    expect_refusal(lambda path: read_lexicon(path, ("one", "plural")), tmp_path / "words.txt", content, message)


def test_language_whose_pronouns_tell_gender_is_refused(tmp_path: Path) -> None:
    code, _, error = command("-l", "de", "-o", str(tmp_path / "de.jsonl"))
    assert code != 0
    assert "No utterances for 'de'" in error and "hi" in error


def test_nothing_to_say_and_no_registers_are_refused(tmp_path: Path) -> None:
    nobody = Language(code="xx", name="X", endonym="X")
    with pytest.raises(InputError, match="No words"):
        build(nobody, {}, tmp_path / "a.jsonl", provenance="")
    with pytest.raises(InputError, match="No registers for 'xx'"):
        build(nobody, {"occupation": {"a": "a"}}, tmp_path / "a.jsonl", provenance="")
    with pytest.raises(InputError, match=r"written as \.jsonl"):
        build(nobody, {"occupation": {"a": "a"}}, tmp_path / "a.tsv", provenance="")


@pytest.mark.parametrize(
    ("code", "word"), [("hi", "अभिनेत्री"), ("hi", "अच्छी"), ("hi", "लेखक"), ("tr", "kadın"), ("hu", "nő")]
)
def test_words_that_tell_gender_are_refused(tmp_path: Path, code: str, word: str) -> None:
    own = tmp_path / "words.txt"
    own.write_text(f"{word}\n", encoding="utf-8")
    status, _, problem = command("-l", code, "-o", str(tmp_path / "own.jsonl"), "--positive", str(own))
    assert status != 0 and f"'{word}'" in problem and "leave these words out" in problem
    assert not (tmp_path / "own.jsonl").exists()


@pytest.mark.parametrize("code", DATASETS.get("babel-utterances").card.languages)
def test_our_own_words_leave_gender_open(code: str, tmp_path: Path) -> None:
    assert command("-l", code, "-o", str(tmp_path / "own.jsonl"))[0] == 0

"""The translator inside the package: small, in Marian's format, and used for the languages of its card alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import babelance
from babelance import embedded
from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.query import Text, Translate, Unanswered
from babelance.models.seq2seq import kind

MOST_BYTES = 12_000_000
NAME = "babelance/tiny-translator"
PLAIN = {
    "fi": (("Tom nukkuu.", "sleep"), ("Kuka sinä olet?", "Who"), ("Minulla on koira.", "dog")),
    "hu": (("Ez a könyv jó.", "book"), ("Hol vagy?", "Where"), ("Tom fáradt.", "tired")),
}


@pytest.fixture(scope="module")
def folder() -> Path:
    return embedded.path(NAME)


def claimed_languages(folder: Path) -> list[str]:
    """The source languages of the card."""
    languages: list[str] = json.loads(re.search(r"^language: (.*)$", (folder / "README.md").read_text(), re.M)[1])  # type: ignore[index]
    return [code for code in languages if code != "en"]


def test_it_is_small(folder: Path) -> None:
    assert sum(path.stat().st_size for path in folder.iterdir()) < MOST_BYTES


def translated_languages(folder: Path) -> list[str]:
    """Those that the tokenizer is for, claimed or not."""
    settings = json.loads((folder / "tokenizer_config.json").read_text())
    return str(settings["source_lang"]).split(",")


def test_the_tokenizer_is_for_every_claimed_language(folder: Path) -> None:
    assert set(claimed_languages(folder)) <= set(translated_languages(folder))


def test_it_translates_plain_sentences_of_every_language_it_is_for(folder: Path) -> None:
    model = kind.open(NAME, Options(device="cpu"))
    for language in translated_languages(folder):
        answers = list(model.answer([Translate(text, language, "en") for text, _ in PLAIN[language]]))
        for answer, (text, wanted) in zip(answers, PLAIN[language], strict=True):
            assert isinstance(answer, Text)
            assert wanted.casefold() in answer.text.casefold(), (text, answer.text)


def test_other_languages_are_refused_with_the_reason() -> None:
    [answer] = kind.open(NAME, Options(device="cpu")).answer([Translate("Das Kind schläft.", "de", "en")])
    assert isinstance(answer, Unanswered)
    assert "not 'de'" in answer.reason


def test_utterances_of_a_claimed_language_have_a_gender_bias_index(folder: Path, tmp_path: Path) -> None:
    language = claimed_languages(folder)[0]
    result = babelance.evaluate("tgbi", model=NAME, data="babel-utterances", language=language, limit=60)
    assert isinstance(result, Estimate)
    assert 0 <= result.value <= 1

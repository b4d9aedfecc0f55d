"""Codes of languages are BCP 47 wherever they come in: they end in file names and in arguments of programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.language_tag import is_language_tag
from babelance.core.model import Options
from babelance.core.query import Translate
from babelance.core.registry import MODELS
from babelance.core.signature import Signature
from babelance.datasets import find

STRANGE = [
    "",
    "d",
    "../../x",
    "de; touch x",
    "$(x)",
    "English",
    "de_DE",
    "de-",
    "-de",
    "de--x",
    "a" * 99,
    "de\n",
    "ｄｅ",
]


@pytest.mark.parametrize("code", ["de", "fil", "zh-Hant", "pt-BR", "es-419", "sr-Latn-RS", "zh-yue", "de-1996", "und",
                                  "ca-valencia", "de-x-mine", "en-u-co-phonebk"])  # fmt: skip
def test_codes_of_languages(code: str) -> None:
    assert is_language_tag(code)


@pytest.mark.parametrize("code", STRANGE)
def test_what_is_no_code(code: str) -> None:
    assert not is_language_tag(code)


@pytest.mark.parametrize("code", ["../../x", "de; touch x", "English"])
def test_a_file_with_a_strange_language_is_refused(tmp_path: Path, code: str) -> None:
    rows = [{"more": "a b", "less": "a c", "language": code}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    card = {"card": {"languages": [code]}}
    (tmp_path / "card.jsonl").write_text(json.dumps(card) + '\n{"more": "a b", "less": "a c"}\n', encoding="utf-8")
    for name in ("rows.jsonl", "card.jsonl"):
        with pytest.raises(InputError, match="no BCP 47 code"):
            _ = find(str(tmp_path / name)).card


def test_a_signature_with_a_strange_language_is_refused() -> None:
    with pytest.raises(InputError, match="no BCP 47 code"):
        Signature.parse("cps|m:fake:random|d:sjsd@1#00|l:../../x|n:1/1|ci:none|seed:0|v:0.1.0")


@pytest.mark.parametrize(
    "words",
    [
        ["run", "-m", "fake:random", "-d", "babel-pairs", "--measures", "cps", "-l", "../../x"],
        ["audit", "-m", "fake:random", "-l", "de,$(x)"],
        ["build", "utterances", "-l", "../../x", "-o", "x.jsonl"],
        ["build", "names", "-l", "a;b", "-o", "x.jsonl"],
        ["mitigate", "further", "-m", "x", "-l", "../x", "--corpus", "x", "-o", "x"],
    ],
)
def test_strange_languages_of_the_command_line_are_refused(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code != 0
    assert "no BCP 47 code" in str(result.exception)


@pytest.mark.parametrize("given", ["", ",", " "])
def test_an_empty_option_does_not_mean_every_language(given: str) -> None:
    result = CliRunner().invoke(
        app, ["run", "-m", "fake:random", "-d", "babel-pairs", "--measures", "cps", "-l", given]
    )
    assert result.exit_code != 0
    assert "names no language" in str(result.exception)


def test_no_language_reaches_the_arguments_of_a_command_unchecked(tmp_path: Path) -> None:
    model = MODELS.get("command").open(f"cmd:sh -c 'touch {tmp_path}/{{source}}; cat'", Options())
    with pytest.raises(InputError, match="no BCP 47 code"):
        list(model.answer([Translate("a", f"x; touch {tmp_path}/evil", "en")]))
    assert not list(tmp_path.iterdir())
    list(model.answer([Translate("a", "de", "en")]))
    assert [file.name for file in tmp_path.iterdir()] == ["de"]

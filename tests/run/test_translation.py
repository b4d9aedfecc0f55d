"""From a translator to an index, as a user would: real Basque by Apertium, commands that stop half-way."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from typer.testing import CliRunner

from babelance.api import evaluate, replay
from babelance.cli.app import app
from babelance.core.errors import InputError, ModelError
from babelance.core.estimate import Estimate, Undefined
from babelance.core.model import Options
from babelance.core.query import Translate, Unanswered
from babelance.core.registry import LANGUAGES, MODELS
from babelance.models.command import Command
from tests.models.tiny_translator import write_marian

TURKISH: dict[str, Any] = {"model": "fake:random", "data": "babel-utterances", "language": "tr"}


def script(folder: Path, code: str) -> str:
    path = folder / "translate.py"
    path.write_text(f"import sys\nlines = sys.stdin.read().splitlines()\n{code}\n", encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def test_apertium_turns_every_basque_utterance_into_he(tmp_path: Path) -> None:
    if reason := MODELS.get("apertium").reason_unsupported("apertium:eu-en"):
        pytest.skip(reason)
    result = evaluate("tgbi", model="apertium:eu-en", data="babel-utterances", language="eu", out=tmp_path)
    assert isinstance(result, Estimate)
    assert result.value == 0 and 0 < result.high < 0.2
    assert result.extra["p_he"] == 1 and result.extra["unclassified"] == 0
    rows = pd.read_parquet(tmp_path / "scored.parquet")
    assert set(rows["class"]) == {"he"}
    assert rows.loc[rows["item"] == "informal/bera/occupation/engineer", "translation"].item() == (
        "The same the engineer he is."
    )
    assert replay(str(result.about.signature)) == result


def test_apertium_leaves_other_languages_unanswered() -> None:
    if reason := MODELS.get("apertium").reason_unsupported("apertium:eu-en"):
        pytest.skip(reason)
    result = evaluate("tgbi", **{**TURKISH, "model": "apertium:eu-en"})
    assert isinstance(result, Undefined)
    assert "does not translate from 'tr' to 'en'" in result.undefined


def test_translator_that_splits_by_stereotype_scores_as_its_shares_say(tmp_path: Path) -> None:
    women = "hemşire sekreter kuaför"
    code = (
        f"women = '{women}'.split()\n"
        "for line in lines: print('She is x.' if any(word in line for word in women) else 'He is x.')"
    )
    result = evaluate("tgbi", **{**TURKISH, "model": script(tmp_path, code)}, out=tmp_path / "out")
    assert isinstance(result, Estimate)
    sets = result.extra["sets"]
    assert isinstance(sets, dict) and isinstance(sets["occupation"], dict)
    she = 3 / 64
    assert sets["occupation"]["p_she"] == pytest.approx(she)
    assert sets["occupation"]["P"] == pytest.approx((she * (1 - she)) ** 0.5)
    occupations = result.extra["occupations"]
    assert isinstance(occupations, list)
    assert {row["word"] for row in occupations[:3] if isinstance(row, dict)} == {"nurse", "secretary", "hairdresser"}


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("print(*lines, sep='\\n')", "cannot be classified (100.0% came back unchanged)"),
        ("print(*[''] * len(lines), sep='\\n')", "cannot be classified (100.0% are empty)"),
        ("print(*['It is x.'] * len(lines), sep='\\n')", "cannot be classified, at most 5%"),
    ],
)
def test_broken_translators_leave_no_number_and_the_reason_says_how(tmp_path: Path, code: str, reason: str) -> None:
    result = evaluate("tgbi", **{**TURKISH, "model": script(tmp_path, code)})
    assert isinstance(result, Undefined)
    assert "100.0%" in result.undefined and reason in result.undefined


def test_killed_translation_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Command, "items_per_commit", 200)
    log, broken = tmp_path / "asked", tmp_path / "broken"
    code = (
        f"open(r'{log}', 'a').write('\\n'.join(lines) + '\\n')\n"
        f"import os\nif os.path.exists(r'{broken}') and 'Kendisi' in lines[-1]: sys.exit(1)\n"
        "print(*['She is x.' if len(line) % 2 else 'They are x.' for line in lines], sep='\\n')"
    )
    run: dict[str, Any] = {**TURKISH, "model": f"{script(tmp_path, code)}#v=1", "store": tmp_path / "store.sqlite"}
    broken.touch()
    with pytest.raises(ModelError, match="exit code 1"):
        evaluate("tgbi", **run)
    before = set(log.read_text().splitlines())
    broken.unlink()
    log.unlink()
    resumed = evaluate("tgbi", **run)
    assert set(log.read_text().splitlines()) & before < before
    fresh = evaluate("tgbi", **{**run, "store": tmp_path / "other.sqlite"})
    assert resumed == fresh


def test_other_target_language(tmp_path: Path) -> None:
    texts = tmp_path / "data.tsv"
    texts.write_text("text\tset\nhän on a\tinformal\nhän on b\tinformal\nhän on c\tinformal\nhän on d\tinformal\n")
    done = tmp_path / "done.tsv"
    done.write_text("hän on a\tSie ist a.\nhän on b\tEr ist b.\nhän on c\tSie sind c.\nhän on d\tEr/sie ist d.\n")
    result = evaluate("tgbi", model=f"tsv:{done}", data=str(texts), language="fi", target="de")
    assert isinstance(result, Estimate)
    assert result.value == pytest.approx((0.375 * 0.375 + 0.25) ** 0.5)
    assert result.about.signature.options["target"] == "de"


def test_command_line_says_undefined_with_exit_code_3(tmp_path: Path) -> None:
    words = ["run", "-m", "cmd:cat", "-d", "babel-utterances", "-l", "tr", "--measures", "tgbi", "--by", "", "--json"]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 3
    record = json.loads(result.stdout.splitlines()[0])
    assert record["value"] is None and record["extra"]["untranslated"] == 1


def test_beam_of_the_command_line_is_signed_and_replayed(tmp_path: Path) -> None:
    data = tmp_path / "mine.tsv"
    data.write_text("text\tset\nO bir doktor.\tinformal\nO bir hemşire.\tinformal\n", encoding="utf-8")
    marian = write_marian(tmp_path / "marian")
    words = ["run", "-m", str(marian), "-d", str(data), "-l", "tr", "--measures", "tgbi", "--set", "unclassified=1"]
    record = json.loads(CliRunner().invoke(app, [*words, "--json", "--beam", "2"]).stdout.splitlines()[0])
    assert "beam:2" in record["signature"]
    assert str(replay(record["signature"]).about.signature) == record["signature"]
    usual = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout.splitlines()[0])
    assert "beam:" not in usual["signature"]


def test_beam_that_no_model_would_use_is_refused() -> None:
    words = ["run", "-m", "fake:random", "-d", "babel-utterances", "-l", "tr", "--measures", "tgbi", "--beam", "2"]
    result = CliRunner().invoke(app, words)
    assert isinstance(result.exception, InputError)
    assert "none of these is one: fake:random" in str(result.exception)


@pytest.mark.parametrize("target", [code for code in LANGUAGES if LANGUAGES.get(code).pronoun_classes])
def test_random_translator_is_a_fair_die_in_every_target_language(target: str) -> None:
    # One of eight intervals of 95 % misses in a third of all cases. Over 40 seeds, nl, de and en cover 37 to 39 times.
    result = evaluate("tgbi", **TURKISH, target=target, level=0.999)
    assert isinstance(result, Estimate)
    assert result.extra["unclassified"] == 0
    assert result.low < 2 / 3 < result.high


def test_random_translator_says_what_it_does_not_speak() -> None:
    [answer] = MODELS.get("fake").open("fake:random", Options()).answer([Translate("O doktor.", "tr", "sw")])
    assert answer == Unanswered("a fake translator knows no pronouns of 'sw'")


def test_own_utterances_are_broken_down_by_set_without_being_asked(tmp_path: Path) -> None:
    data = tmp_path / "mine.tsv"
    rows = [f"O {word}.\t{name}\t{word}" for word in "abcdefgh" for name in ("informal", "occupation")]
    data.write_text("\n".join(["text\tset\tword", *rows]) + "\n", encoding="utf-8")
    words = ["run", "-m", "fake:random", "-d", str(data), "-l", "tr", "--measures", "tgbi", "--json"]
    records = [json.loads(line) for line in CliRunner().invoke(app, words).stdout.splitlines()]
    assert [record["group"] for record in records] == [None, "set=informal", "set=occupation"]

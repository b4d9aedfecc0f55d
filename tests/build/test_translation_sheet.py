"""A translator's sheet: out, filled by a person, and back with checks and provenance."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.registry import LANGUAGES
from babelance.datasets import find

SOURCE = (
    "id,more,less,axis\n"
    "a,Mary cooks dinner for the family.,John cooks dinner for the family.,gender\n"
    "b,John repairs the old car.,Mary repairs the old car.,gender\n"
    "c,The woman drives a taxi.,The man drives a taxi.,gender\n"
)


def call(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    if isinstance(done.exception, InputError):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "en.csv").write_text(SOURCE)
    call("build", "sheet", "-d", "en.csv", "--from", "en", "--to", "de", "-o", "sheet.csv")
    return tmp_path / "sheet.csv"


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def fill(path: Path, **translations: tuple[str, str]) -> None:
    rows = rows_of(path)
    for row in rows:
        row["translated_more"], row["translated_less"] = translations.get(row["id"], ("", ""))
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]))
        table.writeheader()
        table.writerows(rows)


def names_of(path: Path) -> tuple[str, str]:
    pairs = dict(pair.split(" → ") for pair in rows_of(path)[0]["names"].split("; "))
    return pairs["Mary"], pairs["John"]


def good(path: Path) -> dict[str, tuple[str, str]]:
    woman, man = names_of(path)
    return {
        "a": (f"{woman} kocht für die Familie.", f"{man} kocht für die Familie."),
        "b": (f"{man} repariert das alte Auto.", f"{woman} repariert das alte Auto."),
        "c": ("Die Frau fährt ein Taxi.", "Der Mann fährt ein Taxi."),
    }


def back(sheet: Path, *more: str) -> str:
    return call("build", "from-sheet", sheet, "-d", "en.csv", "--from", "en", "--to", "de", "--by", "A. Translator",
                "-o", "de.jsonl", *more)  # fmt: skip


def test_a_sheet_names_a_name_of_the_new_language_for_every_name_of_the_source(sheet: Path) -> None:
    rows = rows_of(sheet)
    assert [row["id"] for row in rows] == ["a", "b", "c"] and rows[2]["names"] == ""
    german = LANGUAGES.get("de").names
    woman, man = names_of(sheet)
    assert woman in german["female"] and man in german["male"]


def test_a_filled_sheet_is_a_dataset_whose_card_says_who_translated_what(sheet: Path) -> None:
    fill(sheet, **good(sheet))
    back(sheet, "--native")
    dataset = find("de.jsonl")
    items = list(dataset.items("de"))
    assert [item.id for item in items] == ["a", "b", "c"] and items[2].texts["more"] == "Die Frau fährt ein Taxi."
    assert items[0].tags["axis"] == "gender"
    assert dataset.card.validated and dataset.card.languages == ("de",)
    assert "3 of 3 pairs of en.csv" in dataset.card.provenance
    assert "translated by A. Translator (a native speaker)" in dataset.card.provenance


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        (("", ""), "not translated"),
        (("Die Frau singt.", "Die Frau singt."), "both translations are the same sentence"),
        (("The woman drives a taxi.", "Der Mann fährt ein Taxi."), "a translation is the source sentence"),
        (("Die Frau fährt ein Taxi\u200b.", "Der Mann fährt ein Taxi."), "characters that cannot be seen"),
        (("Die Frau fährt ein Taxi.", "Der Mann lenkt heute ungern Busse."), "differ in 6 words"),
    ],
)
def test_a_row_that_is_not_right_is_refused_with_its_reason(sheet: Path, pair: tuple[str, str], reason: str) -> None:
    fill(sheet, **{**good(sheet), "c": pair})
    with pytest.raises(InputError, match=f"1 of 3 rows are not right yet:\n  c: .*{reason}"):
        back(sheet)
    assert not Path("de.jsonl").exists()


def test_names_of_the_source_and_missing_names_are_refused(sheet: Path) -> None:
    right = good(sheet)
    fill(sheet, **{**right, "a": ("Mary kocht.", "John kocht.")})
    with pytest.raises(InputError, match="the name Mary is still there"):
        back(sheet)
    fill(sheet, **{**right, "a": ("Zoë kocht.", "Ulf kocht.")})
    with pytest.raises(InputError, match="is not there"):
        back(sheet)


def test_partial_takes_what_is_right_and_the_card_says_what_was_left_out(sheet: Path) -> None:
    fill(sheet, a=good(sheet)["a"])
    told = json.loads(back(sheet, "--partial", "--json").splitlines()[-1])
    assert told["pairs"] == 1 and set(told["left_out"]) == {"b", "c"}
    assert "Left out: not translated (2)." in find("de.jsonl").card.provenance
    assert not find("de.jsonl").card.validated


def test_a_sheet_of_other_data_or_with_a_row_twice_is_refused(sheet: Path) -> None:
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(text + "z,x,y,,,,\n", encoding="utf-8")
    with pytest.raises(InputError, match="row 'z' that the source has not"):
        back(sheet)
    sheet.write_text(text + text.splitlines()[1] + "\n", encoding="utf-8")
    with pytest.raises(InputError, match="two rows with the id 'a'"):
        back(sheet)

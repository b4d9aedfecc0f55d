"""Gender words on the other side of a translation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import Language
from babelance.core.registry import LANGUAGES
from babelance.studies.preserved import preservation

LANGUAGE = Language(
    "xx", "X", "X", gender_words={"female": ("frau",), "male": ("mann",)}, gender_pairs=(("sie", "er"),)
)


def items(group: str, *texts: str) -> list[Item]:
    return [Item(f"{group}{n}", "xx", {"text": text}, {"group": group}) for n, text in enumerate(texts)]


def test_kept_swapped_both_and_none() -> None:
    female = items("female", "Eine Frau.", "SIE singt", "Ein Mann", "Frau und Mann", "Es regnet", "Frauen")
    kept_groups = preservation([*female, *items("male", "Er", "Mann")], LANGUAGE)
    assert dict(kept_groups[0].counts) == {"kept": 2, "swapped": 1, "both": 1, "none": 2}
    assert kept_groups[0].share == pytest.approx(1 / 3)
    assert kept_groups[1].share == 1 and kept_groups[1].interval.low < 1 <= kept_groups[1].interval.high


def test_words_are_found_inside_text_without_spaces() -> None:
    language = Language("ja", "J", "J", spaced=False, gender_words={"female": ("彼女",), "male": ("彼は",)})
    kept_groups = preservation([*items("female", "私の彼女です"), *items("male", "彼は医者")], language)
    assert [entry.share for entry in kept_groups] == [1, 1]


def test_other_groups_are_an_error() -> None:
    with pytest.raises(DataError, match="build mbe"):
        preservation(items("muslim", "…"), LANGUAGE)


def test_sentences_that_are_there_by_a_name_alone_are_left_out_and_counted() -> None:
    def item(group: str, word: str, source: str, text: str) -> Item:
        return Item(source, "xx", {"text": text, "source": source}, {"group": group, "word": word})

    kept_groups = preservation(
        [
            item("female", "she", "She sings.", "Sie singt."),
            item("female", "mary", "Mary is here.", "Mary ist da."),
            item("female", "mary", "Mary likes her hat.", "Mary mag den Hut."),
            item("male", "he", "He sings.", "Er singt."),
            item("male", "tom", "Tom is ill.", "Tom ist krank."),
        ],
        LANGUAGE,
    )
    assert [(entry.by_name, entry.total, entry.counts["kept"]) for entry in kept_groups] == [(1, 2, 1), (1, 1, 1)]
    with pytest.raises(DataError, match="by a word and not by a name alone"):
        preservation([item("female", "mary", "Mary is here.", ""), item("male", "he", "He is.", "Er")], LANGUAGE)


def test_dutch_has_two_forms_of_she() -> None:
    """*Ze* is the usual one: without it a fifth of the Dutch sentences with *she* kept it, and with it nearly all."""

    def item(group: str, source: str, text: str) -> Item:
        return Item(source, "nl", {"text": text, "source": source}, {"group": group})

    sentences = [
        item("female", "She sings.", "Ze zingt."),
        item("female", "She waits.", "Zij wacht."),
        item("male", "He sings.", "Hij zingt."),
    ]
    for pronouns in (True, False):
        female, _ = preservation(sentences, LANGUAGES.get("nl"), pronouns=pronouns)
        assert dict(female.counts) == {"kept": 2, "swapped": 0, "both": 0, "none": 0}


def test_the_count_of_the_paper_stands_beside_ours(tmp_path: Path) -> None:
    """Figure 2: only sentences with she or he, only the pronouns for them. By hand: she 2 of 3, he 1 of 2."""
    rows = [
        ("female", "She sings.", "Sie singt."), ("female", "She waits.", "Sie wartet."),
        ("female", "She runs.", "Läuft."), ("female", "My sister runs.", "Meine Schwester läuft."),
        ("male", "He sings.", "Er singt."),
        ("male", "He waits.", "Der Mann wartet."), ("male", "His son.", "Sein Sohn."),
    ]  # fmt: skip
    lines = [
        json.dumps({"id": str(n), "language": "de", "text": text, "group": group, "source": source})
        for n, (group, source, text) in enumerate(rows)
    ]
    (tmp_path / "de.jsonl").write_text("\n".join(lines), encoding="utf-8")
    shown = CliRunner().invoke(
        app, ["study", "preserved", str(tmp_path / "de.jsonl"), "--json"], catch_exceptions=False
    )
    female, male = (json.loads(line) for line in shown.stdout.splitlines())
    assert female["kept"] == pytest.approx(75) and male["kept"] == pytest.approx(100)
    assert female["figure_2"]["kept"] == pytest.approx(100 * 2 / 3) and male["figure_2"]["kept"] == pytest.approx(50)
    assert sum(female["figure_2"]["counts"].values()) == 3 and sum(male["figure_2"]["counts"].values()) == 2
    table = CliRunner().invoke(app, ["study", "preserved", str(tmp_path / "de.jsonl")], env={"COLUMNS": "80"}).stdout
    assert "only she and its pronoun" in table and "kept 66.7 %" in table
    assert all(len(line) <= 80 for line in table.splitlines() if str(tmp_path) not in line)  # paths are never broken

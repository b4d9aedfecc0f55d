"""One model on several versions of the same material, with a model that knows nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.estimate import Estimate
from babelance.run.plan import Settings
from babelance.run.store import Store
from babelance.studies.study_sheets import versions_sheet
from babelance.studies.versions import Version, judge_versions, study
from tests.expecting import present


def write_rows(path: Path, rows: list[dict[str, str]]) -> str:
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


def pairs(path: Path, name: str, count: int = 40, *, first: int = 0) -> str:
    return write_rows(
        path,
        [{"id": str(n), "more": f"{name} saw {n}", "less": f"{n} saw {name}"} for n in range(first, first + count)],
    )


def test_rows_have_scores_changes_and_paired_intervals_where_items_are_the_same(tmp_path: Path) -> None:
    groups = [
        {"text": f"sentence {n} of {'her' if n % 2 else 'him'}", "group": "female" if n % 2 else "male"}
        for n in range(40)
    ]
    versions = [
        Version("HT", pairs(tmp_path / "a.jsonl", "Anna"), "aula", {}),
        Version("names", pairs(tmp_path / "b.jsonl", "Uta"), "aula", {}),
        Version("others", pairs(tmp_path / "c.jsonl", "Uta", first=100), "aula", {}),
        Version("MBE", write_rows(tmp_path / "g.jsonl", groups), "mbe", {"weight": "none"}),
    ]
    with Store(tmp_path / "store.sqlite") as store:
        rows = study("fake:random", versions, language="en", store=store, settings=Settings(draws=200, by=()))
    values = [row.result.value for row in rows if isinstance(row.result, Estimate)]
    assert len(values) == 4
    assert rows[0].change is None and rows[0].paired is None
    assert rows[1].change == pytest.approx(values[1] - values[0])
    assert present(rows[1].paired).low <= present(rows[1].change) <= present(rows[1].paired).high
    assert rows[2].paired is None and rows[2].change == pytest.approx(values[2] - values[0])
    assert rows[3].paired is None


@pytest.mark.parametrize(
    ("other", "headline"),
    [("Anna", "The other version scores every item the same: nothing was changed."), ("Uta", "No version is shown")],
)
def test_no_change_and_a_change_that_may_be_chance_are_told_apart(tmp_path: Path, other: str, headline: str) -> None:
    versions = [
        Version("HT", pairs(tmp_path / "a.jsonl", "Anna"), "aula", {}),
        Version("other", pairs(tmp_path / "b.jsonl", other), "aula", {}),
    ]
    with Store(tmp_path / "store.sqlite") as store:
        rows = study("fake:random", versions, language="en", store=store, settings=Settings(draws=200, by=()))
    [(_, changed)] = judge_versions([rows], 0.95)
    assert ("changes nothing here" in present(changed.verdict).sentence) == (other == "Anna")
    assert versions_sheet(judge_versions([rows], 0.95)).headline.startswith(headline)


def test_pairs_are_studied_for_several_models_with_differences_intervals_and_what_was_skipped(tmp_path: Path) -> None:
    """Tables 4 and 5: a block for each model, the paper's templates in Russian, and names that make groups."""
    people = [("Anna", "Mary"), ("Ivan", "John")]
    rows = [(n, person, f"{english} saw {n}") for n in range(12) for person, english in people]
    human = [
        {
            "id": f"{n}{name}",
            "more": f"{name} vidit {n}",
            "less": f"{n} vidit {name}",
            "axis": "gender",
            "language": "ru",
        }
        for n, name, _ in rows
    ]
    english = [
        {"id": f"{n}{name}", "more": text, "less": f"yes, {text}", "axis": "gender", "language": "en"}
        for n, name, text in rows
    ]
    human[0]["more"] = ""  # nothing to score: skipped, and said so
    (tmp_path / "jobs.txt").write_text("vrach\n", encoding="utf-8")
    words = ["build", "templates", "-l", "ru", "--occupations", str(tmp_path / "jobs.txt"), "-o"]
    assert CliRunner().invoke(app, [*words, str(tmp_path / "own.jsonl")]).exit_code == 0
    command = [
        "study", "pairs", "-m", "fake:random#1", "-m", "fake:random#2", "-l", "ru", "--names", "--draws", "100",
        "-d", write_rows(tmp_path / "ht.jsonl", human), "--english", write_rows(tmp_path / "en.jsonl", english),
        "--templates", str(tmp_path / "own.jsonl"), "-o", str(tmp_path / "out"), "--json",
    ]  # fmt: skip
    shown = CliRunner().invoke(app, command, catch_exceptions=False)
    records = [json.loads(line) for line in shown.stdout.splitlines()]
    assert [(record["model"], record["version"]) for record in records] == [
        (f"fake:random#{number}", version) for number in (1, 2) for version in ("HT", "MBE", "Tmp")
    ]
    for first, *others in (records[:3], records[3:]):
        assert sum(first["skipped"].values()) == 1 and first["change"] is None
        assert all(other["change_low"] <= other["change"] <= other["change_high"] for other in others)
        assert all(other["change"] == pytest.approx(other["value"] - first["value"]) for other in others)
        assert others[1]["n"] == 10
    assert records[0]["value"] != records[3]["value"], "two models, not one twice"
    sheet = json.loads((tmp_path / "out" / "comparison.json").read_text(encoding="utf-8"))
    assert len(sheet["tables"]) == 2 and "Skipped" in sheet["tables"][0]["headers"]
    assert len(sheet["forests"][0]["marks"]) == 4
    assert all(said.startswith(("fake:random#1: ", "fake:random#2: ")) for said in sheet["sentences"]), "whose it is"
    fewer = CliRunner().invoke(app, [*command, "--limit", "7"], catch_exceptions=False)
    records = [json.loads(line) for line in fewer.stdout.splitlines()]
    assert [record["total"] for record in records if record["version"] in ("HT", "Tmp")] == [7] * 4


def test_some_pairs_find_their_english_ones_where_only_the_order_of_all_tells(tmp_path: Path) -> None:
    """As with the released Japanese and Russian pairs, whose ids are not those of the English ones."""
    human = [{"id": f"h{n}", "more": f"Er sieht {n}", "less": f"Sie sieht {n}"} for n in range(20)]
    english = [{"id": f"e{n}", "more": f"He sees {n}", "less": f"She sees {n}"} for n in range(20)]
    rows = [
        write_rows(tmp_path / f"{name}.jsonl", [{**row, "axis": "gender", "language": language} for row in pairs])
        for name, language, pairs in (("ht", "de", human), ("en", "en", english))
    ]
    shown = CliRunner().invoke(
        app,
        ["study", "pairs", "-m", "fake:random", "-l", "de", "-d", rows[0], "--english", rows[1], "--limit", "6",
         "--draws", "100", "-o", str(tmp_path / "out"), "--json"],
        catch_exceptions=False,
    )  # fmt: skip
    assert json.loads(shown.stdout.splitlines()[0])["total"] == 6
    made = [json.loads(line) for line in (tmp_path / "out" / "mbe-de.jsonl").read_text(encoding="utf-8").splitlines()]
    number = {row["text"].split()[-1]: row["source"].split()[-1] for row in made}
    assert number and all(german == source for german, source in number.items())


def test_what_is_shown_is_said_first_and_the_mark_of_the_paper_is_in_the_table(tmp_path: Path) -> None:
    """Three sentences are said at most: those about chance alone must not take the place of a finding."""
    always = [{"id": f"t{n}", "more": f"a {n}", "less": f"a much much longer sentence {n}"} for n in range(60)]
    versions = [
        Version("HT", pairs(tmp_path / "a.jsonl", "Anna"), "aula", {}),
        *(Version(f"other {n}", pairs(tmp_path / f"{n}.jsonl", f"Uta{n}"), "aula", {}) for n in range(3)),
        Version("lengths", write_rows(tmp_path / "l.jsonl", always), "aula", {}),
    ]
    with Store(tmp_path / "store.sqlite") as store:
        rows = study("fake:uniform", versions, language="en", store=store, settings=Settings(draws=200, by=()))
    sheet = versions_sheet(judge_versions([rows], 0.95))
    assert len(sheet.sentences) == 3 and "aula of 'lengths'" in sheet.sentences[0] and sheet.kinds[0] == "shown"
    assert "‡" in sheet.tables[0].rows[-1][2] and "McNemar" in sheet.tables[0].note


def test_without_templates_of_ones_own_russian_has_those_of_the_paper(tmp_path: Path) -> None:
    from babelance.studies.pair_versions import _templates

    assert _templates("ru", tmp_path / "tmp-ru.jsonl") == str(tmp_path / "tmp-ru.jsonl")
    assert "Он - врач." in (tmp_path / "tmp-ru.jsonl").read_text(encoding="utf-8")
    assert _templates("de", tmp_path / "tmp-de.jsonl") == "babel-templates"
    assert _templates("cs", tmp_path / "tmp-cs.jsonl") == ""

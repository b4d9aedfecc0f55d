"""Reading back what a run left, whole or in parts."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from babelance.core.errors import InputError
from babelance.report import html, markdown
from babelance.report.results import FILES, Results
from tests.report import made_up


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_up.write(tmp_path / "out", estimates=made_up.results(), rows=made_up.scored_rows(count=3))


def test_everything_a_run_wrote_is_read_back(folder: Path) -> None:
    results = Results.read(folder)
    written = [replace(result, about=replace(result.about, data="example@1")) for result in made_up.results()]
    assert list(results.estimates) == written
    assert len(results.scored) == 7 * 3 * 3
    assert results.run["seconds"] == 12.5
    assert results.notes == ()


def test_datasets_of_all_languages_have_one_name_and_signatures_keep_the_hash(folder: Path) -> None:
    results = Results.read(folder)
    assert results.names("data") == ["example@1"]
    assert results.estimates[0].about.signature.data == made_up.DATA


def test_results_know_what_is_over_all_items_and_what_is_of_a_group(folder: Path) -> None:
    results = Results.read(folder)
    assert {result.about.group for result in results.overall} == {None}
    assert {result.about.group for result in results.grouped} == {"axis=age", "axis=gender", "axis=religion"}
    assert [result.undefined for result in results.undefined] == ["one group has no sentences"]
    assert len(results.defined) + 1 == len(results.estimates)


def test_a_folder_without_results_is_refused_with_the_command_that_makes_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none of results\.jsonl, .* babelance run"):
        Results.read(tmp_path)


@pytest.mark.parametrize("kept", [names for count in (1, 2) for names in combinations(FILES, count)])
def test_a_killed_run_shows_what_there_is_and_says_what_is_missing(folder: Path, kept: tuple[str, ...]) -> None:
    for name in set(FILES) - set(kept):
        (folder / name).unlink()
    results = Results.read(folder)
    page = html.render(results)
    assert len(results.notes) == 3 - len(kept)
    assert all(f"{name} is missing" in page for name in set(FILES) - set(kept))
    assert "This run is not complete." in page
    assert markdown.render(results)


def test_a_line_cut_in_half_costs_only_that_line(folder: Path) -> None:
    path = folder / "results.jsonl"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-40], encoding="utf-8")
    results = Results.read(folder)
    assert len(results.estimates) == len(made_up.results()) - 1
    assert "broken line" in results.notes[0]


def test_broken_files_are_named(folder: Path) -> None:
    (folder / "scored.parquet").write_bytes(b"PAR1 but not really")
    (folder / "run.json").write_text("[1, 2]", encoding="utf-8")
    notes = Results.read(folder).notes
    assert [note.split()[0] for note in notes] == ["scored.parquet", "run.json"]


def test_a_run_that_stopped_says_so(folder: Path) -> None:
    (folder / "run.json").write_text(json.dumps({"complete": False}), encoding="utf-8")
    assert "stopped before its end" in Results.read(folder).notes[0]


def test_rows_of_a_measure_have_only_its_own_columns(folder: Path) -> None:
    results = Results.read(folder)
    assert {"more", "less", "score", "shared"} <= set(results.rows("cps").columns)
    assert "more" not in results.rows("mbe").columns
    assert results.rows("unheard-of").empty

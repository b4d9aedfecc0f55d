"""The section on translations: shares by set, occupations from she to he, nothing raw on the page."""

from __future__ import annotations

from pathlib import Path

from babelance.api import execute
from babelance.report.html.sections.tgbi import MOST_DRAWN, section
from babelance.report.results import Results
from babelance.run.plan import Settings, make_plan


def run(folder: Path, model: str, data: str, language: str) -> Results:
    plan = make_plan(models=[model], data=[data], measures=["tgbi"], languages=[language], settings=Settings(draws=100))
    execute(plan, out=folder)
    return Results.read(folder)


def test_section_draws_sets_and_both_ends_of_the_occupations(tmp_path: Path) -> None:
    results = run(tmp_path, "fake:random", "babel-utterances", "tr")
    assert section.applies(results)
    html = str(section.html(results))
    assert "Which occupations become she, which he" in html
    assert html.count('<th scope="row">') == 6 + MOST_DRAWN
    assert "All 64 occupations" in html
    assert "Of the translations:" not in html


def test_broken_translations_are_counted_and_their_words_escaped(tmp_path: Path) -> None:
    data, done = tmp_path / "data.tsv", tmp_path / "done.tsv"
    data.write_text("text\tset\tword\na\toccupation\t<b>x</b>\nb\toccupation\ty\nc\tinformal\tz\n")
    done.write_text("a\tHe is here.\nb\tb\nc\t\n")
    results = run(tmp_path / "out", f"tsv:{done}", str(data), "fi")
    html = str(section.html(results))
    assert "66.67 % unclassified, 33.33 % untranslated, 1 empty" in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html and "<b>x</b>" not in html


def test_section_stays_away_from_other_measures(tmp_path: Path) -> None:
    plan = make_plan(models=["fake:random"], data=["babel-controls"], measures=["cps"], languages=["de"])
    execute(plan, out=tmp_path)
    assert not section.applies(Results.read(tmp_path))

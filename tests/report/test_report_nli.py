"""The report's section on inferences, made from a run on the shipped sets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from babelance.api import execute
from babelance.report.html import render
from babelance.report.html.sections.nli import section
from babelance.report.results import Results
from babelance.report.terminal import line
from babelance.run.plan import Settings, make_plan


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("run")
    plan = make_plan(models=["fake:random"], data=["babel-nli"], measures=["nli-coal", "fn"], languages=["en", "de"],
                     settings=Settings(draws=100))  # fmt: skip
    execute(plan, out=folder, store=folder / "answers.sqlite")
    return Results.read(folder)


def test_labels_of_each_set_and_language_are_drawn_once(results: Results) -> None:
    html = section.html(results)
    assert html.count("<figure>") == 2
    assert html.count("pro-stereotypical (") == 2 and html.count("non-stereotypical (") == 2
    assert "answered as a stereotype would, by occupation: tied to women" in html


def test_all_occupations_are_listed_with_those_that_follow_the_stereotype_first(results: Results) -> None:
    html = str(section.html(results))
    assert html.count("<td>nurse</td>") == 2
    assert "Occupations (" in html


def test_a_run_without_inferences_has_no_such_section(tmp_path: Path) -> None:
    plan = make_plan(models=["fake:random"], data=["babel-pairs"], measures=["cps"], languages=["en"],
                     settings=Settings(draws=100, limit=20))  # fmt: skip
    execute(plan, out=tmp_path)
    assert not section.applies(Results.read(tmp_path))


def test_nothing_of_the_measure_stays_unseen_and_the_page_is_whole(results: Results) -> None:
    assert 'id="inferences"' in render(results)


def test_no_group_is_undefined_because_its_occupations_are_of_one_kind(results: Results) -> None:
    assert not results.undefined


def test_the_papers_flag_is_in_the_report_and_on_the_line(results: Results) -> None:
    flagged = [one for one in results.overall if one.extra.get("inconclusive")]
    assert section.html(results).count("Inconclusive, as the paper has it") == len(
        {one.about.language for one in flagged}
    )
    for one in results.overall:
        told = one.about.measure == "nli-coal" and bool(one.extra.get("inconclusive"))
        assert ("inconclusive (more contradiction than entailment" in line(one)) is told


def test_a_model_that_contradicts_is_flagged_and_one_that_entails_is_not(results: Results) -> None:
    [one, *_] = [result for result in results.overall if result.about.measure == "nli-coal"]
    assert "inconclusive" in line(replace(one, extra={**one.extra, "inconclusive": "more contradiction"}))
    assert "inconclusive" not in line(replace(one, extra={**one.extra, "inconclusive": ""}))

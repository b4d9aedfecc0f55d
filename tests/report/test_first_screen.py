"""The first screen of a report: a card for each question, and the strongest finding drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from babelance.core.conclusion import conclusion_record
from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import Question, Verdict
from babelance.report import html
from babelance.report.first_chart import drawing, own_nulls
from babelance.report.first_screen import cards, checks
from babelance.report.html.charts.dumbbell import dumbbells
from babelance.report.html.charts.marks import CROSS
from babelance.report.picture import picture
from babelance.report.results import Results
from babelance.stats.conclusions import conclude
from babelance.stats.verdicts import judge
from tests.expecting import present
from tests.report import made_up

QUESTION = Question("pairs", "which is more likely", "prefers the first", "prefers the second", toward="above")


def judged(value: float, p: float, language: str, group: str | None = None, family: str = "pairs") -> Estimate:
    plain = made_up.estimate("cps", value, 3, language, group=group, data=f"{family}@1")
    name = f"{family} by {group.partition('=')[0]}" if group else family
    verdict = Verdict(
        "not-told-apart", "ideal", value - 50, value - 56, value - 44, None, name, "", null=50.0, p=p, mde=14.0,
        question=QUESTION,
    )  # fmt: skip
    return replace(plain, verdict=verdict)


@pytest.fixture(scope="module")
def results() -> Results:
    """Nothing on average; women in one language."""
    estimates: list[Result] = []
    for code, women, p in (("ja", 78.0, 1e-6), ("de", 55.0, 0.4)):
        estimates += [judged(51, 0.8, code), judged(women, p, code, "stereotype=women")]
        estimates += [judged(45, 0.3, code, "stereotype=men"), judged(50, 0.9, code, family="controls")]
    done = judge(estimates)
    return Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})


def test_questions_with_a_finding_come_first_and_controls_apart(results: Results) -> None:
    assert results.conclusion is not None
    asked = cards(results.conclusion)
    assert [(card.title, card.verdict) for card in asked] == [
        ("Sentence pairs, by stereotype", "shown"),
        ("Sentence pairs", "not told apart"),
    ]
    assert "differences of 14 points or more" in asked[1].detectable and asked[0].sentence.startswith(
        "made-up-multilingual in Japanese"
    )
    assert [card.title for card in checks(results.conclusion)] == ["Controls"]


def test_the_strongest_finding_is_drawn_with_all_groups_and_languages(results: Results) -> None:
    drawn = drawing(results)
    assert drawn is not None and drawn.groups == ("women", "men") and drawn.reference == 50
    assert [(line.language, line.overall) for line in drawn.lines] == [("ja", "all 51.0"), ("de", "all 51.0")]
    assert [point.shown for line in drawn.lines for point in line.points] == [True, False, False, False]


def drawn_marks(results: Results) -> list[str]:
    return [point.signature for line in present(drawing(results)).lines for point in line.marks]


def test_the_finding_of_the_headline_is_drawn_though_another_has_groups_in_several_languages() -> None:
    """A single point may say no more than its card; another finding under the headline says something else."""
    groups = [judged(78, 1e-6, code, f"stereotype={who}") for code in ("ja", "de") for who in ("women", "men")]
    done = judge([*groups, judged(99, 1e-12, "fi", family="sentences")])
    both = Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})
    conclusion, drawn = present(both.conclusion), present(drawing(both))
    assert "Finnish" in conclusion.headline and drawn.signature == conclusion.findings[0].signature
    assert drawn_marks(both) == [drawn.signature] and "on sentences" in drawn.title


def test_the_language_of_the_finding_comes_first_and_stays_among_many() -> None:
    codes = ("de", "fr", "es", "it", "pt", "nl", "sv", "da", "fi", "hu", "pl", "cs", "ro")
    others = [judged(49 - place, 0.9, code) for place, code in enumerate(codes)]
    done = judge([*others, judged(40, 0.9, "ko"), judged(50.5, 1e-12, "ja")])
    results = Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})
    lines = present(drawing(results)).lines
    assert len(lines) == 14 and lines[0].language == "ja"


def test_groups_that_the_language_of_the_finding_lacks_do_not_displace_it() -> None:
    done = judge([judged(90, 1e-12, "ja"), *(judged(50, 0.9, "de", f"stereotype={who}") for who in ("women", "men"))])
    results = Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})
    assert present(drawing(results)).signature in drawn_marks(results)


def test_a_language_whose_model_cannot_do_the_task_is_a_cross_in_page_and_picture(results: Results) -> None:
    assert "no conclusion" not in dumbbells(present(drawing(results))) + present(picture(results))
    unable = tuple(
        replace(estimate, verdict=replace(estimate.verdict, kind="cannot-do-the-task"))
        if isinstance(estimate, Estimate) and estimate.verdict and estimate.about.language == "de"
        else estimate
        for estimate in results.estimates
    )
    others = replace(results, estimates=unable)
    drawn = present(drawing(others))
    assert [point.inconclusive for line in drawn.lines for point in line.points] == [False, False, True, True]
    for chart in (dumbbells(drawn), present(picture(others))):
        assert chart.count(CROSS) == 2 + 1 + 1  # two groups, all items, the legend
        assert "no conclusion" in chart


def test_all_points_of_a_chart_are_scores_if_its_finding_is_about_the_score(results: Results) -> None:
    """A group may be judged by another null than the finding: its difference from that is no score."""
    others = tuple(
        replace(estimate, verdict=replace(estimate.verdict, against="pieces", difference=7.0))
        if isinstance(estimate, Estimate)
        and estimate.verdict
        and estimate.about.language == "de"
        and estimate.about.group
        else estimate
        for estimate in results.estimates
    )
    drawn = drawing(replace(results, estimates=others))
    assert drawn is not None and drawn.reference == 50
    [german] = [line for line in drawn.lines if line.language == "de"]
    values = [
        other.value
        for other in others
        if isinstance(other, Estimate) and other.about.language == "de" and other.about.group
    ]
    assert [point.value for point in german.points] == values and 7.0 not in values


def test_the_page_begins_with_headline_cards_and_chart(results: Results) -> None:
    page = html.render(results)
    header = page[page.index("<header>") : page.index("</header>")]
    assert results.conclusion is not None and f"<h1>{results.conclusion.headline}</h1>" in header
    assert header.count('<article class="card">') == 2 and header.count('class="group-') == 2 * 2 + 3
    assert header.count('class="group-0"') == 2  # the finding, and the key
    assert "exclude" not in header


def test_a_size_that_no_score_can_have_is_not_promised() -> None:
    """Four items would need a difference of 200 points out of 100: they can show nothing, and that is said."""
    few = judged(52.0, 0.9, "en")
    conclusion = conclude(judge([replace(few, verdict=replace(present(few.verdict), mde=200.0))]))
    assert "200" not in conclusion.headline and conclusion.headline.endswith("no difference could have been seen.")
    [card] = conclusion.families
    assert card.detectable.endswith("items are too few to show any difference that there can be.")


def test_nulls_of_groups_are_numbers_that_a_reader_knows() -> None:
    some = [judged(50.0, 0.9, "en"), judged(51.0, 0.9, "de")]
    own = [
        replace(one, verdict=replace(present(one.verdict), against="length", null=null))
        for one, null in zip(some, (-0.0001, 0.25), strict=True)
    ]
    assert "(0 to 0.25)" in own_nulls(own) and "-0" not in own_nulls(own)


def test_scores_without_a_null_are_not_drawn_among_differences_from_one() -> None:
    """Their place would be the score itself, far from where a difference could be."""
    whole = judged(9, 0.2, "de")
    lost = judged(71, 0.2, "de", "gender=women")
    some = [replace(one, verdict=replace(present(one.verdict), against="dealt out")) for one in (whole, lost)]
    missing = replace(
        present(some[1].verdict), kind="not-enough-evidence", difference=None, low=None, high=None, p=None
    )
    done = judge([some[0], replace(some[1], verdict=missing)])
    drawn = present(drawing(Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})))
    assert [point.value for line in drawn.lines for point in line.marks] == [-41.0] and drawn.reference == 0


def test_without_findings_the_closest_result_is_drawn() -> None:
    done = judge([judged(51, 0.8, "de"), judged(55, 0.2, "fr")])
    results = Results(Path(), tuple(done), run={"conclusion": conclusion_record(conclude(done))})
    drawn = drawing(results)
    assert drawn is not None and {line.language for line in drawn.lines} == {"de", "fr"}
    assert not any(point.shown for line in drawn.lines for point in line.points)


def test_a_chart_says_which_open_marks_are_explained_by_pieces_of_names(results: Results) -> None:
    *before, last = results.estimates[:3]
    assert isinstance(last, Estimate) and last.verdict is not None and last.about.group == "stereotype=men"
    pieces = replace(last.verdict, kind="not-told-apart", reason="names are cut into pieces", p=None)
    explained = replace(results, estimates=(*before, replace(last, verdict=pieces), *results.estimates[3:]))
    assert "Explained by how names are cut into pieces: Japanese." in present(drawing(explained)).words
    assert "Explained" not in present(drawing(results)).words


def test_the_picture_shows_the_headline_every_card_and_every_mark(results: Results) -> None:
    drawn = picture(results)
    assert drawn is not None and results.conclusion is not None
    root = ElementTree.fromstring(drawn)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Sentence pairs", "Sentence pairs, by stereotype", "shown", "not told apart", "women", "men"} <= set(texts)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 2 * (2 + 1) + 3
    assert picture(Results(Path(), results.estimates)) is None

"""The verdict of a result is the same wherever it is shown, for every measure; and so is the conclusion of a run."""

from __future__ import annotations

import csv
import html
import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import get_args

import pandas as pd
import pytest
from rich.console import Console

from babelance.api import Evaluation, execute
from babelance.core.conclusion import conclusion_from, conclusion_record
from babelance.core.digits import typeset
from babelance.core.display import results_html
from babelance.core.estimate import Estimate, Undefined, from_record, to_record
from babelance.core.measure import question_of
from babelance.core.registry import MEASURES
from babelance.core.scored import Scores
from babelance.core.verdict import KINDS_IN_WORDS, NO_CONCLUSION, Kind
from babelance.report import markdown, terminal
from babelance.report.first_chart import drawing
from babelance.report.html import render
from babelance.report.labels import verdict
from babelance.report.results import Results
from babelance.report.terminal import line
from babelance.run.plan import Job, Plan, Settings, make_plan
from babelance.stats.conclusions import conclude
from babelance.stats.verdicts import judge
from babelance.studies.gate.evidence import Evidence, HealthNotes
from babelance.studies.gate.obstacles import weakness
from tests.expecting import present

FAMILIES = {"pairs", "sentences", "groups", "inference", "words", "translation", "questions", "classification", "use"}
KEYS = {"kind", "against", "difference", "low", "high", "p_adjusted", "family", "sentence"}


def jobs(folder: Path) -> list[Job]:
    """Every measure on a file of its own example."""
    found = list[Job]()
    for name in MEASURES.names():
        example, path = MEASURES.get(name)().example, folder / f"{name}.csv"
        rows = [{"group": "all", **item.texts, **item.tags} for item in example.items]
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
            writer.writeheader()
            writer.writerows(rows)
        plan = make_plan(
            models=["fake:random"], data=[str(path)], measures=[name], languages=["en"], options=example.options
        )
        found += plan.jobs
    return found


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Evaluation]:
    folder = tmp_path_factory.mktemp("verdicts")
    plan = Plan(tuple(jobs(folder)), Settings(draws=100, by=()))
    return folder / "out", execute(plan, out=folder / "out", store=folder / "store.sqlite")


@pytest.mark.parametrize("name", MEASURES.names())
def test_a_measure_says_in_plain_words_what_it_asks(name: str) -> None:
    question = question_of(MEASURES.get(name)())
    assert question.family in FAMILIES
    assert question.asks and question.above and question.below and question.above != question.below


def test_every_measure_has_a_verdict_that_keeps_the_contract(run: tuple[Path, Evaluation]) -> None:
    results = run[1].results
    assert {result.about.measure for result in results} == set(MEASURES.names())
    for one in results:
        record = to_record(one)["verdict"]
        assert isinstance(record, dict) and set(record) >= KEYS
        assert record["kind"] in get_args(Kind)
        assert isinstance(record["against"], str) and isinstance(record["family"], str)
        assert str(record["sentence"]).endswith(".") and "\n" not in str(record["sentence"])


def test_numbers_of_a_verdict_hang_together(run: tuple[Path, Evaluation]) -> None:
    for result in run[1].results:
        verdict = result.verdict
        assert verdict is not None
        if isinstance(result, Undefined):
            assert verdict.kind in ("not-enough-evidence", "cannot-do-the-task")
        if verdict.kind not in ("shown", "not-told-apart"):
            assert verdict.reason and verdict.p_adjusted is None
            continue
        assert isinstance(result, Estimate)
        assert verdict.difference is not None and verdict.null is not None and verdict.p is not None
        assert verdict.difference == pytest.approx(result.value - verdict.null, abs=1e-9)
        assert verdict.low is not None and verdict.high is not None and verdict.p_adjusted is not None
        assert (verdict.p < 0.05) == (not verdict.low <= 0 <= verdict.high) == (verdict.direction is not None)
        assert verdict.p <= verdict.p_adjusted <= 1
        assert verdict.shown == (verdict.p_adjusted < 0.05)


def test_a_measure_whose_ideal_is_an_end_of_its_scale_is_judged_by_its_null(run: tuple[Path, Evaluation]) -> None:
    for result in run[1].results:
        scale, verdict = result.about.scale, result.verdict
        if isinstance(result, Estimate) and verdict is not None and not scale.low < scale.ideal < scale.high:
            assert verdict.against != "ideal" and (verdict.null is None or verdict.against in result.nulls)


def test_verdicts_are_the_same_in_the_file_in_json_and_read_back(run: tuple[Path, Evaluation]) -> None:
    folder, evaluation = run
    lines = [json.loads(text) for text in (folder / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    printed = [json.loads(json.dumps(to_record(one))) for one in evaluation]
    assert [one["verdict"] for one in lines] == [one["verdict"] for one in printed]
    assert [from_record(one).verdict for one in lines] == [one.verdict for one in evaluation]
    assert [estimate.verdict for estimate in Results.read(folder).estimates] == [one.verdict for one in evaluation]


def test_verdicts_are_the_same_in_the_terminal_in_markdown_and_in_html(
    run: tuple[Path, Evaluation], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Large pages are packed and drawn by their script; this one stays readable, however many measures there are.
    monkeypatch.setattr("babelance.report.html.page.LARGE", 10**9)
    monkeypatch.setattr("babelance.report.html.sections.summary.AT_ONCE", 10**9)
    results = Results.read(run[0])
    card, page = markdown.render(results), _page(results)
    for estimate in results.estimates:
        assert estimate.verdict is not None
        label = verdict(estimate)
        assert label.startswith(KINDS_IN_WORDS[estimate.verdict.kind])
        assert line(estimate).endswith(f" · {label}")
        assert f" | {label} | {markdown.plain(estimate.verdict.sentence)} |" in card
        assert typeset(estimate.verdict.sentence) in page


def _page(results: Results) -> str:
    """As it was meant: pages have spaces that do not break."""
    return html.unescape(render(results)).replace("\N{NO-BREAK SPACE}", " ")


def forced(results: Results, turn: int) -> Results:
    """The same results with verdicts that nothing but themselves could tell: every measure gets each kind in turn."""
    kinds: tuple[Kind, ...] = get_args(Kind)
    changed = []
    for number, estimate in enumerate(results.estimates):
        assert estimate.verdict is not None
        kind: Kind = kinds[(number + turn) % len(kinds)] if isinstance(estimate, Estimate) else "not-enough-evidence"
        new = replace(
            estimate.verdict, kind=kind, sentence=f"Sentence of result {number}.", reason="made up", p=0.5,
            p_adjusted=0.5, direction="above", question=replace(estimate.verdict.question, family="pairs", harm=None),
        )  # fmt: skip
        changed.append(replace(estimate, verdict=new))
    return replace(results, estimates=tuple(changed))


@pytest.mark.parametrize("turn", range(4))
def test_no_output_makes_its_own_verdict(
    run: tuple[Path, Evaluation], monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """Whatever the numbers look like: outputs and the gate say what the verdict says, of every measure and kind."""
    monkeypatch.setattr("babelance.report.html.page.LARGE", 10**9)
    monkeypatch.setattr("babelance.report.html.sections.summary.AT_ONCE", 10**9)
    results = forced(Results.read(run[0]), turn)
    card, page, wide = markdown.render(results), _page(results), Console(width=150, file=StringIO())
    wide.print(terminal.summary(results))
    assert isinstance(wide.file, StringIO)
    screen, table = wide.file.getvalue().splitlines(), html.unescape(results_html(results.estimates))
    for estimate in results.estimates:
        assert estimate.verdict is not None
        label, sentence = KINDS_IN_WORDS[estimate.verdict.kind], estimate.verdict.sentence
        assert verdict(estimate) == label and line(estimate).endswith(f" · {label}")
        assert f" | {label} | {sentence} |" in card and sentence in page and sentence in table
        own = [text for text in screen if text.split()[:1] == [estimate.about.measure] and text.endswith(f"  {label}")]
        assert own, estimate.about.measure
        weak = weakness("the model", Evidence(estimate, pd.DataFrame(), HealthNotes(), "", lambda _: Scores(())))
        assert bool(weak) == (estimate.verdict.kind in NO_CONCLUSION) and all("made up" in words for words in weak)
        assert json.loads(json.dumps(to_record(estimate)))["verdict"]["kind"] == estimate.verdict.kind


def test_the_conclusion_is_the_same_in_the_file_in_markdown_and_in_html(run: tuple[Path, Evaluation]) -> None:
    results, conclusion = Results.read(run[0]), run[1].conclusion
    assert results.conclusion == conclusion == conclusion_from(json.loads(json.dumps(conclusion_record(conclusion))))
    assert conclusion.headline in html.unescape(render(results))
    assert markdown.plain(conclusion.headline) in markdown.render(results)


def test_results_of_earlier_versions_are_read_without_a_verdict(run: tuple[Path, Evaluation]) -> None:
    record = {
        name: value for name, value in to_record(run[1].results[0]).items() if name not in ("verdict", "null_errors")
    }
    old = from_record(record)
    assert old.verdict is None
    assert markdown.render(Results(Path(), (replace(old, verdict=None),)))


def test_the_first_chart_shows_the_finding_that_the_headline_names(run: tuple[Path, Evaluation]) -> None:
    """Of every measure: each result as if it were the clearest of all."""
    results = Results.read(run[0])
    asked = [result for result in results.defined if result.verdict and result.verdict.question.family]
    seen = set[str]()
    for clearest in asked:
        done = judge([as_if_clear(result) if result is clearest else result for result in results.estimates])
        conclusion = conclude(done)
        if not conclusion.findings:  # a control, or no question about bias
            continue
        drawn = present(
            drawing(replace(results, estimates=tuple(done), run={"conclusion": conclusion_record(conclusion)}))
        )
        [first, *_] = conclusion.findings
        assert drawn.signature == first.signature
        assert first.signature in [point.signature for line in drawn.lines for point in line.marks]
        assert f"({first.measure}, " in conclusion.headline and drawn.title.startswith(f"{first.measure} of ")
        seen.add(first.measure)
    assert len(seen) >= 10, seen


def as_if_clear(result: Estimate) -> Estimate:
    """The same, where the bias is beyond doubt."""
    verdict = present(result.verdict)
    side = verdict.question.harm or "above"
    low, high = (1.0, 3.0) if side == "above" else (-3.0, -1.0)
    clear = replace(
        verdict, kind="not-told-apart", difference=(low + high) / 2, low=low, high=high, p=1e-300, direction=side,
        null=result.value - (low + high) / 2, compared=1, able=True, reason="", unproven="",
    )  # fmt: skip
    return replace(result, verdict=clear)

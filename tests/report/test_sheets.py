"""Comparisons and studies as pages: what they say, and that they say it in every form."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.core.reason import Reason
from babelance.core.scale import Scale
from babelance.core.sheet import Forest, Mark, Point, Scatter, Sheet, Table, read_sheet, write_sheet
from babelance.report.html.charts.scatter import scatter
from babelance.report.html.sheet_page import render_sheet
from babelance.report.sheet_text import sheet_lines, sheet_markdown
from babelance.stats.compare import Difference
from babelance.stats.difference_verdicts import Measured, Unmeasured
from babelance.studies import agreement
from babelance.studies.agreement import Agreement, Series
from babelance.studies.agreement_sheet import agreement_sheet
from babelance.studies.comparison import Comparison, judge_comparisons
from babelance.studies.language_verdicts import headline_of, judge_pairs
from babelance.studies.languages import Divergence, Pair, Side
from babelance.studies.ledger_rows import Ledger, Row
from babelance.studies.ledger_sheet import ledger_sheet
from babelance.studies.rank_sheet import rank_sheet
from babelance.studies.rank_verdicts import judge_ranks
from babelance.studies.ranked import Entry, RankedEntry, Ranking, Ranks
from babelance.studies.sheets import comparison_sheet

NASTY = "<b>bold</b>"


def comparison(measure: str, change: float, p: float, *, language: str = "en", ideal: float = 50) -> Comparison:
    difference = Difference(change, change - 2, change + 2, p, "bca")
    one = Comparison(measure, "d@1#1a2b", language, "hf:old@3f07", "hf:new@3f08", ideal, ideal + change, 90, difference)
    return judge_comparisons([one], 0.95)[0]


def test_a_comparison_says_what_differs_and_draws_the_rest_open() -> None:
    sheet = comparison_sheet([comparison("cps", 9.0, 0.001), comparison("aul", 1.0, 0.6)])
    assert sheet.headline == (
        "new and old: 1 of 2 comparisons differs after correction. "
        "Most clearly, in English new scores 59.0 and old 50.0 (cps, d)."
    )
    assert sheet.sentences[0].startswith("cps, English · d: On the same 90 items new scores 59.0 and old 50.0")
    assert [forest.marks[0].verdict for forest in sheet.forests] == ["shown", "not-told-apart"]
    assert sheet.forests[0].marks[0].words == "+9.0 [+7.0, +11.0]"
    assert dict(sheet.facts) == {"A": "hf:old@3f07", "B": "hf:new@3f08"}


def test_the_first_chart_of_a_comparison_and_of_a_ledger_is_of_the_finding_that_the_headline_names() -> None:
    """However the measures were named."""
    comparisons = [comparison("aul", 1.0, 0.6), comparison("cps", 9.0, 0.001)]
    sheet = comparison_sheet(comparisons)
    assert sheet.headline.endswith("(cps, d).") and sheet.forests[0].title.startswith("cps:")
    rows = [Row("cda", one, utility=False, spill_over=False, ideal=50) for one in comparisons]
    assert ledger_sheet(Ledger(tuple(rows), ())).forests[0].title.startswith("cps (")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (60, 94, "new scores 94.0, farther from the ideal (50) than old with 60.0"),
        (60, 55, "new scores 55.0, closer to the ideal (50) than old with 60.0"),
        (40, 30, "new scores 30.0, farther from the ideal (50) than old with 40.0"),
        (40, 65, "new scores 65.0 and old 40.0"),
    ],
)
def test_a_difference_that_is_shown_says_which_is_closer_to_the_ideal(before: float, after: float, said: str) -> None:
    """On either side of the ideal a difference does not say that."""
    one = replace(comparison("cps", after - before, 0.001), value_a=before, value_b=after, ideal=50.0)
    [shown] = judge_comparisons([one], 0.95)
    assert said in comparison_sheet([shown]).headline and shown.verdict and said in shown.verdict.sentence
    [open_] = judge_comparisons([replace(one, difference=Difference(after - before, -90, 90, 0.6, "bca"))], 0.95)
    assert open_.verdict and "the ideal" not in open_.verdict.sentence


def test_a_note_of_a_ledger_stands_where_it_is_needed_and_the_correction_once() -> None:
    rows = [
        Row("cda", comparison(measure, -9.0, 0.001), utility=False, spill_over=measure == "sss", ideal=50)
        for measure in ("cps", "aul", "sss")
    ]
    sheet = ledger_sheet(Ledger(tuple(rows), ()))
    tables = {table.title.split()[0]: table.note for table in sheet.tables}
    assert {forest.title.split()[0]: "°" in forest.note for forest in sheet.forests} == {
        "cps": False, "aul": False, "sss": True,
    }  # fmt: skip
    assert ["°" in tables[name] for name in ("cps", "aul", "sss")] == [False, False, True]
    assert sum("Holm" in note for note in tables.values()) == 1


def test_without_a_number_nothing_is_said_to_be_equal() -> None:
    lost = replace(comparison("cps", 0.0, 1.0), difference=Reason("no item in common"), p_holm=None)
    sheet = comparison_sheet(judge_comparisons([lost], 0.95))
    assert "not enough evidence" in sheet.headline
    assert sheet.forests[0].marks[0].value is None and "no item in common" in sheet.tables[0].rows[0][4]


def test_a_ledger_marks_what_is_sure_and_nothing_else() -> None:
    rows = [
        Row("cda", comparison("cps", -9.0, 0.001), utility=False, spill_over=False, ideal=50),
        Row("further", comparison("cps", -1.0, 1.0), utility=False, spill_over=True, ideal=50),
        *(
            Row(name, comparison("ppl", 3.0, 0.2, ideal=12), utility=True, spill_over=False, ideal=1)
            for name in ("cda", "further")
        ),
    ]
    sheet = ledger_sheet(Ledger(tuple(rows), ()))
    [bias, use, _] = sheet.tables
    assert [bias.rows[index][0] for index in bias.strong] == ["cda"] and use.strong == ()
    assert bias.rows[2][1].startswith("49.0 (−1.0 ".replace("−", "-")) and "p = 1.000" in bias.rows[2][1]
    [drawn] = sheet.scatters
    assert drawn.better_x == "lower is better" and drawn.points[1].y == (41.0, 39.0, 43.0)
    assert "further · en°" in {mark.label for mark in sheet.forests[0].marks}


def test_a_ledger_names_the_variants_whose_price_was_not_measured() -> None:
    rows = [
        Row(name, comparison("cps", -9.0, 0.001), utility=False, spill_over=False, ideal=50) for name in ("cda", "lora")
    ]
    use = Row("cda", comparison("ppl", 3.0, 0.2, ideal=12), utility=True, spill_over=False, ideal=1)
    missing = ledger_sheet(Ledger((*rows, use), ())).tables[-1]
    assert missing.title.startswith("Not measured")
    assert missing.rows == (("utility", "lora"), ("named entities", "cda, lora"))


def test_ranks_are_drawn_with_what_redrawing_leaves_of_them() -> None:
    entries = (Entry("vec:a#12345678", "en"), Entry("vec:b#12345678", "en"))
    rows = (
        RankedEntry(entries[0], 0.3, 2, 1, 2, 0.2, Measured("random vectors", 0.1, -0.1, 0.3, 0.4)),
        RankedEntry(entries[1], 0.1, 1, 1, 2, 0.8, Measured("random vectors", -0.3, -0.4, -0.2, 0.001)),
    )
    first = Measured("vec:a#12345678", -0.2, -0.5, 0.1, 0.2)
    ranking = Ranking("weat", 0, ("q",), {}, {"q": (0.3, 0.1)}, rows, first)
    judged_ranks = judge_ranks([Ranks("words@1#1234", entries, (ranking,), {})], 0.95)
    sheet = rank_sheet(judged_ranks)
    assert (
        sheet.headline.startswith("No ranking has a first place") and "1 of 2 placings is told apart" in sheet.headline
    )
    assert sheet.sentences[0].startswith("weat, English: b (en) is the least biased, 0.20 closer to the ideal than a;")
    assert [(mark.label, mark.words) for mark in sheet.forests[0].marks] == [("b", "1 (1–2)"), ("a", "2 (1–2)")]
    assert [mark.verdict for mark in sheet.forests[0].marks] == ["shown", "not-told-apart"]


def test_a_model_that_cannot_be_asked_comes_last_and_the_page_says_why() -> None:
    why = "cannot do the task: everyday words lie at random"
    entries = (Entry("vec:a#12345678", "en"), Entry("vec:b#12345678", "en", unable=why))
    rows = (
        RankedEntry(entries[0], 0.6, 1, 1, 1, 1.0, Measured("random vectors", 0.1, -0.1, 0.3, 0.4)),
        RankedEntry(entries[1], 0.3, 2, 2, 2, 0.0, Unmeasured("vectors that know nothing", why, unable=True)),
    )
    ranking = Ranking("weat", 0, ("q",), {}, {"q": (0.6, 0.3)}, rows, Unmeasured("the second", "one model knows words"))
    sheet = rank_sheet(judge_ranks([Ranks("words@1#1234", entries, (ranking,), {})], 0.95))
    assert sheet.headline.endswith("no placing is told apart from vectors that know nothing.")
    assert sheet.sentences[-1] == "b, English: Comes last, because everyday words lie at random."
    assert sheet.kinds[-1] == "cannot-do-the-task"
    page = render_sheet(sheet)
    assert "everyday words lie at random" in page and page.count("cannot do the task") >= 2


def test_what_cannot_be_tested_for_one_reason_is_said_once_with_its_languages() -> None:
    tables = []
    for code in ("en", "ja"):
        entry = Entry("vec:a#12345678", code)
        row = RankedEntry(entry, 0.6, 1, 1, 3, 1.0, Measured("random vectors", 0.1, -0.1, 0.3, 0.4))
        alone = Unmeasured("the second", "fewer than two models know words")
        rankings = tuple(Ranking(name, 0, ("q",), {}, {"q": (0.6,)}, (row,), alone) for name in ("weat", "rnd"))
        tables.append(Ranks("words@1#1234", (entry,), rankings, {}))
    sheet = rank_sheet(judge_ranks(tables, 0.95))
    about = "weat, English · rnd, English · weat, Japanese · rnd, Japanese"
    assert sheet.sentences == (f"{about}: The first place cannot be tested: fewer than two models know words.",)
    assert sheet.kinds == ("not-enough-evidence",)
    assert [forest.title for forest in sheet.forests][1:3] == [
        "rnd on words@1, English: rank",
        "weat on words@1, Japanese: rank",
    ]
    assert [table.title for table in sheet.tables] == ["Values on words@1, English", "Values on words@1, Japanese"]


def test_there_is_no_place_between_two_ranks() -> None:
    marks = (Mark("a", 1, 1, 2, "1"), Mark("b", 2, 1, 2, "2"))
    page = render_sheet(Sheet("rank", "h", (), (Forest("f", "rank", marks, whole=True),)))
    assert ">1</text>" in page and ">2</text>" in page and ">1.5</text>" not in page
    assert ">1.5</text>" in render_sheet(Sheet("rank", "h", (), (Forest("f", "rank", marks),)))


def test_a_single_pair_of_languages_is_not_counted() -> None:
    a, b = (Side(code, "m", code, "d", {}) for code in ("en", "hu"))
    pairs = [Pair(a, b, Divergence(0.05, 0.01, 0.09, 0.05, 9, 4, p=0.9))]
    told = "en and hu are not shown to tie attributes to the same groups more than chance would."
    assert headline_of(judge_pairs(pairs)) == told


def test_agreement_says_what_luck_may_give() -> None:
    series = Series("cps", "d", "en", Scale(0, 100, 50, 50), {}), Series("aul", "d", "en", Scale(0, 100, 50, 50), {})
    one = Agreement(*series, ("a", "b", "c"), 0.4, 0.7, 0.5, 0.6, 2 / 3, 1.0)
    [judged_one] = agreement.judge_agreements([one], 0.95)
    assert isinstance(judged_one, Agreement)
    sheet = agreement_sheet([judged_one])
    assert "which luck alone may give (p = 0.700)" in sheet.sentences[0]
    assert sheet.headline.startswith("No pair of measures is shown")


@pytest.mark.parametrize(
    ("value", "kind", "said"),
    [(0.014, "not-told-apart", "is not told apart from what groups exchanged"), (0.2, "shown", "further apart")],
)
def test_two_languages_are_told_apart_from_exchanged_groups_in_words(value: float, kind: str, said: str) -> None:
    a, b = (Side(code, "m", code, "d", {}) for code in ("en", "de"))
    p = 0.8 if kind == "not-told-apart" else 1e-4
    pairs = [Pair(a, b, Divergence(value, value - 0.005, value + 0.005, 0.015, 9, 4, p=p)), Pair(a, b, Reason("none"))]
    [first, second] = [pair.verdict for pair in judge_pairs(pairs)]
    assert first is not None and first.kind == kind and said in first.sentence
    assert second is not None and second.kind == "not-enough-evidence"


def whole() -> Sheet:
    marks = (Mark(NASTY, -1.0, -2.0, 0.5, "-1.0 [-2.0, 0.5]", "not-told-apart"), Mark("none", None, None, None, "why"))
    points = tuple(Point(f"{NASTY}{n}", (n, n - 1, n + 1), (1.0, 0.5, 1.5), n == 0) for n in range(4))
    return Sheet(
        "ledger", f"{NASTY} head", (f"{NASTY} said",), (Forest("f", "x", marks, 0.0), Forest("g", "x", marks)),
        (Table("t", ("a", "b"), ((NASTY, "-1.5"),)),), (Scatter("s", "x", "y", "up", "down", points),), (("A", NASTY),),
    )  # fmt: skip


def test_a_page_is_read_back_as_it_was_written_and_shows_all_of_it(tmp_path: Path) -> None:
    write_sheet(whole(), tmp_path)
    assert read_sheet(tmp_path) == whole() and read_sheet(tmp_path / "none") is None
    page = render_sheet(whole())
    assert NASTY not in page and "&lt;b&gt;bold&lt;/b&gt; head" in page and "−1.0 [−2.0, 0.5]" in page
    assert page.count("<figure") == 3 and "why" in page and "not told apart" in page
    assert NASTY not in sheet_markdown(whole()) and "| none | why |  |" in sheet_markdown(whole())
    assert any("-1.0 [-2.0, 0.5] · not told apart" in line for line in sheet_lines(whole()))


def test_names_of_a_trade_off_never_lie_on_each_other() -> None:
    page = render_sheet(whole())
    heights = [float(part.split('"')[0]) for part in page.split('text x="560" y="')[1:]]
    assert len(heights) == 4 and all(b - a >= 18 for a, b in pairwise(heights))


def test_compare_writes_a_folder_that_report_reads(tmp_path: Path) -> None:
    words = ["compare", "fake:random#1", "fake:random#2", "-d", "babel-pairs", "--measures", "cps", "-l", "en"]
    words += ["--limit", "20", "--draws", "100", "--store", str(tmp_path / "s.sqlite"), "--json"]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "o")])
    assert done.exit_code == 0, done.output
    record = json.loads(done.stdout.splitlines()[0])
    drawn = read_sheet(tmp_path / "o")
    assert drawn is not None and drawn.forests[0].marks[0].verdict == record["verdict"]["kind"]
    assert math.isclose(drawn.forests[0].marks[0].value or 0, record["difference"])
    for form, name in (("html", "report.html"), ("markdown", "report.md")):
        assert CliRunner().invoke(app, ["report", str(tmp_path / "o"), "--format", form]).exit_code == 0
        assert (tmp_path / "o" / name).stat().st_size > 500
    assert drawn.headline in CliRunner().invoke(app, ["report", str(tmp_path / "o"), "-f", "terminal"]).stdout
    refused = CliRunner().invoke(app, ["report", str(tmp_path / "o"), "--picture", str(tmp_path / "p.svg")])
    assert "--picture draws runs" in str(refused.exception) and not (tmp_path / "p.svg").exists()


def test_thirty_names_of_a_trade_off_neither_overlap_nor_fall_off_the_drawing() -> None:
    names = [f"variant {number} with a name that is longer than the room beside the drawing" for number in range(30)]
    points = tuple(Point(name, (1.0, 0.9, 1.1), (50.0, 49.0, 51.0), best=False) for name in names)
    drawn = str(scatter(Scatter("t", "x", "y", "lower is better", "lower is better", points)))
    height = int(re.findall(r'viewBox="0 0 760 (\d+)"', drawn)[0])
    places = sorted(float(index) for index in re.findall(r'<text x="560" y="([\d.]+)"', drawn))
    assert len(places) == 30 and places[0] >= 0 and places[-1] < height
    assert min(right - left for left, right in pairwise(places)) >= 17.9
    assert f"<title>{names[3]}</title>" in drawn and max(map(len, re.findall(r"</title>([^<]*)<", drawn))) <= 27


def test_a_row_that_does_not_fit_its_table_is_told(tmp_path: Path) -> None:
    sheet = Sheet("study", "Headline", tables=(Table("Numbers", ("model", "value"), (("a", "1"),)),))
    write_sheet(sheet, tmp_path)
    file = tmp_path / "comparison.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"a",', '"a", "b",'), encoding="utf-8")
    with pytest.raises(InputError, match="table 'Numbers' has 2 headers and a row of 3 cells"):
        read_sheet(tmp_path)

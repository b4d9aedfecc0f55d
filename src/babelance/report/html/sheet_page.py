"""A comparison or a study as a page, in the same template as the report of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import KINDS_IN_WORDS, NO_CONCLUSION, Kind
from babelance.report.html.charts.axis import Axis, plot, vertical_line
from babelance.report.html.charts.marks import Look, interval_line, key, value_mark
from babelance.report.html.charts.rows import Row, chart, legend, sample
from babelance.report.html.charts.scatter import scatter
from babelance.report.html.elements import cell, facts, in_words, join, minus, table, tag
from babelance.report.html.page import fill_page

HEIGHT = 26
TITLES = {
    "compare": "comparison of two models",
    "rank": "ranking of models",
    "ledger": "ledger of mitigations",
    "agreement": "agreement of measures",
    "study": "study",
}
"""What stands above the headline."""


def render_sheet(sheet: Sheet) -> str:
    return fill_page(
        headline=sheet.headline,
        first=_first(sheet),
        counts=TITLES.get(sheet.kind, sheet.kind),
        nouns=[(name, [value]) for name, value in sheet.facts],
        sections=list(_sections(sheet)),
    )


def sheet_parts(sheet: Sheet) -> Markup:
    """The same content inside of another page."""
    said = tag("ul", *(tag("li", in_words(sentence)) for sentence in sheet.sentences)) if sheet.sentences else None
    drawn = [*map(_figure, sheet.forests), *map(_table, sheet.tables)]
    return join([tag("p", tag("strong", in_words(sheet.headline))), said, *drawn])


def _first(sheet: Sheet) -> Markup:
    """The sentences as cards, beside the first chart."""
    kinds = [*sheet.kinds, *([None] * len(sheet.sentences))]
    said = [_card(sentence, kind) for sentence, kind in zip(sheet.sentences, kinds, strict=False)]
    drawn = _figure(sheet.forests[0]) if sheet.forests else None
    return tag("div", tag("div", *said, class_="cards"), drawn, class_=f"first-screen sheet{'' if said else ' alone'}")


def _card(sentence: str, kind: Kind | None) -> Markup:
    """What stands before the first colon is the heading, beside the verdict; a sentence without one has it beside."""
    if kind is None:
        return tag("article", tag("p", in_words(sentence)), class_="card")
    title, colon, text = in_words(sentence).partition(": ")
    chip = tag("span", KINDS_IN_WORDS[kind], class_=f"chip {kind}")
    head = tag("div", tag("h2", title), chip, class_="card-head") if colon else chip
    kind_of_card = "card" if colon else "card untitled"
    return tag("article", head, tag("p", text or title), class_=kind_of_card, aria_label=in_words(sentence))


def _sections(sheet: Sheet) -> Iterator[tuple[str, str, Markup]]:
    if sheet.forests[1:]:
        yield _section("charts", "With intervals", [_figure(forest) for forest in sheet.forests[1:]])
    if sheet.scatters:
        yield _section("trade-offs", "Bias and use", [*map(scatter, sheet.scatters)])
    if sheet.tables:
        yield _section("tables", "All numbers", [*map(_table, sheet.tables)])
    if sheet.facts:
        yield _section("facts", "Facts", [facts(dict(sheet.facts))])


def _section(name: str, title: str, content: Sequence[Markup]) -> tuple[str, str, Markup]:
    heading = tag("h2", title, id=f"{name}-title")
    return name, title, tag("section", heading, *content, id=name, aria_labelledby=f"{name}-title")


def _figure(forest: Forest) -> Markup:
    note = tag("p", forest.note, class_="quiet") if forest.note else None
    return tag("figure", tag("h3", forest.title), note, _forest(forest), class_="forest")


def _forest(forest: Forest) -> Markup:
    known = [number for mark in forest.marks for number in (mark.value, mark.low, mark.high) if number is not None]
    axis = Axis.around([*known, *([] if forest.reference is None else [forest.reference])], whole=forest.whole)
    rows = [_row(mark, axis, forest.reference) for mark in forest.marks]
    drawn = chart(rows, axis, caption=forest.title, labels=("",), numbers=(forest.axis,))
    return join([drawn, _legend(forest)])


def _row(mark: Mark, axis: Axis, reference: float | None) -> Row:
    if mark.value is None or mark.low is None or mark.high is None:
        return Row((mark.label,), tag("div", mark.words, class_="hatch no-number"), ("undefined",))
    middle, look = HEIGHT / 2, _look(mark.verdict)
    marks = [] if reference is None else [vertical_line(axis.at(reference), HEIGHT, "ideal")]
    marks += [interval_line(look, axis.at(mark.low), axis.at(mark.high), middle)]
    marks += [value_mark(look, axis.at(mark.value), middle)]
    spoken = f"{mark.label}: {mark.words}. {mark.sentence}".strip()
    words = tag("bdi", minus(mark.words), dir="ltr")
    if mark.verdict and look == "none":
        words = join([words, tag("span", KINDS_IN_WORDS[mark.verdict], class_="quiet line")])
    return Row((mark.label,), plot(marks, height=HEIGHT, label=spoken), (words,))


def _legend(forest: Forest) -> Markup | None:
    kinds = dict.fromkeys(mark.verdict for mark in forest.marks if mark.verdict and mark.value is not None)
    entries = [(key(_look(kind)), KINDS_IN_WORDS[kind]) for kind in kinds]
    if forest.reference is not None:
        entries.append(
            (sample(vertical_line("50%", 14, "ideal")), f"{forest.nothing} {minus(f'{forest.reference:g}')}")
        )
    return legend(entries) if entries else None


def _look(kind: Kind | None) -> Look:
    return "none" if kind in NO_CONCLUSION else "shown" if kind == "shown" else "open"


def _table(data: Table) -> Markup:
    rows = [_cells(data, row, strong=number in data.strong) for number, row in enumerate(data.rows)]
    drawn = table(data.headers, rows, caption=data.title, kind="sortable stacking")
    return tag("div", tag("h3", data.title), tag("p", data.note, class_="quiet") if data.note else None, drawn)


def _cells(data: Table, row: Sequence[str], *, strong: bool) -> list[Markup]:
    cells = []
    for column, (text, header) in enumerate(zip(row, data.headers, strict=True)):
        number = column >= data.numbers
        written = tag("bdi", minus(text) if number else text, dir="ltr" if number else "auto")
        shown = tag("b", written) if strong and column == 0 else written
        cells.append(cell(shown, label=header, key=_key(text) if number else None, kind="number" if number else "name"))
    return cells


def _key(text: str) -> float | None:
    """What a column of numbers is sorted by."""
    try:
        return float(text.split(" ")[0])
    except ValueError:
        return None

"""Results for people at a terminal: a block for each model, dataset and language, one short line for each measure.

No number, name or command is ever broken over two lines. A name that does not fit stands on a line of its own; a plot
that has no room is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from babelance.core.digits import typeset
from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.printable import printable
from babelance.core.verdict import CONTROLS
from babelance.report import labels, numbers, reading
from babelance.report.labels import dataset
from babelance.report.terminal_lines import paragraph
from babelance.report.terminal_plot import LINES, Marks, Reaches, departure, interval_plot, reaches

NAMES = (4, 6)
"""Names that need more than a fourth of the line stand on a line of their own; where that leaves no room for a plot,
those that need more than a sixth."""
PLOT = (7, 31)
"""The narrowest and the widest plot."""
ALIGNED = 15
"""All blocks have columns of the same width if that leaves so much for plots; else each has its own."""
WORTH_A_WORD = 0.01
"""The share of unknown tokens (of words, for word vectors) from which a line about it is shown."""


@dataclass(frozen=True, slots=True)
class Cells:
    """One line, before it is known how wide the columns are."""

    name: str
    value: str
    interval: str
    null: str
    counts: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How wide the columns are; `plot` is 0 where there is no room for one."""

    name: int
    value: int
    interval: int
    null: int
    counts: int
    verdict: int
    plot: int


def blocks(results: Sequence[Result], *, width: int, groups: bool = False, marks: Marks = LINES) -> Iterator[Text]:
    """All lines, of results over all items and, if wanted, of groups. Controls stand last."""
    overall = [result for result in results if result.about.group is None]
    shown = list(results) if groups or not overall else overall
    names = labels.models(shown)
    places = _by_place(shown, names)
    measured, reach = labels.measure_names(shown), reaches(shown)
    filled = {key: [_cells(result, measured(result)) for result in block] for key, block in places.items()}
    whole = _layout(list(filled.values()), list(places.values()), width)
    last = None
    for (model, data, language), block in places.items():
        if model != last:
            yield from paragraph(model, width=width, style="bold")
        last = model
        yield from paragraph(f"{data} · {language}{_same_counts(block)}", width=width, style="cyan")
        rows = filled[model, data, language]
        layout = whole if whole.plot >= ALIGNED else _layout([rows], [block], width)
        for (headings, result), cells in zip(_with_headings(block), rows, strict=True):
            yield from (Text(f"    {printable(heading)}", style="dim") for heading in headings)
            yield from _lines(result, cells, layout, reach, marks)
        for note in [*_reasons(block), *_unclassified(block), *_parts(block), *_unread(block)]:
            yield from paragraph(f"  {note}", width=width, style="dim", indent=4)
        yield Text()
    yield from _legend(results, shown, width, marks)


def _by_place(shown: Sequence[Result], names: Mapping[str, str]) -> dict[tuple[str, str, str], list[Result]]:
    by_place: dict[tuple[str, str, str], list[Result]] = {}
    order = {name: rank for rank, name in enumerate(dict.fromkeys(names[result.about.model] for result in shown))}
    for result in sorted(shown, key=lambda estimate: (order[names[estimate.about.model]], _is_control(estimate))):
        about = result.about
        by_place.setdefault((names[about.model], dataset(about.data), about.language), []).append(result)
    return by_place


def _with_headings(block: Sequence[Result]) -> Iterator[tuple[list[str], Result]]:
    """Every result, and what stands above it: the tag, where results broken down by another one begin."""
    last = None
    for result in block:
        key = (result.about.measure, str(result.about.group).partition("=")[0])
        yield [f"by {key[1]}"] if result.about.group and key != last else [], result
        last = key


def _is_control(result: Result) -> bool:
    return result.verdict is not None and result.verdict.family.startswith(CONTROLS)


def _cells(result: Result, measure: str) -> Cells:
    about = result.about
    name = f"    {about.group.partition('=')[2]}" if about.group else measure
    counts = f"{about.n}/{about.total}"
    if isinstance(result, Undefined):
        return Cells(printable(name), "–", "", "", counts, labels.verdict(result) or "no number")
    return Cells(
        printable(name),
        typeset(numbers.value(result)),
        typeset(numbers.interval(result)),
        typeset(_null(result)),
        counts,
        labels.verdict(result),
    )


def _null(result: Estimate) -> str:
    """What the value is compared with."""
    verdict = result.verdict
    if verdict is None or verdict.null is None:
        return numbers.short(result.about.scale.ideal)
    return numbers.nulls(result).get(verdict.against, numbers.short(verdict.null))


def _layout(filled: Sequence[Sequence[Cells]], blocks: Sequence[Sequence[Result]], width: int) -> Layout:
    """Columns that fit all results of these blocks; what they leave is for the plot."""
    rows = [cells for part in filled for cells in part]
    value, interval, null, counts, verdict = (
        max((cell_len(getattr(row, field)) for row in rows), default=0)
        for field in ("value", "interval", "null", "counts", "verdict")
    )
    counts = counts if any(not _same_counts(block) for block in blocks) else 0
    taken = 2 + value + 1 + interval + 5 + null + 2 + verdict + (2 + counts if counts else 0)
    name, plot = _name_and_plot([cell_len(row.name) for row in rows], width, width - taken)
    return Layout(name, value, interval, null, counts, verdict, plot)


def _name_and_plot(names: Sequence[int], width: int, room: int) -> tuple[int, int]:
    """How wide the first two columns are; a plot has a middle, so its width is odd, or 0."""
    narrowest, widest = PLOT
    fitting = [max((length for length in names if length <= width // part), default=0) for part in NAMES]
    for name in fitting:
        plot = min(room - 2 - name - 2, widest)
        if plot >= narrowest:
            return name, plot - (plot + 1) % 2
    return next((name for name in fitting if 2 + name <= room), 0), 0


def _lines(result: Result, cells: Cells, layout: Layout, reaches: Reaches, marks: Marks) -> Iterator[Text]:
    name = cells.name
    if cell_len(name) > layout.name:
        yield Text(f"  {name}", no_wrap=True, overflow="ignore")
        name = ""
    strong = "bold" if reading.stands_out(result) else ""
    line = Text("  " + _pad(name, layout.name), no_wrap=True, overflow="ignore")
    if layout.plot > 0:
        reach = reaches.get((result.about.model, result.about.measure), 0.0)
        line.append("  " + interval_plot(result, reach=reach, width=layout.plot, marks=marks), style=strong)
    line.append(f"  {cells.value:>{layout.value}} ", style=strong)
    line.append(f"{cells.interval:<{layout.interval}}")
    line.append(f"  {f'vs {cells.null}' if cells.null else '':<{layout.null + 3}}", style="dim")
    if layout.counts:
        line.append(f"  {cells.counts:>{layout.counts}}", style="dim")
    line.append(f"  {cells.verdict}", style=strong)
    line.rstrip()
    yield line


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _same_counts(block: Sequence[Result]) -> str:
    """How many items there are, if all measures have the same."""
    counts = {(result.about.n, result.about.total) for result in block if result.about.group is None}
    if len(counts) != 1:
        return ""
    [(n, total)] = counts
    noun = "item" if total == 1 else "items"
    return f" · {n} {noun}" if n == total else f" · {n} of {total} {noun}"


def _legend(results: Sequence[Result], shown: Sequence[Result], width: int, marks: Marks) -> Iterator[Text]:
    drawn = [result for result in shown if departure(result)]
    lines = [_key(marks, inconclusive=any(map(reading.is_inconclusive, drawn)))] if drawn else []
    hidden = len(results) - len(shown)
    lines += [f"{hidden} results by group are not shown here: --groups shows them."] if hidden else []
    for words in lines:
        yield from paragraph(words, width=width, style="dim", indent=2)


def _key(marks: Marks, *, inconclusive: bool) -> str:
    crossed = f" · {marks.broken}{marks.none}{marks.broken} no conclusion" if inconclusive else ""
    return (
        f"{marks.null} the score without a bias ('vs') · {marks.sure}{marks.shown}{marks.sure} a bias is shown · "
        f"{marks.faint}{marks.open}{marks.faint} none is shown{crossed}"
    )


def _reasons(block: Sequence[Result]) -> list[str]:
    """Why numbers or items are missing, each reason once with all that it concerns."""
    by_reason: dict[str, list[str]] = {}
    for result in block:
        reason = f"undefined: {result.undefined}; " if isinstance(result, Undefined) else ""
        if reason or result.about.skipped:
            named = by_reason.setdefault(f"{reason}skipped {labels.skipped_counts(result)}", [])
            named.append(f"groups of {result.about.measure}" if result.about.group else result.about.measure)
    return [f"{', '.join(dict.fromkeys(names))}: {reason}" for reason, names in by_reason.items()]


def _unclassified(block: Sequence[Result]) -> list[str]:
    """How much of the evidence tells no gender; groups have theirs in the lines and tables."""
    whole = [result for result in block if result.about.group is None]
    return [f"{result.about.measure}: {missing}" for result in whole if (missing := labels.unclassified(result))]


def _parts(block: Sequence[Result]) -> list[str]:
    """What values are the sum of, where a measure says so."""
    split = ((result.about, numbers.parts(result)) for result in block)
    return [
        f"{about.measure} is {' + '.join(f'{part} {name}' for name, part in parts.items())}"
        for about, parts in split
        if parts
    ]


def _unread(block: Sequence[Result]) -> list[str]:
    """Once for each block: whatever was measured, the model read the same texts."""
    shares = dict.fromkeys(share for result in block for share in unknown(result))
    return [f"unknown to the model: {', '.join(shares)} of what it read"] if shares else []


def unknown(result: Result) -> list[str]:
    """The share of tokens, or of words, that the model does not know, if it is worth a word."""
    share = result.extra.get("unknown")
    return [numbers.percent(round(share, 2))] if isinstance(share, float) and share >= WORTH_A_WORD else []

"""Results for the terminal: one line for an estimate, one table for a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from babelance.core.estimate import Estimate, Result, Undefined
from babelance.report import labels, numbers
from babelance.report.labels import dataset

if TYPE_CHECKING:
    from babelance.report.results import Results


def line(result: Result) -> str:
    """`cps sjsd de hf:name: 54.2 [47.5, 60.8] 95 % · ideal 50 · chance 50 · n 209/212 · skipped 3 (too long 3)`."""
    about = result.about
    named = [about.measure, dataset(about.data), about.language, about.group or "", about.model]
    head = " ".join(name for name in named if name)
    tail = [f"n {about.n}/{about.total}", f"skipped {labels.skipped(result)}"]
    return printable(" · ".join([f"{head}: {_number(result)}", *_references(result), *tail]))


def summary(results: Results) -> Table:
    """All results over whole datasets; columns that say the same in every row are left to the caption."""
    shown = results.overall or list(results.estimates)
    fields = [field for field in labels.varying(shown) if field != "language"]
    table = Table(
        caption=_caption(results, fields),
        header_style="bold",
        box=box.SIMPLE_HEAD,
        padding=0,
        show_edge=False,
        caption_justify="left",
    )
    for name in ("measure", *fields, "language"):
        table.add_column(name, overflow="fold", min_width=len(name))
    for name in ("value", "interval", "ideal", "chance", "n/N"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("skipped", overflow="fold", min_width=10)
    for result in shown:
        table.add_row(*(Text(printable(cell)) for cell in _cells(result, shown, fields)))
    return table


def printable(text: str) -> str:
    """Without control characters: names and reasons come from files and must not steer the terminal."""
    return "".join(character if character.isprintable() else "�" for character in text)


def _number(result: Result) -> str:
    if isinstance(result, Undefined):
        return f"undefined: {result.undefined}"
    return f"{numbers.value(result)} {numbers.interval(result)} {numbers.percent(result.level)}"


def _references(result: Result) -> list[str]:
    scale = result.about.scale
    chance = "chance depends on the data" if scale.chance is None else f"chance {numbers.short(scale.chance)}"
    nulls = numbers.nulls(result) if isinstance(result, Estimate) else {}
    return [
        f"ideal {numbers.short(scale.ideal)}",
        chance,
        *(f"{name} {null}" for name, null in nulls.items()),
    ]


def _cells(result: Result, shown: list[Result], fields: list[str]) -> list[str]:
    about = result.about
    head = [labels.measure(result, shown), *(str(getattr(about, field) or "all") for field in fields), about.language]
    chance = "" if about.scale.chance is None else numbers.short(about.scale.chance)
    references = [numbers.short(about.scale.ideal), chance, f"{about.n}/{about.total}"]
    if isinstance(result, Undefined):
        return [*head, "undefined", "", *references, f"{result.undefined}; skipped {labels.skipped(result)}"]
    return [*head, numbers.value(result), numbers.interval(result), *references, labels.skipped(result)]


def _caption(results: Results, fields: list[str]) -> Text:
    same = [f"{noun} {', '.join(results.names(noun))}" for noun in ("model", "data") if noun not in fields]
    return Text(printable(" · ".join([*same, *results.notes])))

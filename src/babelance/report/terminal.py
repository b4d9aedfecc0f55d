"""Results for the terminal: one line for an estimate, one table for each model and dataset of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.printable import printable
from babelance.report import labels, numbers
from babelance.report.labels import dataset

if TYPE_CHECKING:
    from babelance.report.results import Results

WORTH_A_WORD = 0.01
"""The share of unknown tokens (of words, for word vectors) from which a line about it is shown."""


def line(result: Result) -> str:
    """`cps sjsd de hf:name: 54.2 [47.5, 60.8] 95 % · ideal 50 · chance 50 · n 209/212 · skipped 3 (too long 3)`."""
    about = result.about
    named = [about.measure, dataset(about.data), about.language, about.group or "", about.model]
    head = " ".join(name for name in named if name)
    tail = [f"n {about.n}/{about.total}", f"skipped {labels.skipped_counts(result)}"]
    tail += [f"unknown to the model {share}" for share in _unknown(result)]
    tail += [f"{name} {part}" for name, part in numbers.parts(result).items()]
    tail += [labels.verdict(result)] if result.verdict else []
    return printable(" · ".join([f"{head}: {_number(result)}", *_references(result), *tail]))


def summary(results: Results) -> Group:
    """All results over whole datasets, model by model and dataset by dataset; names stand above the tables, reasons
    below them, so that the numbers fit a narrow terminal."""
    shown = results.overall or list(results.estimates)
    models = labels.models(shown)
    blocks: dict[tuple[str, str], list[Result]] = {}
    for result in shown:
        blocks.setdefault((models[result.about.model], result.about.data), []).append(result)
    parts = [part for (model, data), block in blocks.items() for part in _block(model, data, block, shown)]
    return Group(*parts, *(Text(printable(note)) for note in results.notes))


def _block(model: str, data: str, block: Sequence[Result], shown: Sequence[Result]) -> list[RenderableType]:
    heading = Text(printable(f"model {model} · data {data}"), style="bold", overflow="fold")
    notes = [*_reasons(block), *_parts(block), *_unread(block)]
    return [heading, _table(block, shown), *(Text(printable(note), style="dim") for note in notes), Text()]


def _table(block: Sequence[Result], shown: Sequence[Result]) -> Table:
    fields = ["language", *(field for field in labels.varying_fields(block) if field == "group")]
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("measure", overflow="fold", min_width=8)
    for name in fields:
        table.add_column(name, overflow="fold")
    for name in ("value", "interval", "null", "n/N"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("verdict")
    for result in block:
        table.add_row(*(Text(printable(cell)) for cell in _cells(result, shown, fields)))
    return table


def _number(result: Result) -> str:
    if isinstance(result, Undefined):
        return f"undefined: {result.undefined}"
    if result.no_interval:
        return f"{numbers.value(result)} (no interval: {result.no_interval})"
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


def _cells(result: Result, shown: Sequence[Result], fields: Sequence[str]) -> list[str]:
    about = result.about
    head = [labels.measure(result, shown), *(str(getattr(about, field) or "all") for field in fields)]
    references = [_null(result), f"{about.n}/{about.total}", labels.verdict(result)]
    if isinstance(result, Undefined):
        return [*head, "undefined", "", *references]
    return [*head, numbers.value(result), numbers.interval(result), *references]


def _null(result: Result) -> str:
    """What the value is compared with."""
    verdict = result.verdict
    if verdict is None or verdict.null is None or not isinstance(result, Estimate):
        return numbers.short(result.about.scale.ideal)
    return numbers.nulls(result).get(verdict.against, numbers.short(verdict.null))


def _reasons(block: Sequence[Result]) -> list[str]:
    """Why numbers or items are missing, each reason once with all that it concerns."""
    by_reason: dict[str, dict[str, list[str]]] = {}
    for result in block:
        reason = f"undefined: {result.undefined}; " if isinstance(result, Undefined) else ""
        if reason or result.about.skipped:
            measures = by_reason.setdefault(f"{reason}skipped {labels.skipped_counts(result)}", {})
            measures.setdefault(result.about.measure, []).append(result.about.language)
    return [
        f"{'; '.join(f'{measure} {_language_list(languages)}' for measure, languages in measures.items())}: {reason}"
        for reason, measures in by_reason.items()
    ]


def _parts(block: Sequence[Result]) -> list[str]:
    """What values are the sum of, where a measure says so."""
    split = [(result.about, numbers.parts(result)) for result in block]
    return [
        f"{about.measure} {about.language}: {', '.join(f'{name} {part}' for name, part in parts.items())}"
        for about, parts in split
        if parts
    ]


def _unread(block: Sequence[Result]) -> list[str]:
    """Once for each language: whatever was measured, the model read the same texts."""
    shares = {result.about.language: share for result in block for share in _unknown(result)}
    return [f"unknown to the model: {', '.join(f'{code} {share}' for code, share in shares.items())}"] if shares else []


def _unknown(result: Result) -> list[str]:
    """The share of tokens, or of words, that the model does not know, if it is worth a word."""
    share = result.extra.get("unknown")
    return [numbers.percent(round(share, 2))] if isinstance(share, float) and share >= WORTH_A_WORD else []


def _language_list(languages: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(languages))

"""`babelance repro cb-table-2 … 9`, `s-jsd-table-1 … 3`: what the papers print, and numbers of one's own beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.studies.beside_printed import Line, Own, Words

NAMES = (*(f"cb-table-{number}" for number in range(2, 10)), "s-jsd-table-2", "s-jsd-table-3")
Runs = Annotated[list[Path] | None, typer.Argument(help="Folders of your own runs, comparisons or taggers.")]


def _lay_beside(name: str, runs: list[Path], as_json: bool, incomplete: bool) -> None:
    from babelance.studies.beside_printed import lines
    from babelance.studies.printed_tables import tables

    table = tables()[name]
    with_results = (
        [folder for folder in runs if (folder / "results.jsonl").is_file()] if table.kind == "results" else []
    )
    if table.kind == "results" and len(with_results) < len(runs):
        with_results = runs  # the reader says what is wrong with a folder that has none
    results = [result for folder in with_results for result in shared.results_of(folder, incomplete=incomplete).overall]
    found = lines(table, runs, results)
    for line in found if as_json else ():
        echo(json_line(_record(line)))
    if not as_json:
        _print(f"{name}: {table.title}", found)


def _record(line: Line) -> dict[str, object]:
    cell = line.cell
    yours = [
        {"model": one.model, "value": one.value, "low": one.low, "high": one.high, "standard_error": one.error,
         "about": one.about}
        for one in line.own
    ]  # fmt: skip
    return {
        "row": cell.row,
        "measure": cell.measure,
        "language": cell.language,
        "other": cell.other or None,
        "options": dict(cell.options),
        "printed": cell.value,
        "printed_error": cell.error,
        "yours": yours,
    }


def _print(title: str, found: list[Line]) -> None:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, name in enumerate(("in the paper", "measure", "language", "printed", "yours")):
        table.add_column(name, justify="right" if number == 3 else "left", overflow="fold")
    for line in found:
        cell = line.cell
        where = f"{cell.language} / {cell.other}" if cell.other else cell.language
        options = "".join(f", {name}={value}" for name, value in cell.options)
        printed = f"{cell.value:g}" + (f" ± {cell.error:g}" if cell.error is not None else "")
        yours = "\n".join(map(_own, line.own)) or "–"
        table.add_row(cell.row, f"{cell.measure}{options}", where, printed, yours)
    shared.screen(width=120 if not shared.screen().is_terminal else None).print(table)
    echo("Printed numbers are the paper's. Yours need not be of the same models: their names stand beside them.")
    if any(line.cell.measure == "cb" for line in found):
        echo("Its CB scores are very likely those of its released code: run with --set fidelity=released, too.")


def _own(one: Own) -> str:
    interval = "" if one.low is None or one.high is None else f" [{one.low:.4g}, {one.high:.4g}]"
    error = "" if one.error is None else f" ± {one.error:.2g}"
    return f"{one.value:.4g}{error}{interval} {one.model}{f' ({one.about})' if one.about else ''}"


def s_jsd_table_1(as_json: shared.AsJson = False) -> None:
    """Count the words of the S_JSD paper's dataset, beside its table 1.

    Example: babelance repro s-jsd-table-1
    """
    from babelance.studies.beside_printed import count_words

    for one in count_words():
        echo(json_line(_words_record(one)) if as_json else _words_line(one))


def _words_record(one: Words) -> dict[str, object]:
    return {
        "language": one.language, "pairs": one.pairs, "printed": one.printed, "printed_mean": one.printed_mean,
        "counted": one.counted, "mean": one.mean,
    }  # fmt: skip


def _words_line(one: Words) -> str:
    head = f"{one.language}: {one.pairs} pairs · printed {one.printed} words, {one.printed_mean} a sentence · "
    if one.counted is None or one.mean is None:
        return f"{head}not counted: words are not separated by spaces (the paper used Deepcut)"
    return f"{head}counted {one.counted}, {one.mean:.1f} a sentence"


def register(app: typer.Typer) -> None:
    for name in NAMES:
        app.command(name, help=_help(name))(_command(name))
    app.command("s-jsd-table-1")(s_jsd_table_1)


def _help(name: str) -> str:
    return f"Lay numbers of your own beside the paper's {name.rpartition('-')[0].replace('-table', '')} table " + (
        f"{name.rpartition('-')[2]}.\n\nExample: babelance repro {name} out"
    )


def _command(name: str) -> Callable[..., None]:
    def command(runs: Runs = None, as_json: shared.AsJson = False, incomplete: shared.Incomplete = False) -> None:
        _lay_beside(name, runs or [], as_json, incomplete)

    return command

"""`babelance repro cb-table-2 … 9`, `s-jsd-table-1 … 3`: what the papers print, and numbers of one's own beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
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
    compared = lines(table, runs, results)
    for line in compared if as_json else ():
        echo(json_line(_record(line)))
    if not as_json:
        _print(f"{name}: {table.title}", compared)


def _record(line: Line) -> dict[str, object]:
    cell = line.cell
    yours = [
        {"model": own.model, "value": own.value, "low": own.low, "high": own.high, "standard_error": own.error,
         "about": own.about}
        for own in line.own
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


HEADINGS = ("in the paper", "measure", "language", "printed", "yours")


def _print(title: str, compared: list[Line]) -> None:
    from babelance.report.terminal_table import Row, TerminalTable

    rows = []
    for line in compared:
        cell = line.cell
        where = f"{cell.language} / {cell.other}" if cell.other else cell.language
        options = "".join(f", {name}={value}" for name, value in cell.options)
        printed = f"{cell.value:g}" + (f" ± {cell.error:g}" if cell.error is not None else "")
        yours = "\n".join(map(_own_cell, line.own)) or "–"
        rows.append(Row((cell.row, f"{cell.measure}{options}", where, printed, yours)))
    printing.print_table(TerminalTable(HEADINGS, rows, frozenset({HEADINGS.index("printed")}), title))
    say("Printed numbers are the paper's. Yours need not be of the same models: their names stand beside them.")
    if any(line.cell.measure == "cb" for line in compared):
        say("Its CB scores are very likely those of its released code: run with --set fidelity=released, too.")


def _own_cell(own: Own) -> str:
    interval = "" if own.low is None or own.high is None else f" [{own.low:.4g}, {own.high:.4g}]"
    error = "" if own.error is None else f" ± {own.error:.2g}"
    return f"{own.value:.4g}{error}{interval} {own.model}{f' ({own.about})' if own.about else ''}"


def s_jsd_table_1(as_json: shared.AsJson = False) -> None:
    """Count the words of the S_JSD paper's dataset, beside its table 1.

    Example: babelance repro s-jsd-table-1
    """
    from babelance.studies.beside_printed import count_words

    for words in count_words():
        echo(json_line(_words_record(words))) if as_json else say(_words_line(words))


def _words_record(words: Words) -> dict[str, object]:
    return {
        "language": words.language, "pairs": words.pairs, "printed": words.printed, "printed_mean": words.printed_mean,
        "counted": words.counted, "mean": words.mean,
    }  # fmt: skip


def _words_line(words: Words) -> str:
    head = f"{words.language}: {words.pairs} pairs · printed {words.printed} words, {words.printed_mean} a sentence · "
    if words.counted is None or words.mean is None:
        return f"{head}not counted: words are not separated by spaces (the paper used Deepcut)"
    return f"{head}counted {words.counted}, {words.mean:.1f} a sentence"


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

"""`babelance meta agree`: do measures agree about models?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from babelance.cli import _options as shared
from babelance.core.errors import InputError
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.studies.agreement import Agreement


def agree(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs (`babelance run --out`), of several models.")],
    reference: Annotated[str, typer.Option(help="Compare every other measure with this one; default: all pairs.")] = "",
    as_json: shared.AsJson = False,
) -> None:
    """Agreement of measures over models: Pearson, Spearman, direction, difference (table 3 of the MBE paper).

    The nulls of a measure (shuffled groups, length only) are compared as well, under names such as mbe/shuffled.

    Example: babelance meta agree out-bert out-roberta out-xlmr --reference aula
    """
    from babelance.report.results import Results
    from babelance.studies.agreement import agreements, series

    found = series(result for run in runs for result in Results.read(run).overall)
    if reference and reference not in {one.name for one in found}:
        names = ", ".join(sorted({one.name for one in found}))
        raise InputError(f"No run has the measure '{reference}'. There are: {names}.")
    compared = agreements(found, reference=reference or None)
    known = [one for one in compared if not isinstance(one, Reason)]
    for reason in [one for one in compared if isinstance(one, Reason)]:
        shared.stderr.print(f"left out: {reason}", highlight=False, soft_wrap=True)
    if as_json:
        for one in known:
            typer.echo(json.dumps(_record(one), ensure_ascii=False))
    elif known:
        Console().print(_table(known))
    raise typer.Exit(0 if known else 3)


def _record(one: Agreement) -> dict[str, object]:
    return {
        "first": one.first.name,
        "first_data": one.first.data,
        "second": one.second.name,
        "second_data": one.second.data,
        "language": one.first.language,
        "models": list(one.models),
        "pearson": one.pearson,
        "pearson_p": one.pearson_p,
        "spearman": one.spearman,
        "spearman_p": one.spearman_p,
        "direction": one.direction,
        "difference": one.difference,
    }


def _table(found: list[Agreement]) -> Table:
    table = Table(
        header_style="bold", caption="Over few models of few families: read the p-values as the kindest case."
    )
    for name in ("measures", "language", "models", "Pearson", "p", "Spearman", "p", "direction", "difference"):
        table.add_column(name, overflow="fold")
    for one in found:
        numbers = (one.pearson, one.pearson_p, one.spearman, one.spearman_p, one.direction, one.difference)
        name = f"{one.first.name} · {one.second.name}"
        table.add_row(name, one.first.language, str(len(one.models)), *map(_shown, numbers))
    return table


def _shown(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}"


def register(app: typer.Typer) -> None:
    app.command("agree")(agree)

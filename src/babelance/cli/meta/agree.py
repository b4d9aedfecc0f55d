"""`babelance meta agree`: do measures agree about models?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.studies.agreement import Agreement


def agree(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs (`babelance run --out`), of several models.")],
    reference: Annotated[
        str,
        typer.Option(
            help="Compare every other measure with this one; default: all pairs. aula@axis=gender is AULA on the items "
            "of one group."
        ),
    ] = "",
    only: Annotated[
        list[str], typer.Option(help="Compare these alone, named as in the table (mbe, mbe@topic=law). Repeatable.")
    ] = [],  # noqa: B006 (typer reads the default)
    incomplete: shared.Incomplete = False,
    out: shared.SheetOut = None,
    as_json: shared.AsJson = False,
) -> None:
    """Agreement of measures over models: Pearson, Spearman, direction, difference (table 3 of the MBE paper).

    Any group of a run is a measure of its own, under a name such as aula@axis=gender; so is a run --where axis=gender.
    The nulls of a measure (shuffled groups, length only) are compared as well, under names such as mbe/shuffled.

    Example: babelance meta agree out-bert out-roberta out-xlmr --reference aula@axis=gender
    """
    from babelance.studies.agreement import agreements, series
    from babelance.studies.sheets import agreement_sheet

    known_series = series(result for run in runs for result in shared.results_of(run, incomplete=incomplete).estimates)
    _require_names([reference, *only] if reference else only, {entry.name for entry in known_series})
    compared = agreements(known_series, reference=reference or None, only=only)
    known = [entry for entry in compared if not isinstance(entry, Reason)]
    for reason in [entry for entry in compared if isinstance(entry, Reason)]:
        shared.stderr.print(f"left out: {reason}", highlight=False, soft_wrap=True)
    if out and known:
        shared.write_sheet(agreement_sheet(known), out)
    if as_json:
        for entry in known:
            echo(json_line(_record(entry)))
    elif known:
        shared.screen().print(_table(known))
    raise typer.Exit(0 if known else 3)


def _require_names(wanted: Iterable[str], known: set[str]) -> None:
    for name in wanted:
        if name not in known:
            measure = name.partition("@")[0]
            of_measure = {one for one in known if one.partition("@")[0] == measure}
            raise InputError(f"No run has the measure '{name}'. There are: {', '.join(sorted(of_measure or known))}.")


def _record(agreement: Agreement) -> dict[str, object]:
    return {
        "first": agreement.first.name,
        "first_data": agreement.first.data,
        "second": agreement.second.name,
        "second_data": agreement.second.data,
        "language": agreement.first.language,
        "models": list(agreement.models),
        "pearson": agreement.pearson,
        "pearson_p": agreement.pearson_p,
        "spearman": agreement.spearman,
        "spearman_p": agreement.spearman_p,
        "direction": agreement.direction,
        "difference": agreement.difference,
    }


def _table(agreements: list[Agreement]) -> Table:
    table = Table(
        header_style="bold", caption="Over few models of few families: read the p-values as the kindest case."
    )
    for name in ("measures", "language", "models", "Pearson", "p", "Spearman", "p", "direction", "difference"):
        table.add_column(name, overflow="fold")
    for agreement in agreements:
        numbers = (
            agreement.pearson,
            agreement.pearson_p,
            agreement.spearman,
            agreement.spearman_p,
            agreement.direction,
            agreement.difference,
        )
        name = f"{agreement.first.name} · {agreement.second.name}"
        table.add_row(name, agreement.first.language, str(len(agreement.models)), *map(_format, numbers))
    return table


def _format(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}"


def register(app: typer.Typer) -> None:
    app.command("agree")(agree)

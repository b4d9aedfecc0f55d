"""`babelance meta agree`: do measures agree about models?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._columns import print_groups
from babelance.cli._terminal import echo
from babelance.core import digits
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line
from babelance.core.printable import printable
from babelance.core.reason import Reason
from babelance.core.verdict import KINDS_IN_WORDS, verdict_record

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
    level: shared.Level = 0.95,
) -> None:
    """Agreement of measures over models: Pearson, Spearman, direction, difference (table 3 of the MBE paper).

    Any group of a run is a measure of its own, under a name such as aula@axis=gender; so is a run --where axis=gender.
    The nulls of a measure (shuffled groups, length only) are compared as well, under names such as mbe/shuffled.

    Example: babelance meta agree out-bert out-roberta out-xlmr --reference aula@axis=gender
    """
    from babelance.studies.agreement import agreements, series
    from babelance.studies.agreement_sheet import agreement_sheet

    known_series = series(result for run in runs for result in shared.results_of(run, incomplete=incomplete).estimates)
    _require_names([reference, *only] if reference else only, {entry.name for entry in known_series})
    compared = agreements(known_series, reference=reference or None, only=only, level=level)
    known = [entry for entry in compared if not isinstance(entry, Reason)]
    _tell_left_out([entry for entry in compared if isinstance(entry, Reason)])
    if out and known:
        printing.write_sheet(agreement_sheet(known), out)
    if as_json:
        for entry in known:
            echo(json_line(_record(entry)))
    elif known:
        printing.print_words(agreement_sheet(known))
        print_groups(_by_language(known))
        printing.print_paragraph(CAPTION)
    raise typer.Exit(0 if known else 3)


def _require_names(wanted: Iterable[str], known: set[str]) -> None:
    for name in wanted:
        if name not in known:
            measure = name.partition("@")[0]
            of_measure = {series for series in known if series.partition("@")[0] == measure}
            raise InputError(f"No run has the measure '{name}'. There are: {', '.join(sorted(of_measure or known))}.")


def _tell_left_out(reasons: Sequence[Reason]) -> None:
    """The first ones: runs of a few models leave out every pair of measures, a hundred lines that say the same."""
    lines = [f"left out: {reason}" for reason in reasons[:MOST_LEFT_OUT]]
    if more := len(reasons) - len(lines):
        lines.append(f"left out: {more} more pair{'' if more == 1 else 's'} of measures, for want of models in common")
    for line in lines:
        printing.warn(line)


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
        "verdict": verdict_record(agreement.verdict) if agreement.verdict else None,
    }


MOST_LEFT_OUT = 5
CAPTION = "Over few models of few families: read the p-values as the kindest case."


def _by_language(agreements: list[Agreement]) -> dict[str, list[tuple[str, str]]]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for agreement in agreements:
        pair = printable(f"{agreement.first.label} · {agreement.second.label}")
        groups.setdefault(printable(agreement.first.language), []).append((pair, _words(agreement)))
    return groups


def _words(agreement: Agreement) -> str:
    difference = [] if agreement.difference is None else [f"difference {agreement.difference:.3f}"]
    correlations = [
        f"{name} {_format(value)} ({_probability(p)})"
        for name, value, p in (
            ("Pearson", agreement.pearson, agreement.pearson_p),
            ("Spearman", agreement.spearman, agreement.spearman_p),
        )
    ]
    parts = [
        f"{len(agreement.models)} models",
        *correlations,
        f"same side {100 * agreement.direction:.0f} %",
        *difference,
    ]
    return ", ".join(parts) + (f": {KINDS_IN_WORDS[agreement.verdict.kind]}" if agreement.verdict else "")


def _probability(p: float | None) -> str:
    if p is None:
        return "–"
    shown = digits.probability(p)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def _format(number: float | None) -> str:
    return "–" if number is None else f"{number:.3f}"


def register(app: typer.Typer) -> None:
    app.command("agree")(agree)

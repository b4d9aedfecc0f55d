"""`babelance repro hindi-table-1`: table 1 of the Hindi–English paper from the values of its queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say
from babelance.cli.repro._checks import print_checks, print_table

if TYPE_CHECKING:
    from babelance.studies.hindi_table_1 import Cell

TITLES = ("embedding", "measure", "printed", "mean |v|", "mean v", "printed is")


def hindi_table_1(as_json: shared.AsJson = False) -> None:
    """Recompute all 16 cells of table 1 (WEAT, RNSB, RND, ECT of four embeddings) from what its notebooks printed.

    Example: babelance repro hindi-table-1
    """
    from babelance.studies.hindi_table_1 import cells

    print_checks(cells(), record=_record, table=_print, as_json=as_json)


def _record(cell: Cell) -> dict[str, object]:
    return {
        "embedding": cell.embedding,
        "measure": cell.measure,
        "printed": cell.printed,
        "mean_of_absolute": cell.of_absolute,
        "mean": cell.of_signed,
        "queries": list(cell.by_query),
        "follows": cell.follows,
    }


def _print(results: list[Cell]) -> None:
    from babelance.studies.hindi_table_1 import MIXED_UP

    rows = ((_cells(cell), not cell.follows.startswith("neither")) for cell in results)
    print_table(TITLES, rows, numbers=range(2, 5))
    follow = sum(not cell.follows.startswith("neither") for cell in results)
    say(f"{follow} of {len(results)} cells follow from the values of their queries.")
    say("RNSB does not: its classifier was trained again, on another random part of the words, for the mean.")
    say("ECT and RND are means of absolute values: correlations below 0 count as if they were above it.")
    say(
        f"{MIXED_UP}: its notebook ties Hindi words to the rows of the English table; these four cells are of no Hindi "
        "embedding."
    )


def _cells(cell: Cell) -> list[str]:
    numbers = (f"{number:.6f}" for number in (cell.printed, cell.of_absolute, cell.of_signed))
    return [cell.embedding, cell.measure, *numbers, cell.follows]


def register(app: typer.Typer) -> None:
    app.command("hindi-table-1")(hindi_table_1)

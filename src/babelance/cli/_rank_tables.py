"""A ranking on a terminal: values as in table 1 of the paper, then ranks with what resampling the words leaves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table
from rich.text import Text

from babelance.cli import _printing as printing

if TYPE_CHECKING:
    from babelance.studies.ranked import Entry, RankedEntry, Ranks


COLUMN = 12
"""Characters that the rank under one measure takes."""


def print_ranks(ranks: Ranks) -> None:
    """Values as in table 1 of the paper, then ranks with what resampling the words leaves of them."""
    console = printing.screen()
    console.print(
        _table(ranks, "value", [[f"{row.aggregate:.4g}" for row in ranking.rows] for ranking in ranks.rankings])
    )
    console.print(
        _table(ranks, "rank", [[_rank_with_range(row) for row in ranking.rows] for ranking in ranks.rankings])
    )
    names = map(_model_name, ranks.entries)
    for short_name, name in zip(_row_names(ranks), names, strict=True):
        if short_name != name:
            console.print(f"{short_name} = {name}", markup=False, soft_wrap=True)
    for line in _explain(ranks):
        console.print(line, markup=False)
    for ranking in ranks.rankings:
        console.print(
            f"{ranking.measure}: {len(ranking.queries)} of {len(ranking.matrix)} queries, ideal {ranking.ideal:g}"
        )
    for reason in dict.fromkeys(reason for ranking in ranks.rankings for reason in ranking.dropped.values()):
        console.print(f"left out: {reason}")
    if ranks.correlations:
        pairs = (f"{first} {second} {tau:+.2f}" for (first, second), tau in ranks.correlations.items())
        models = sum(not entry.null for entry in ranks.entries)
        console.print(f"Kendall's τ between rankings of {models} models: {' · '.join(pairs)}")


def _rank_with_range(row: RankedEntry) -> str:
    if row.entry.null:
        return f"· ({row.rank_low}–{row.rank_high})"
    return f"{'' if row.told_apart else '~'}{row.rank} ({row.rank_low}–{row.rank_high})"


def _explain(ranks: Ranks) -> list[str]:
    """What the marks of the table mean, where there are any."""
    rows = [row for ranking in ranks.rankings for row in ranking.rows]
    nulls = any(row.entry.null for row in rows)
    lines = ["Rows in brackets know nothing: (low–high) is where they would stand."] if nulls else []
    if any(not row.told_apart and not row.entry.null for row in rows) and nulls:
        lines.append("~ not told apart from vectors that know nothing.")
    return lines


def _model_name(entry: Entry) -> str:
    model = re.sub(r"#[0-9a-f]{8}$", "", entry.model)
    return f"[{model}] ({entry.language})" if entry.null else f"{model} ({entry.language})"


def _table(ranks: Ranks, what: str, columns: Sequence[Sequence[str]]) -> Table:
    table = Table(
        title=f"{ranks.data}: {what}",
        header_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 2, 0, 0),
        show_edge=False,
    )
    table.add_column("embedding", no_wrap=True)
    for ranking in ranks.rankings:
        table.add_column(ranking.measure, justify="right", no_wrap=True)
    for index, name in enumerate(_row_names(ranks)):
        table.add_row(Text(name), *(column[index] for column in columns))
    return table


def _row_names(ranks: Ranks) -> list[str]:
    """The models, or numbers for them where their names leave no room for the numbers beside them."""
    names = list(map(_model_name, ranks.entries))
    if max(map(len, names)) + COLUMN * len(ranks.rankings) <= printing.screen().width:
        return names
    return [
        name if entry.null else f"#{index}"
        for index, (name, entry) in enumerate(zip(names, ranks.entries, strict=True), 1)
    ]

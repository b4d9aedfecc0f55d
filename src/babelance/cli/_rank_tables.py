"""A ranking on a terminal: values as in table 1 of the paper, then ranks with what resampling the words leaves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from babelance.cli import _printing as printing
from babelance.cli._terminal import say
from babelance.report.terminal_table import Row, TerminalTable

if TYPE_CHECKING:
    from babelance.studies.ranked import Entry, RankedEntry, Ranks


COLUMN = 12
"""Characters that the rank under one measure takes."""


def print_ranks(ranks: Ranks) -> None:
    """Values as in table 1 of the paper, then ranks with what resampling the words leaves of them."""
    values = [[f"{row.aggregate:.4g}" for row in ranking.rows] for ranking in ranks.rankings]
    places = [[_rank_with_range(row) for row in ranking.rows] for ranking in ranks.rankings]
    printing.print_table(_table(ranks, "value", values))
    printing.print_table(_table(ranks, "rank", places))
    for line in _explain(ranks):
        say(line)


def _rank_with_range(row: RankedEntry) -> str:
    if row.entry.null:
        return f"· ({row.rank_low}–{row.rank_high})"
    return f"{'' if row.told_apart else '~'}{row.rank} ({row.rank_low}–{row.rank_high})"


def _explain(ranks: Ranks) -> Iterator[str]:
    """Whole names, what the marks of the table mean, where there are any, and what stands behind the numbers."""
    for short_name, entry in zip(_row_names(ranks), ranks.entries, strict=True):
        if short_name != _model_name(entry):
            yield f"{short_name} = {_model_name(entry)}"
    rows = [row for ranking in ranks.rankings for row in ranking.rows]
    nulls = any(row.entry.null for row in rows)
    if nulls:
        yield "Rows in brackets know nothing: (low–high) is where they would stand."
    if nulls and any(not row.told_apart and not row.entry.null for row in rows):
        yield "~ not told apart from vectors that know nothing."
    for ranking in ranks.rankings:
        yield f"{ranking.measure}: {len(ranking.queries)} of {len(ranking.matrix)} queries, ideal {ranking.ideal:g}"
    reasons = (reason for ranking in ranks.rankings for reason in ranking.dropped.values())
    yield from (f"left out: {reason}" for reason in dict.fromkeys(reasons))
    if ranks.correlations:
        pairs = (f"{first} {second} {tau:+.2f}" for (first, second), tau in ranks.correlations.items())
        models = sum(not entry.null for entry in ranks.entries)
        yield f"Kendall's τ between rankings of {models} models: {' · '.join(pairs)}"


def _model_name(entry: Entry) -> str:
    model = re.sub(r"#[0-9a-f]{8}$", "", entry.model)
    return f"[{model}] ({entry.language})" if entry.null else f"{model} ({entry.language})"


def _table(ranks: Ranks, what: str, columns: Sequence[Sequence[str]]) -> TerminalTable:
    headings = ["embedding", *(ranking.measure for ranking in ranks.rankings)]
    rows = [Row((name, *(column[index] for column in columns))) for index, name in enumerate(_row_names(ranks))]
    return TerminalTable(headings, rows, frozenset(range(1, len(headings))), title=f"{ranks.data}: {what}")


def _row_names(ranks: Ranks) -> list[str]:
    """The models, or numbers for them where their names leave no room for the numbers beside them."""
    names = list(map(_model_name, ranks.entries))
    if max(map(len, names)) + COLUMN * len(ranks.rankings) <= printing.screen().width:
        return names
    return [
        name if entry.null else f"#{index}"
        for index, (name, entry) in enumerate(zip(names, ranks.entries, strict=True), 1)
    ]

"""The ledger on a terminal: one table for each measure, in the layout of the Categorical Bias paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from babelance.core import digits
from babelance.report.terminal_table import Row, TerminalTable

NOTE = "change [interval], p after Holm; * below .05; ° a language or axis the mitigation was not meant for"


def tables(record: dict[str, Any]) -> list[TerminalTable]:
    """One table per measure in the layout of the Categorical Bias paper: variants down, languages across."""
    from babelance.report.ledger import by_table

    shown = [_table(record, measure, data, rows) for (measure, data), rows in by_table(record["rows"]).items()]
    vectors = [_similarity_table(record)] if record.get("similarities") else []
    return [*shown, *vectors, *([_entity_table(record)] if record["entities"] else [])]


def _similarity_table(record: dict[str, Any]) -> TerminalTable:
    note = "Spearman's correlation of similarities before and after; 1: the mitigation changed no order"
    rows = [
        Row((variant, f"{kept['spearman']:.3f}", f"{kept['pairs']:,}"))
        for variant, kept in record["similarities"].items()
    ]
    title = "Similarities of words kept (utility, ideal 1)"
    return TerminalTable(("variant", "correlation", "pairs of words"), rows, frozenset({1, 2}), title, (note,))


def _table(record: dict[str, Any], measure: str, data: str, rows: Sequence[Mapping[str, Any]]) -> TerminalTable:
    from babelance.report.ledger import averages_of, values_before

    languages = list(dict.fromkeys(row["language"] for row in rows))
    before = values_before(rows)
    shown = [Row((record["variants"][0], *(_value(before.get(language)) for language in languages)))]
    for variant in record["variants"][1:]:
        mine = {row["language"]: row for row in rows if row["variant"] == variant}
        shown.append(Row((variant, *(_cell(mine.get(language)) for language in languages))))
    for group, means in averages_of(record, measure, data).items():
        shown.append(Row((f"{group}: mean of trainings", *(_mean(means.get(language)) for language in languages))))
    kind = "utility" if rows[0]["utility"] else "bias"
    title = f"{measure} on {data} ({kind}, ideal {rows[0]['ideal']:g})"
    return TerminalTable(("variant", *languages), shown, title=title, notes=(NOTE,))


def _mean(average: Mapping[str, Any] | None) -> str:
    if average is None:
        return ""
    value, change = average["value"], average["change"]
    return (
        f"{value['value']:.4g} [{value['low']:.4g}, {value['high']:.4g}] over {value['count']} trainings\n"
        f"{change['value']:+.3g} [{change['low']:+.3g}, {change['high']:+.3g}]"
    )


def _value(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4g}"


def _cell(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return "not measured"
    if "undefined" in row:
        return f"undefined: {row['undefined']}"
    from babelance.studies.sheets import interval_words

    star = "*" if row["p_holm"] < 0.05 else ""
    top = row["top"]
    first = "" if not top else f"\nfirst: {top['before']} → {top['after']}, other in {top['changed']:.0f} %"
    mark = "°" if row["spill_over"] else ""
    change = interval_words(row["change"], row["low"], row["high"], sign=True)
    after = digits.fixed_decimals(row["after"], digits.decimals_for((row["high"] - row["low"]) / 4, row["after"]))
    return f"{after}{mark}  {change}  p {digits.probability(row['p_holm'])}{star}{first}"


def _entity_table(record: dict[str, Any]) -> TerminalTable:
    shown = []
    for row in record["entities"]:
        change = (
            row.get("undefined")
            or f"{row['change']:+.2f} [{row['low']:+.2f}, {row['high']:+.2f}] p={row['p_holm']:.2g}"
        )
        sides = (row[name].get("undefined") or f"{row[name]['f1']:.2f}" for name in ("before", "after"))
        shown.append(Row((row["variant"], row["language"], _encoder(row), *sides, change)))
    for average in (entry for entry in record.get("averages", ()) if entry["measure"] == "ner"):
        name = f"{average['group']}: mean of trainings"
        shown.append(Row((name, average["language"], _encoder(average), "", _mean(average), "")))
    headings = ("variant", "language", "encoder", "before", "after", "change")
    return TerminalTable(headings, shown, title="Named entities (micro F1)")


def _encoder(row: Mapping[str, Any]) -> str:
    return "frozen" if row["frozen"] else "trained"

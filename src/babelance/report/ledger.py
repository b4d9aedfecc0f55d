"""The ledger of mitigations as a page: tables in the layout of the Categorical Bias paper, and bias against utility.

The page asks nothing of the network and runs no script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from babelance.report.curves import STYLE
from babelance.report.html.charts.axis import Axis
from babelance.report.html.elements import cell, minus, table, tag

WIDTH, HEIGHT = 640, 380
LEFT, TOP, RIGHT, BOTTOM = 70, 24, 610, 320
OWN_STYLE = """
svg .best { fill: var(--line-0); } svg .beaten { fill: none; stroke: var(--quiet); stroke-width: 1.5; }
td b { color: var(--line-0); } .quiet { color: var(--quiet); font-size: .9em; }
"""

INTRODUCTION = (
    "Each variant beside the model it was made from, on the same items. Intervals are paired; p-values are adjusted "
    "over the whole page (Holm), * marks those below .05. ° marks a language that the mitigation was not meant for."
)

Record = Mapping[str, Any]


def page(record: Record) -> str:
    """`record` is `ledger.json`."""
    body = [
        tag("h1", "Ledger of mitigations"),
        tag("p", INTRODUCTION),
        *(part for kind, rows in by_table(record["rows"]).items() for part in _measure(record, *kind, rows)),
        *_entities(record["entities"]),
        *(tag("p", f"Not measured ({what}): {', '.join(names)}.") for what, names in record.get("missing", {}).items()),
        *(part for entry in record["pareto"] for part in _trade_off(entry)),
    ]  # fmt: skip
    title = "Ledger of mitigations"
    head = [Markup('<meta charset="utf-8">'), tag("title", title), tag("style", Markup(STYLE + OWN_STYLE))]
    return Markup("<!doctype html>\n") + tag("html", tag("head", *head), tag("body", *body), lang="en")


def by_table(rows: Iterable[Record]) -> dict[tuple[str, str], list[Record]]:
    """Rows of `ledger.json` by measure and data. Files of the same name share a table if their languages differ: each
    language has its own `held-out.jsonl`."""
    whole, short = _group_rows(rows, lambda data: data), _group_rows(rows, lambda data: data.rsplit("/", 1)[-1])
    if all(len({(row["variant"], row["language"]) for row in some}) == len(some) for some in short.values()):
        return short
    return whole


def _group_rows(rows: Iterable[Record], shown: Callable[[str], str]) -> dict[tuple[str, str], list[Record]]:
    groups: dict[tuple[str, str], list[Record]] = {}
    for row in rows:
        name = shown(str(row["data"]).partition("#")[0].partition("@")[0])
        groups.setdefault((row["measure"], name), []).append(row)
    return groups


def _measure(record: Record, measure: str, data: str, rows: Sequence[Record]) -> list[Markup]:
    use = "utility" if rows[0]["utility"] else "bias"
    heading = tag("h2", f"{measure} on {data} ({use}, ideal {rows[0]['ideal']:g})")
    parts = [heading, _values(record, averages_of(record, measure, data), rows)]
    return [*parts, tag("h3", "Who comes first"), _tops(rows)] if any(row["top"] for row in rows) else parts


def averages_of(record: Record, measure: str, data: str) -> dict[str, dict[str, Record]]:
    """Variant → language → mean over its trainings, of one table."""
    found: dict[str, dict[str, Record]] = {}
    for average in record.get("averages", ()):
        if average["measure"] == measure and average["data"] == data.rsplit("/", 1)[-1]:
            found.setdefault(average["group"], {})[average["language"]] = average
    return found


def _values(record: Record, averages: Mapping[str, Mapping[str, Record]], rows: Sequence[Record]) -> Markup:
    """Variants down, languages across; the value nearest to the ideal in bold; means over trainings last."""
    variants: Sequence[str] = record["variants"]
    languages = list(dict.fromkeys(row["language"] for row in rows))
    before = values_before(rows)
    nearest = {language: _nearest([row for row in rows if row["language"] == language]) for language in languages}
    cells = [[cell(variants[0]), *(_value(before.get(language), nearest[language]) for language in languages)]]
    for name in variants[1:]:
        mine = {row["language"]: row for row in rows if row["variant"] == name}
        cells.append([cell(name), *(_change_cell(mine.get(language), nearest[language]) for language in languages)])
    for name, means in averages.items():
        cells.append([cell(f"{name}: mean of trainings"), *(_mean_cell(means.get(language)) for language in languages)])
    return table(["Variant", *languages], cells, caption="Values and changes")


def values_before(rows: Sequence[Record]) -> dict[str, float]:
    """Language → value before; languages without a number are not there."""
    return {row["language"]: row["before"] for row in rows if row["before"] is not None}


def _nearest(rows: Sequence[Record]) -> float | None:
    """The value nearest to the ideal, if there is any."""
    values = [*values_before(rows).values(), *(row["after"] for row in rows if "undefined" not in row)]
    return min(values, key=lambda value: abs(value - rows[0]["ideal"]), default=None)


def _value(value: float | None, nearest: float | None) -> Markup:
    return cell("undefined") if value is None else cell(_bold(value, nearest), kind="number")


def _bold(value: float, nearest: float | None) -> Markup:
    shown = minus(f"{value:.4g}")
    return tag("b", shown) if value == nearest else tag("span", shown)


def _mean_cell(average: Record | None) -> Markup:
    """Intervals over trainings: what another training would have given."""
    if average is None:
        return cell("")
    value, change = average["value"], average["change"]
    told = f"{value['value']:.4g} [{value['low']:.4g}, {value['high']:.4g}]"
    moved = f"{change['value']:+.3g} [{change['low']:+.3g}, {change['high']:+.3g}] over {value['count']} trainings"
    parts = [tag("span", minus(told)), tag("br"), tag("span", minus(moved), class_="quiet")]
    return cell(Markup("").join(parts), kind="number")


def _change_cell(row: Record | None, nearest: float | None) -> Markup:
    if row is None:
        return cell("not measured")
    if "undefined" in row:
        return cell(f"undefined: {row['undefined']}")
    star = "*" if row["p_holm"] < 0.05 else ""
    change = f"{row['change']:+.3g} [{row['low']:+.3g}, {row['high']:+.3g}] p = {row['p_holm']:.2g}{star}"
    mark = "°" if row["spill_over"] else ""
    parts = [_bold(row["after"], nearest), mark, tag("br"), tag("span", minus(change), class_="quiet")]
    return cell(Markup("").join(parts), kind="number")


def _tops(rows: Sequence[Record]) -> Markup:
    shown = [row for row in rows if row["top"]]
    cells = [
        [cell(row["variant"]), cell(row["language"]), cell(row["top"]["before"]), cell(row["top"]["after"]),
         cell(f"{row['top']['changed']:.0f} %", kind="number")]
        for row in shown
    ]  # fmt: skip
    return table(
        ["Variant", "Language", "First before", "First after", "Changed"], cells, caption="Groups that come first"
    )


def _entities(rows: Sequence[Record]) -> list[Markup]:
    if not rows:
        return []
    cells = [
        [cell(row["variant"]), cell(row["language"]), cell("frozen" if row["frozen"] else "trained"),
         *(_f1(row[side]) for side in ("before", "after")), cell(_difference(row), kind="number")]
        for row in rows
    ]  # fmt: skip
    headers = ["Variant", "Language", "Encoder", "F1 before", "F1 after", "Change"]
    return [tag("h2", "Named entities (utility)"), table(headers, cells, caption="Micro F1")]


def _f1(side: Record) -> Markup:
    return cell(side.get("undefined") or f"{side['f1']:.2f} [{side['low']:.2f}, {side['high']:.2f}]", kind="number")


def _difference(row: Record) -> str:
    if "undefined" in row:
        return str(row["undefined"])
    star = "*" if row["p_holm"] < 0.05 else ""
    return minus(f"{row['change']:+.2f} [{row['low']:+.2f}, {row['high']:+.2f}] p = {row['p_holm']:.2g}{star}")


def _trade_off(entry: Record) -> list[Markup]:
    """Bias (up) against what it costs (across). Filled points: no other variant is better in both."""
    points = entry["points"]
    across, up = (Axis.around([point[name] for point in points]) for name in ("utility", "bias"))
    said = f"{entry['measure']} against {entry['utility']} in {entry['language']}; the numbers are in the tables above."
    marks = [*_grid(across, up, entry), *(_point(point, across, up) for point in points)]
    drawing = tag("svg", *marks, viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=said)
    return [tag("h2", f"Trade-off in {entry['language']}: {entry['measure']} and {entry['utility']}"), drawing]


def _point(point: Record, across: Axis, up: Axis) -> Markup:
    x, y = _x(across, point["utility"]), _y(up, point["bias"])
    dot = tag("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=5, class_="best" if point["best"] else "beaten")
    right = x > (LEFT + RIGHT) / 2
    label = tag("text", point["variant"], x=f"{x - 9 if right else x + 9:.1f}", y=f"{y + 4:.1f}",
                text_anchor="end" if right else "start")  # fmt: skip
    return tag("g", dot, label)


def _grid(across: Axis, up: Axis, entry: Record) -> Iterable[Markup]:
    for value in up.ticks():
        y = f"{_y(up, value):.1f}"
        yield tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid")
        yield tag("text", minus(f"{value:.6g}"), x=LEFT - 8, y=y, text_anchor="end", dominant_baseline="middle")
    for value in across.ticks():
        yield tag("text", minus(f"{value:.6g}"), x=f"{_x(across, value):.1f}", y=BOTTOM + 20, text_anchor="middle")
    yield tag("text", entry["utility"], x=(LEFT + RIGHT) / 2, y=HEIGHT - 8, text_anchor="middle")
    yield tag("text", entry["measure"], x=LEFT, y=TOP - 8, text_anchor="end")


def _x(across: Axis, value: float) -> float:
    return LEFT + across.share(value) * (RIGHT - LEFT)


def _y(up: Axis, value: float) -> float:
    return BOTTOM - up.share(value) * (BOTTOM - TOP)

"""Tables about Categorical Bias: how names are cut into pieces, and what the score hangs on."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import labels, numbers
from babelance.report.html.elements import cell, join, language, table, tag
from babelance.report.results import Results

MEASURE = "cb"
PIECES = (
    "The model's vocabulary cuts some names into several pieces. They move farther, whatever the attribute says, so "
    "the score is split: what goes with the number of pieces, and what is left among names that have as many. All that "
    "follows is about what is left."
)
SENSITIVITY = (
    "The score with one template or one group left out, lowest and highest, and the groups whose departures make up "
    "most of it. A wide range means that the score hangs on the choice of words."
)


def pieces_table(results: Results) -> Markup | None:
    """How many pieces the names of groups have, and how much of the score goes with that."""
    mine = [result for result in results.overall if result.about.measure == MEASURE and numbers.parts(result)]
    if not mine:
        return None
    headers = ["Language", "Model", "Data", "explained by pieces", "what is left", "compared", "names by pieces"]
    shown = table(headers, list(map(_pieces_row, mine)), caption="Names cut into pieces", kind="sortable")
    return join([tag("h3", "Names cut into pieces"), tag("p", PIECES), shown])


def _pieces_row(result: Result) -> list[Markup]:
    names, extra = _name_cells(result), result.extra
    counts, compared = extra.get("pieces"), extra.get("compared")
    by_count: dict[str, list[str]] = {}
    for key, count in counts.items() if isinstance(counts, dict) else ():
        by_count.setdefault(f"{count}", []).append(key)
    listed = "; ".join(f"{count}: {', '.join(by_count[count])}" for count in sorted(by_count, key=float))
    kept = f"{len(compared)} of {extra.get('targets')}" if isinstance(compared, list) else "–"
    return [*names, *(cell(part) for part in numbers.parts(result).values()), cell(kept), cell(listed)]


def _name_cells(result: Result) -> list[Markup]:
    about = result.about
    return [
        cell(language(about.language), key=about.language),
        cell(labels.short_model(about.model), kind="name"),
        cell(about.data),
    ]


def sensitivity_table(results: Results) -> Markup | None:
    mine = [
        result
        for result in results.overall
        if result.about.measure == MEASURE and "leave_one_target_out" in result.extra
    ]
    if not mine:
        return None
    headers = ["Language", "Model", "Data", "without one template", "without one group", "groups that contribute most"]
    shown = table(headers, list(map(_sensitivity_row, mine)), caption="What the score hangs on", kind="sortable")
    return join([tag("h3", "What the score hangs on"), tag("p", SENSITIVITY), shown])


def _sensitivity_row(result: Result) -> list[Markup]:
    names, extra = _name_cells(result), result.extra
    ranges = [cell(_range(extra.get(f"leave_one_{noun}_out"))) for noun in ("template", "target")]
    return [*names, *ranges, cell(_name_list(extra.get("contributions")))]


def _range(facts: Plain) -> str:
    if not isinstance(facts, dict) or not facts:
        return "–"
    low, high = (float(facts[name]) for name in ("low", "high"))  # type: ignore[arg-type]
    return f"{low:.3g} ({facts['low_without']}) to {high:.3g} ({facts['high_without']})"


def _name_list(facts: Plain) -> str:
    if not isinstance(facts, dict):
        return "–"
    return ", ".join(f"{key} {100 * float(share):.0f} %" for key, share in facts.items())  # type: ignore[arg-type]

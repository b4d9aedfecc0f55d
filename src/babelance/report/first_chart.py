"""The strongest finding and its neighbours as points on lines, one line for each language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from babelance.core.estimate import Estimate, Result
from babelance.core.language_names import language_name
from babelance.core.verdict import CONTROLS, IDEAL, USE
from babelance.report import labels, numbers, reading
from babelance.report.drawing import Drawing, Line, Point
from babelance.report.results import Results, unique

MOST_GROUPS = 6
"""More groups than this cannot be told apart in one chart."""
MOST_ON_A_LINE = 3
"""More groups than this hide each other where there is one line only: then each has a line of its own."""
MOST_LANGUAGES = 14
FILLED = "Filled: a bias is shown after correction."
DRAWN = "Drawn is the score minus that of a model without the bias."
SIDE = re.compile(r"^(above|below) [\d.]+", re.IGNORECASE)
SIDES = {"above": "right of the line", "below": "left of the line"}
ALL = "all"
"""What the mark of all items is called in a legend."""
SCORE = "score"
"""Said of the number of all items where the axis has differences from the null."""


def base_family(family: str) -> str:
    return family.partition(" by ")[0]


def drawing(results: Results) -> Drawing | None:
    """The finding that the headline names, with the same measure, model and data in all languages; by group if it is of
    a group, or if its items fall into a few."""
    strongest = _strongest(results)
    return _drawing(strongest, results) if strongest else None


def _drawing(strongest: Estimate, results: Results) -> Drawing:
    about, ideal = strongest.about, _against_ideal(strongest)
    alike = [
        estimate
        for estimate in results.defined
        if _place_of(estimate) == _place_of(strongest) and (ideal or _has_gap(estimate))
    ]
    beside = [estimate for estimate in alike if estimate.about.language == about.language]
    tag = str(about.group or "").partition("=")[0] or _tag_with_groups(beside)
    mine = [estimate for estimate in alike if str(estimate.about.group or "").partition("=")[0] == tag]
    overall = {estimate.about.language: estimate for estimate in alike if estimate.about.group is None}
    lines = [_line(code, mine, overall, ideal=ideal) for code in unique(estimate.about.language for estimate in mine)]
    own = own_nulls(mine) if ideal else ""
    groups = tuple(unique(str(estimate.about.group or "").partition("=")[2] for estimate in mine))
    lines = sorted(lines, key=lambda line: (line.language == about.language, _spread(line)), reverse=True)
    lines = lines[:MOST_LANGUAGES]
    apart = len(lines) == 1 and len(groups) > MOST_ON_A_LINE
    where = f" in {language_name(about.language)}" if apart else ""
    title = f"{about.measure} of {labels.short_model(about.model)} on {about.data.partition('@')[0]}{where}{_by(tag)}"
    return Drawing(
        signature=str(about.signature),
        title=title,
        words=" ".join(
            filter(None, [_reading(strongest, ideal=ideal), "" if ideal else DRAWN, FILLED, _explanation(mine), own])
        ),
        unit=about.scale.unit if ideal else "score − null",
        groups=("",) if apart else groups,
        lines=tuple(_line_for_each_group(lines[0], [*overall.values(), *mine]) if apart else lines),
        reference=about.scale.ideal if ideal else 0.0,
    )


def _explanation(results: Iterable[Estimate]) -> str:
    """Why a mark may be open although its interval leaves out the line."""
    explained = (result for result in results if result.verdict and result.verdict.explained)
    names = unique(language_name(result.about.language) for result in explained)
    return f"Explained by how names are cut into pieces: {', '.join(names)}." if names else ""


def _reading(result: Estimate, *, ideal: bool) -> str:
    """Which side means what. Where differences are drawn, the line is not at the number that the scale speaks of."""
    said = result.about.scale.reading
    return as_sentence(said if ideal else SIDE.sub(lambda match: SIDES[match[1].lower()], said))


def own_nulls(results: Sequence[Estimate]) -> str:
    """Some groups may be judged against another number than the line of the chart: far from it is not yet shown."""
    nulls = [estimate.verdict.null for estimate in results if estimate.verdict and estimate.verdict.against != IDEAL]
    known = [null for null in nulls if null is not None]
    if not known:
        return ""
    low, high = (numbers.short(round(end, 3) + 0.0) for end in (min(known), max(known)))
    between = low if low == high else f"{low} to {high}"
    return f"Some groups are compared with what they would score without the bias ({between}), not with the line."


def _by(tag: str) -> str:
    return f", by {tag}" if tag else ""


def as_sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def _strongest(results: Results) -> Estimate | None:
    """The first finding; without any, the result that came closest to one."""
    conclusion = results.conclusion
    if conclusion is not None and conclusion.findings:
        by_signature = {str(estimate.about.signature): estimate for estimate in results.defined}
        estimates = (by_signature.get(finding.signature) for finding in conclusion.findings)
        return next(filter(None, estimates), None)
    return min(filter(_asks_about_bias, results.defined), key=_p, default=None)


def _asks_about_bias(result: Result) -> bool:
    verdict = result.verdict
    return verdict is not None and verdict.p_adjusted is not None and base_family(verdict.family) not in (CONTROLS, USE)


def _p(result: Estimate) -> tuple[float, float]:
    assert result.verdict is not None
    return result.verdict.p_adjusted or 0.0, 1.0 if result.verdict.p is None else result.verdict.p


def _place_of(result: Result) -> tuple[str, str, str]:
    about = result.about
    options = about.signature.options
    return labels.short_model(about.model), about.data, f"{about.measure} {sorted(options.items())}"


def _tag_with_groups(alike: Sequence[Estimate]) -> str:
    """A tag with a few groups that the same measure was broken down by; empty if there is none."""
    values: dict[str, set[str]] = {}
    for estimate in alike:
        if estimate.about.group:
            tag, _, value = estimate.about.group.partition("=")
            values.setdefault(tag, set()).add(value)
    return next((tag for tag, groups in values.items() if 2 <= len(groups) <= MOST_GROUPS), "")


def _line(code: str, mine: Sequence[Estimate], overall: Mapping[str, Estimate], *, ideal: bool) -> Line:
    points = tuple(_point(estimate, ideal=ideal) for estimate in mine if estimate.about.language == code)
    whole = overall.get(code)
    if whole is None or not points[0].group:
        return Line(code, points, "")
    named = ALL if ideal else SCORE
    return Line(code, points, f"{named} {numbers.value(whole)}", replace(_point(whole, ideal=ideal), group=ALL))


def _line_for_each_group(line: Line, results: Sequence[Estimate]) -> list[Line]:
    """All items first, then the groups, the largest first."""
    scores = {str(estimate.about.group or "").partition("=")[2]: numbers.value(estimate) for estimate in results}
    whole = [Line(line.language, (replace(line.whole, group=""),), scores[""], label="all items")] if line.whole else []
    ordered = sorted(line.points, key=lambda point: point.value, reverse=True)
    apart = [
        Line(line.language, (replace(point, group=""),), scores[point.group], label=point.group) for point in ordered
    ]
    return [*whole, *apart]


def _point(result: Estimate, *, ideal: bool) -> Point:
    group = str(result.about.group or "").partition("=")[2]
    words = f"{group or result.about.language}: {numbers.value(result)} {numbers.interval(result)}"
    value = _position(result, ideal=ideal)
    low, high = result.low - result.value + value, result.high - result.value + value
    if not ideal and result.verdict and result.verdict.low is not None and result.verdict.high is not None:
        low, high = result.verdict.low, result.verdict.high
    spoken, open_question = f"{words}, {labels.verdict(result)}", reading.is_inconclusive(result)
    shown = reading.stands_out(result)
    return Point(group, value, shown, spoken, low, high, open_question, str(result.about.signature))


def _position(result: Estimate, *, ideal: bool) -> float:
    """All points of a drawing are of one kind: scores if its finding is about the score, else score − null."""
    verdict = result.verdict
    if ideal or verdict is None or verdict.difference is None:
        return result.value
    return verdict.difference


def _has_gap(result: Estimate) -> bool:
    """A score without a null has no place among differences from one."""
    return result.verdict is not None and result.verdict.difference is not None


def _against_ideal(result: Estimate) -> bool:
    return result.verdict is None or result.verdict.against == IDEAL


def _spread(line: Line) -> float:
    values = [point.value for point in line.points]
    return max(values) - min(values) if len(values) > 1 else abs(values[0])

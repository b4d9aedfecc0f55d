"""What a reader sees first: a card for each question, and the strongest finding as something to draw.

Verdicts and the conclusion are shown as they are; nothing is concluded here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from babelance.core.conclusion import Conclusion, Family, Finding
from babelance.core.estimate import Estimate, Result
from babelance.core.verdict import CONTROLS, IDEAL, USE
from babelance.report import labels, numbers, reading
from babelance.report.results import Results, unique

MOST_CARDS = 6
MOST_GROUPS = 6
"""More groups than this cannot be told apart in one chart."""
MOST_LANGUAGES = 14
FILLED = "Filled: a bias is shown after correction."
DRAWN = "Drawn is the score minus that of a model without the bias."
SIDE = re.compile(r"^(above|below) [\d.]+", re.IGNORECASE)
SIDES = {"above": "right of the line", "below": "left of the line"}
ALL = "all"
"""What the mark of all items is called in a legend."""
SCORE = "score"
"""Said of the number of all items where the axis has differences from the null."""


@dataclass(frozen=True, slots=True)
class Card:
    """One question: `verdict` is the kind, `link` the section with the evidence."""

    title: str
    kind: str
    verdict: str
    told: str
    detectable: str
    evidence: str
    link: str


@dataclass(frozen=True, slots=True)
class Point:
    group: str
    value: float
    shown: bool
    words: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """The results of one language. `whole` is over all items, where the points are groups of them."""

    language: str
    points: tuple[Point, ...]
    overall: str
    whole: Point | None = None

    @property
    def bar(self) -> tuple[float, float]:
        """What lies between the groups; of a single point its interval."""
        [first, *others] = self.points
        if not others and first.low is not None and first.high is not None:
            return first.low, first.high
        values = [point.value for point in self.points]
        return min(values), max(values)

    @property
    def marks(self) -> tuple[Point, ...]:
        return (*([self.whole] if self.whole else []), *self.points)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The strongest finding and its neighbours. `reference` is where a model without the bias would be."""

    title: str
    words: str
    unit: str
    groups: tuple[str, ...]
    lines: tuple[Line, ...]
    reference: float

    def places(self) -> list[float]:
        """Everything that the axis must hold."""
        marks = [point.value for line in self.lines for point in line.marks]
        return [self.reference, *marks, *(end for line in self.lines for end in line.bar)]


def cards(conclusion: Conclusion) -> list[Card]:
    """Questions about bias, what stands out first; each with what it shows where it is broken down by a tag."""
    questions: dict[str, list[Family]] = {}
    for one in conclusion.families:
        if _base(one.name) not in (CONTROLS, USE):
            questions.setdefault(_base(one.name), []).append(one)
    ranks = {one.family: rank for rank, one in reversed(list(enumerate(conclusion.findings)))}
    leads = [one for families in questions.values() for one in _leading(families, ranks)]
    ordered = sorted(leads, key=lambda one: ranks.get(one.name, len(ranks) + one.compared))
    return [_card(one, conclusion.findings, _with(one, questions[_base(one.name)])) for one in ordered[:MOST_CARDS]]


def _leading(families: Sequence[Family], ranks: Mapping[str, int]) -> list[Family]:
    """The question itself; beside it the breakdown with the clearest finding where the average hides it."""
    found = [one for one in families if one.harmful and one.name in ranks]
    whole = next((one for one in families if " by " not in one.name), families[0])
    hidden = [one for one in found if not whole.harmful]
    return [whole, *([min(hidden, key=lambda one: ranks[one.name])] if hidden else [])]


def _with(family: Family, families: Sequence[Family]) -> Sequence[Family]:
    """What else a card tells of: breakdowns, on the card that shows something."""
    return families if family.harmful else (family,)


def checks(conclusion: Conclusion) -> list[Card]:
    """Controls, and what the models are good for: no questions about bias."""
    return [_card(one, ()) for one in conclusion.families if one.name in (CONTROLS, USE)]


def _base(family: str) -> str:
    return family.partition(" by ")[0]


def _card(family: Family, findings: Sequence[Finding], together: Sequence[Family] = ()) -> Card:
    base, _, tag = family.name.partition(" by ")
    title = labels.QUESTIONS.get(base, base)
    strongest = next((one for one in findings if one.family == family.name), None)
    counted = _sentence(family.sentence)
    told = f"{_place(strongest)}: {strongest.sentence}" if strongest else counted
    return Card(
        title=f"{title}, by {tag}" if tag else title,
        kind=family.kind,
        verdict=labels.family_verdict(family),
        told=told,
        detectable=" ".join(filter(None, [counted if strongest else "", family.detectable, _also(family, together)])),
        evidence=_counted(sum(one.results for one in together) or family.results),
        link="#findings" if strongest else "#groups" if tag else "#summary",
    )


def _also(family: Family, together: Sequence[Family]) -> str:
    """What the same question shows elsewhere: over all items, or broken down by other tags."""
    others = [one for one in together if one is not family and one.harmful]
    told = [f"{one.name.partition(' by ')[2] or 'all items'} ({one.harmful} of {one.compared})" for one in others]
    return f"Also shown by {', '.join(told)}." if told else ""


def _counted(results: int) -> str:
    return f"{results} result{'' if results == 1 else 's'}"


def _place(finding: Finding) -> str:
    group = f", {finding.group.partition('=')[2]}" if finding.group else ""
    return f"{labels.short_model(finding.model)} in {finding.language}{group} ({finding.measure})"


def drawing(results: Results) -> Drawing | None:
    """The strongest finding with the same measure, model and data in all languages; by group if it is of a group. A
    chart of a single point says no more than its card, so a finding with groups in several languages goes first."""
    drawn = [_drawing(one, results) for one in _strongest(results)]
    several = [one for one in drawn if sum(len(line.points) for line in one.lines) > 1]
    languages = [one for one in several if len(one.lines) > 1 and one.groups != ("",)]
    return next(iter([*languages, *several, *drawn]), None)


def _drawing(strongest: Estimate, results: Results) -> Drawing:
    about, ideal = strongest.about, _against_ideal(strongest)
    alike = [one for one in results.defined if _place_of(one) == _place_of(strongest) and (ideal or _has_gap(one))]
    tag = str(about.group or "").partition("=")[0] or _tag_with_groups(alike)
    mine = [one for one in alike if str(one.about.group or "").partition("=")[0] == tag]
    overall = {one.about.language: one for one in alike if one.about.group is None}
    lines = [_line(code, mine, overall, ideal=ideal) for code in unique(one.about.language for one in mine)]
    own = own_nulls(mine) if ideal else ""
    return Drawing(
        title=f"{about.measure} of {labels.short_model(about.model)} on {about.data.partition('@')[0]}{_by(tag)}",
        words=" ".join(filter(None, [_reading(strongest, ideal=ideal), DRAWN if not ideal else "", FILLED, own])),
        unit=about.scale.unit if ideal else "score − null",
        groups=tuple(unique(str(one.about.group or "").partition("=")[2] for one in mine)),
        lines=tuple(sorted(lines, key=_spread, reverse=True)[:MOST_LANGUAGES]),
        reference=about.scale.ideal if ideal else 0.0,
    )


def _reading(result: Estimate, *, ideal: bool) -> str:
    """Which side means what. Where differences are drawn, the line is not at the number that the scale speaks of."""
    said = result.about.scale.reading
    return _sentence(said if ideal else SIDE.sub(lambda found: SIDES[found[1].lower()], said))


def own_nulls(results: Sequence[Estimate]) -> str:
    """Some groups may be judged against another number than the line of the chart: far from it is not yet shown."""
    nulls = [one.verdict.null for one in results if one.verdict and one.verdict.against != IDEAL]
    known = [null for null in nulls if null is not None]
    if not known:
        return ""
    low, high = (numbers.short(round(end, 3) + 0.0) for end in (min(known), max(known)))
    between = low if low == high else f"{low} to {high}"
    return f"Groups are judged by nulls of their own ({between}), not by the line."


def _by(tag: str) -> str:
    return f", by {tag}" if tag else ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}." if text else ""


def _strongest(results: Results) -> list[Estimate]:
    """The findings; without any, the result that came closest to one."""
    conclusion = results.conclusion
    if conclusion is not None and conclusion.findings:
        by_signature = {str(one.about.signature): one for one in results.defined}
        return [by_signature[one.signature] for one in conclusion.findings if one.signature in by_signature]
    compared = [one for one in results.defined if _asks_about_bias(one)]
    return [min(compared, key=_p)] if compared else []


def _asks_about_bias(result: Result) -> bool:
    verdict = result.verdict
    return verdict is not None and verdict.p_adjusted is not None and _base(verdict.family) not in (CONTROLS, USE)


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
    for one in alike:
        if one.about.group:
            tag, _, value = one.about.group.partition("=")
            values.setdefault(tag, set()).add(value)
    return next((tag for tag, groups in values.items() if 2 <= len(groups) <= MOST_GROUPS), "")


def _line(code: str, mine: Sequence[Estimate], overall: Mapping[str, Estimate], *, ideal: bool) -> Line:
    points = tuple(_point(one, ideal=ideal) for one in mine if one.about.language == code)
    whole = overall.get(code)
    if whole is None or not points[0].group:
        return Line(code, points, "")
    named = ALL if ideal else SCORE
    return Line(code, points, f"{named} {numbers.value(whole)}", replace(_point(whole, ideal=ideal), group=ALL))


def _point(result: Estimate, *, ideal: bool) -> Point:
    group = str(result.about.group or "").partition("=")[2]
    words = f"{group or result.about.language}: {numbers.value(result)} {numbers.interval(result)}"
    value = _at(result, ideal=ideal)
    low, high = result.low - result.value + value, result.high - result.value + value
    if not ideal and result.verdict and result.verdict.low is not None and result.verdict.high is not None:
        low, high = result.verdict.low, result.verdict.high
    return Point(group, value, reading.stands_out(result), f"{words}, {labels.verdict(result)}", low, high)


def _at(result: Estimate, *, ideal: bool) -> float:
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

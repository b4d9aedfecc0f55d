"""Comparisons as pages: which sentences are said, and which numbers are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from babelance.core import digits
from babelance.core.language_names import language_name
from babelance.core.model_names import short_names
from babelance.core.reason import Reason
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Verdict
from babelance.stats.compare import Difference
from babelance.studies.comparison import Comparison, both_scores

HASH = re.compile(r"[@#][0-9a-f]{4,}(?=[ ;,)]|$)")
MOST_SENTENCES = 3


def comparison_sheet(comparisons: Sequence[Comparison]) -> Sheet:
    """Two models on the same items: a forest of paired differences for each measure."""
    names = short_names([comparisons[0].a, comparisons[0].b])
    clearest = strongest(comparisons)
    measures = dict.fromkeys(comparison.measure for comparison in (*clearest, *comparisons))
    difference = f"{names[comparisons[0].b]} − {names[comparisons[0].a]}"
    forests = [
        _differences(name, difference, [comparison for comparison in comparisons if comparison.measure == name])
        for name in measures
    ]
    return Sheet(
        "compare",
        headline_of_comparisons(comparisons, f"{names[comparisons[0].b]} and {names[comparisons[0].a]}"),
        tuple(map(sentence_under_heading, clearest)),
        tuple(forests),
        (_values(comparisons),),
        facts=(("A", comparisons[0].a), ("B", comparisons[0].b)),
        kinds=tuple(comparison.verdict.kind for comparison in clearest if comparison.verdict),
    )


def headline_of_comparisons(comparisons: Sequence[Comparison], who: str) -> str:
    """The headline: how many differences stand out after correction, and the clearest of them."""
    verdicts = [comparison.verdict for comparison in comparisons if comparison.verdict]
    shown = sum(verdict.shown for verdict in verdicts)
    tested = sum(verdict.difference is not None for verdict in verdicts)
    if not tested:
        return f"Nothing can be said about {who}: there is not enough evidence."
    verb = "differs" if shown == 1 else "differ"
    counted = f"{who}: {shown or 'none'} of {tested} comparisons {verb} after correction."
    return f"{counted} Most clearly, {_clearest(strongest(comparisons)[0])}." if shown else counted


def _clearest(comparison: Comparison) -> str:
    names = short_names([comparison.a, comparison.b])
    a, b, _ = _pair(comparison)
    data, group = _data(comparison), comparison.group
    places = ", ".join(filter(None, (comparison.measure, data, group and group.replace("=", ": ", 1))))
    scores = both_scores(comparison, (names[comparison.a], a), (names[comparison.b], b), shown=True)
    return f"in {language_name(comparison.language)} {scores} ({places})"


def strongest(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The clearest differences; else the first ones that could be tested."""
    known = [
        (comparison, comparison.verdict)
        for comparison in comparisons
        if comparison.verdict and comparison.verdict.difference is not None
    ]
    ordered = sorted(known, key=lambda pair: (not pair[1].shown, pair[1].p_adjusted if pair[1].p_adjusted else 0.0))
    return [comparison for comparison, _ in ordered[:MOST_SENTENCES]]


def sentence_under_heading(comparison: Comparison) -> str:
    """A sentence under the heading that stands before its colon."""
    where = " · ".join(filter(None, (language_name(comparison.language), _data(comparison), comparison.group)))
    return f"{comparison.measure}, {where}: {comparison.verdict.sentence if comparison.verdict else ''}"


def _differences(measure: str, difference: str, comparisons: Sequence[Comparison]) -> Forest:
    marks = tuple(_mark(_where(comparison), comparison.difference, comparison.verdict) for comparison in comparisons)
    return Forest(f"{measure}: {difference}", "paired difference with its interval", marks, reference=0.0)


def _where(comparison: Comparison) -> str:
    return " · ".join(filter(None, (comparison.language, _data(comparison), comparison.group)))


def _data(comparison: Comparison) -> str:
    return comparison.data.partition("@")[0].rsplit("/", 1)[-1]


def _mark(label: str, difference: Difference | Reason | None, verdict: Verdict | None) -> Mark:
    if difference is None or isinstance(difference, Reason):
        why = str(difference or "not the same items, so there is no paired difference")
        return Mark(label, None, None, None, why, "not-enough-evidence")
    words = interval_words(difference.value, difference.low, difference.high, sign=True)
    kind, said = (verdict.kind, verdict.sentence) if verdict else (None, "")
    return Mark(label, difference.value, difference.low, difference.high, words, kind, said)


def interval_words(value: float, low: float, high: float, *, sign: bool = False, mark: str = "") -> str:
    """`+4.2 [−1.0, +9.4]` with the digits that the interval vouches for, and a mark after the value."""
    places = digits.decimals_for((high - low) / 4, value)

    def with_sign(number: float) -> str:
        text = digits.fixed_decimals(number, places)
        return f"+{text}" if sign and float(text) > 0 else text

    return f"{with_sign(value)}{mark} [{with_sign(low)}, {with_sign(high)}]"


def _values(comparisons: Sequence[Comparison]) -> Table:
    rows = [
        (
            comparison.measure,
            _where(comparison),
            *_pair(comparison),
            _p_in_words(comparison.p_holm),
            str(comparison.n),
            kind_in_words(comparison.verdict),
        )
        for comparison in comparisons
    ]
    strong = tuple(
        number for number, comparison in enumerate(comparisons) if comparison.verdict and comparison.verdict.shown
    )
    headers = ("Measure", "Where", "A", "B", "B − A", "p after Holm", "n", "Verdict")
    return Table("All comparisons", headers, tuple(rows), numbers=2, strong=strong)


def _pair(comparison: Comparison) -> tuple[str, str, str]:
    if isinstance(comparison.difference, Reason):
        return "", "", f"undefined: {comparison.difference}"
    gap = comparison.difference
    places = digits.decimals_for((gap.high - gap.low) / 4, comparison.value_a)
    a, b = (digits.fixed_decimals(value, places) for value in (comparison.value_a, comparison.value_b))
    return a, b, interval_words(gap.value, gap.low, gap.high, sign=True)


def _p_in_words(p: float | None) -> str:
    return "" if p is None else digits.probability(p)


def kind_in_words(verdict: Verdict | None) -> str:
    return verdict.kind.replace("-", " ") if verdict else ""


def short(model: str) -> str:
    """The name that a reader knows; signatures have the revision."""
    return HASH.sub("", model).removeprefix("hf:").removeprefix("dir:")

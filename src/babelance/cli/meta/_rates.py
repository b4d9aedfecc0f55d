"""Scores over rates of bias, and their correlation, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babelance.core.verdict import KINDS_IN_WORDS

if TYPE_CHECKING:
    from babelance.studies.rate_correlations import Correlation, Point, Study


def summary(result: Study) -> str:
    names = [correlation.measure for correlation in result.correlations]
    lines = [f"{result.language}: {_sizes(result)}", "rate  " + "  ".join(f"{name:>9}" for name in names) + "   learnt"]
    for rate in sorted({point.rate for point in result.points}):
        here = {point.measure: point for point in result.points if point.rate == rate}
        values = "  ".join(_value(here[name].value if name in here else None) for name in names)
        lines.append(f"{rate:4g}  {values}  {_learnt_in_words(next(iter(here.values())))}")
    return "\n".join([*lines, "", "Correlation with the rate (Pearson, 95 %):", *map(_line, result.correlations)])


def _sizes(result: Study) -> str:
    if not (sizes := result.pairs):
        return "runs that were there already"
    return (
        f"{sizes['train']:,} pairs to train on ({sizes['different']:,} different), {sizes['held out']:,} held out, "
        f"{sizes['evaluated']:,} evaluated"
    )


def _learnt_in_words(point: Point) -> str:
    if point.accuracy is None:
        return "not known"
    return f"{point.accuracy:5.1f} %{'' if point.learnt else ' not learnt'}"


def _value(value: float | None) -> str:
    return f"{'undefined' if value is None else format(value, '.3f'):>9}"


def _line(row: Correlation) -> str:
    if row.r is None:
        return f"  {row.measure}: none, {row.reason}"
    verdict, p = row.verdict, row.p
    if verdict and verdict.p is not None:
        p = verdict.p  # belongs to the interval: of three rates Student's test alone may say 0.005 beside [-1, 1]
    said = f": {KINDS_IN_WORDS[verdict.kind]}" if verdict else ""
    return f"  {row.measure}: {row.r:.4f} [{row.low:.4f}, {row.high:.4f}], p {_small(p or 0.0)}{said}"


def _small(p: float) -> str:
    return "< 1e-12" if p < 1e-12 else f"= {p:.2g}"

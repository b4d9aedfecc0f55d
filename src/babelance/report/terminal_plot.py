"""An interval drawn with characters: how far a score is from what it would be without the bias.

    ━━━●━━│        a bias is shown, and the score lies below
       ──○┼───     nothing is shown
       ╌╌×┼╌╌╌     nothing can be concluded

What the score is compared with stands in the middle of every line, so that lines of different measures can stand below
each other; how far the sides reach is the same for all results of a measure and a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from babelance.core.estimate import Estimate, Result
from babelance.report import reading


@dataclass(frozen=True, slots=True)
class Marks:
    """The characters of a plot."""

    null: str
    crossed: str
    shown: str
    open: str
    sure: str
    faint: str
    none: str
    broken: str


Reaches = Mapping[tuple[str, str], float]
"""How far the sides of a plot reach, by model and measure."""
LINES = Marks("│", "┼", "●", "○", "━", "─", "×", "╌")
ASCII = Marks("|", "+", "*", "o", "=", "-", "x", ".")
"""For terminals that cannot write lines."""


@dataclass(frozen=True, slots=True)
class Departure:
    """Score − null with its interval; numbers of the verdict, where there is one."""

    value: float
    low: float
    high: float

    @property
    def reach(self) -> float:
        return max(abs(self.value), abs(self.low), abs(self.high))


def departure(result: Result) -> Departure | None:
    """None where there is no number to draw."""
    if not isinstance(result, Estimate) or result.no_interval:
        return None
    verdict = result.verdict
    if verdict is None:
        ideal = result.about.scale.ideal
        return Departure(result.value - ideal, result.low - ideal, result.high - ideal)
    if verdict.difference is None or verdict.low is None or verdict.high is None:
        return None
    return Departure(verdict.difference, verdict.low, verdict.high)


def reaches(results: Iterable[Result]) -> Reaches:
    """The furthest that any interval of a measure goes from its null."""
    furthest: dict[tuple[str, str], float] = {}
    for result in results:
        if drawn := departure(result):
            key = (result.about.model, result.about.measure)
            furthest[key] = max(furthest.get(key, 0.0), drawn.reach)
    return furthest


def interval_plot(result: Result, *, reach: float, width: int, marks: Marks = LINES) -> str:
    """`width` characters, an odd number; only spaces where there is nothing to draw."""
    drawn = departure(result)
    if drawn is None:
        return " " * width
    middle = width // 2
    low, value, high = (_column(number, reach, middle) for number in (drawn.low, drawn.value, drawn.high))
    sure = reading.stands_out(result)
    inconclusive = reading.is_inconclusive(result)
    mark, line = (
        (marks.none, marks.broken) if inconclusive else (marks.shown, marks.sure) if sure else (marks.open, marks.faint)
    )
    characters = [line if low <= at <= high else " " for at in range(width)]
    characters[middle] = marks.crossed if low <= middle <= high and drawn.low < 0 < drawn.high else marks.null
    characters[_off_the_null(value, middle, drawn.value, sure=sure)] = mark
    return "".join(characters)


def _column(number: float, reach: float, middle: int) -> int:
    return middle + round(middle * number / reach) if reach > 0 else middle


def _off_the_null(column: int, middle: int, value: float, *, sure: bool) -> int:
    """A bias that is shown never hides the line that it departs from, however small it is beside others."""
    return column + (1 if value > 0 else -1) if sure and column == middle else column

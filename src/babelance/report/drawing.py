"""What the first chart shows: points on lines, a line for each language, and where a model without bias would be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A result; `signature` names it."""

    group: str
    value: float
    shown: bool
    words: str
    low: float | None = None
    high: float | None = None
    inconclusive: bool = False
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The results of one language, or of one group of a single one (`label`). `whole` is over all items, where the
    points are groups of them."""

    language: str
    points: tuple[Point, ...]
    overall: str
    whole: Point | None = None
    label: str = ""

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
    """The strongest finding (its `signature`) and its neighbours, the finding's language first. `reference` is where a
    model without the bias would be."""

    signature: str
    title: str
    words: str
    unit: str
    groups: tuple[str, ...]
    lines: tuple[Line, ...]
    reference: float

    @property
    def inconclusive(self) -> bool:
        """Is there a point that nothing can be concluded from?"""
        return any(point.inconclusive for line in self.lines for point in line.marks)

    def places(self) -> list[float]:
        """Everything that the axis must hold."""
        marks = [point.value for line in self.lines for point in line.marks]
        return [self.reference, *marks, *(end for line in self.lines for end in line.bar)]

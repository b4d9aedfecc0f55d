"""A result: a number that says how sure it is (`Estimate`), or the reason why there is none (`Undefined`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isfinite, isnan
from typing import Annotated, Any

from msgspec import Meta

from babelance.core.display import results_html
from babelance.core.errors import InputError
from babelance.core.limits import LARGEST_WHOLE
from babelance.core.scale import Scale
from babelance.core.signature import Signature
from babelance.core.untrusted import as_type
from babelance.core.verdict import Verdict, verdict_record

Share = Annotated[float, Meta(ge=0, le=1)]
Level = Annotated[float, Meta(gt=0, lt=1)]
Count = Annotated[int, Meta(ge=0, le=LARGEST_WHOLE)]
Plain = str | int | float | bool | None | list["Plain"] | dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class About:
    """What a result is about. `group` is None for all items, else `tag=value`."""

    measure: str
    model: str
    data: str
    language: str
    group: str | None
    scale: Scale
    signature: Signature
    n: int
    total: int
    skipped: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval. `p` tests against `chance`; `mde` is the smallest departure from it that this many
    items would show with 80 % power; `nulls` are values of models that know nothing, `null_errors` the standard errors
    of those that are simulated; `extra` is the measure's own. `verdict` says what the number says. `error` is the
    standard error, None where nothing varied. `no_interval` says why there is no interval, if there is none; `low` and
    `high` are then the ends of the scale."""

    about: About
    value: float
    low: float
    high: float
    level: float
    method: str
    p: float | None = None
    mde: float | None = None
    nulls: Mapping[str, float] = field(default_factory=dict)
    extra: Mapping[str, Plain] = field(default_factory=dict)
    null_errors: Mapping[str, float] = field(default_factory=dict)
    verdict: Verdict | None = None
    error: float | None = None
    no_interval: str = ""

    @property
    def undefined(self) -> None:
        return None

    def _repr_html_(self) -> str:
        return results_html([self])


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no number, and this is why. Missing evidence must not look fair."""

    about: About
    undefined: str
    extra: Mapping[str, Plain] = field(default_factory=dict)
    verdict: Verdict | None = None

    def _repr_html_(self) -> str:
        return results_html([self])


Result = Estimate | Undefined


def to_record(result: Result) -> dict[str, Plain]:
    """One flat JSON object, the line of `results.jsonl`."""
    about, scale = result.about, result.about.scale
    number = result if isinstance(result, Estimate) else None
    return {
        "measure": about.measure,
        "model": about.model,
        "data": about.data,
        "language": about.language,
        "group": about.group,
        "value": number.value if number else None,
        "low": number.low if number and not number.no_interval else None,
        "high": number.high if number and not number.no_interval else None,
        "level": number.level if number else None,
        "standard_error": number.error if number else None,
        "no_interval": number.no_interval if number and number.no_interval else None,
        "n": about.n,
        "total": about.total,
        "skipped": dict(about.skipped),
        "ideal": scale.ideal,
        "chance": scale.chance,
        "p": number.p if number else None,
        "mde": number.mde if number else None,
        "nulls": dict(number.nulls) if number else {},
        "null_errors": dict(number.null_errors) if number else {},
        "verdict": verdict_record(result.verdict) if result.verdict else None,
        "method": number.method if number else None,
        "extra": dict(result.extra),
        "scale": [_end(scale.low), _end(scale.high)],
        "unit": scale.unit,
        "reading": scale.reading,
        "signature": str(about.signature),
        "undefined": result.undefined,
    }


def _end(limit: float) -> float | None:
    """An end of a scale; null if it has none there, because JSON knows no infinity."""
    return limit if isfinite(limit) else None


def from_record(record: Mapping[str, Plain]) -> Result:
    """The result that `to_record` wrote; an error if a field is missing, of another type or out of its range."""
    line = as_type(record, Line, f"Not a line of results.jsonl: {str(record)[:200]}", error=InputError)
    _check_finite({"value": line.value, "ideal": line.ideal, "chance": line.chance, "mde": line.mde, **line.nulls})
    low, high = line.scale
    about = About(
        measure=line.measure,
        model=line.model,
        data=line.data,
        language=line.language,
        group=line.group,
        scale=Scale(
            -inf if low is None else low,
            inf if high is None else high,
            line.ideal,
            line.chance,
            line.unit,
            line.reading,
        ),
        signature=Signature.parse(line.signature),
        n=line.n,
        total=line.total,
        skipped=line.skipped,
    )
    if line.undefined is not None:
        return Undefined(about, line.undefined, line.extra, line.verdict)
    return _estimate(about, line)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of `results.jsonl` as it stands in the file. Numbers are null where the result is undefined."""

    measure: str
    model: str
    data: str
    language: str
    group: str | None
    value: float | None
    low: float | None
    high: float | None
    level: Level | None
    n: Count
    total: Count
    skipped: dict[str, Count]
    ideal: float
    chance: float | None
    p: Share | None
    mde: float | None
    nulls: dict[str, float]
    method: str | None
    extra: dict[str, Any]
    scale: tuple[float | None, float | None]
    unit: str
    reading: str
    signature: str
    undefined: str | None
    null_errors: dict[str, float] = field(default_factory=dict)
    verdict: Verdict | None = None
    standard_error: float | None = None
    no_interval: str | None = None


def _check_finite(numbers: Mapping[str, float | None]) -> None:
    for name, number in numbers.items():
        if number is not None and not isfinite(number):
            raise InputError(f"Not a line of results.jsonl: '{name}' is {number}, which is no number to report.")


def _estimate(about: About, line: Line) -> Estimate:
    """A number that is missing or none (NaN, which compares with nothing) is no estimate."""
    ends = (about.scale.low, about.scale.high) if line.no_interval else (line.low, line.high)
    numbers = (line.value, *ends, line.level)
    if any(number is None or isnan(number) for number in numbers) or line.method is None:
        raise InputError(f"Not a line of results.jsonl: value, interval and method are {numbers}, {line.method!r}.")
    value, low, high, level = (float(number) for number in numbers if number is not None)
    facts: dict[str, Any] = {
        "nulls": line.nulls,
        "extra": line.extra,
        "null_errors": line.null_errors,
        "verdict": line.verdict,
    }
    facts |= {"error": line.standard_error, "no_interval": line.no_interval or ""}
    return Estimate(about, value, low, high, level, line.method, line.p, line.mde, **facts)

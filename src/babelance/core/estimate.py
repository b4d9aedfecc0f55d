"""A result: a number that says how sure it is (`Estimate`), or the reason why there is none (`Undefined`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from babelance.core.errors import InputError
from babelance.core.scale import Scale
from babelance.core.signature import Signature
from babelance.core.verdict import Verdict, verdict_from, verdict_record

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
    of those that are simulated; `extra` is the measure's own. `verdict` says what the number says."""

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

    @property
    def undefined(self) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Undefined:
    """There is no number, and this is why. Missing evidence must not look fair."""

    about: About
    undefined: str
    extra: Mapping[str, Plain] = field(default_factory=dict)
    verdict: Verdict | None = None


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
        "low": number.low if number else None,
        "high": number.high if number else None,
        "level": number.level if number else None,
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
    """The result that `to_record` wrote."""
    try:
        return _from_record(dict(record))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"Not a line of results.jsonl: {json.dumps(record)[:200]} ({error!r}).") from error


def _from_record(record: dict[str, Any]) -> Result:
    low, high = record["scale"]
    low, high = -inf if low is None else low, inf if high is None else high
    about = About(
        measure=record["measure"],
        model=record["model"],
        data=record["data"],
        language=record["language"],
        group=record["group"],
        scale=Scale(low, high, record["ideal"], record["chance"], record["unit"], record["reading"]),
        signature=Signature.parse(record["signature"]),
        n=record["n"],
        total=record["total"],
        skipped=record["skipped"],
    )
    verdict = verdict_from(record.get("verdict"))
    if record["undefined"] is not None:
        return Undefined(about, record["undefined"], record["extra"], verdict)
    names = ("value", "low", "high", "level", "method", "p", "mde", "nulls", "extra")
    errors = record.get("null_errors", {})
    return Estimate(about, **{name: record[name] for name in names}, null_errors=errors, verdict=verdict)

"""What a whole run says: a headline, the strongest findings, one line per question, and remarks.

Made once from the verdicts and written into `run.json`; every output shows it and none makes its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from babelance.core.errors import InputError
from babelance.core.untrusted import as_type
from babelance.core.verdict import Kind


@dataclass(frozen=True, slots=True)
class Finding:
    """One result that stands out after correction; `signature` names it."""

    sentence: str
    signature: str
    measure: str
    model: str
    data: str
    language: str
    group: str | None
    family: str
    value: float
    difference: float
    low: float
    high: float
    p_adjusted: float


@dataclass(frozen=True, slots=True)
class Family:
    """All results that ask one question. The counts add up to `results`; `harmful` are those of `shown` that lie on a
    side that is a bias, `compared` those that were tested, `explained` those that something else explains."""

    name: str
    kind: Kind
    sentence: str
    results: int
    shown: int
    harmful: int
    not_told_apart: int
    cannot: int
    not_enough: int
    compared: int
    explained: int = 0
    detectable: str = ""
    """Which differences would have been seen, in words; empty where results have no scale in common."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that no single result says. `signatures` are the results it is about."""

    kind: Literal["contradiction", "controls", "competence"]
    sentence: str
    signatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """`findings` are the strongest first; `families` in the order of the results, controls last."""

    headline: str
    findings: tuple[Finding, ...] = ()
    families: tuple[Family, ...] = ()
    remarks: tuple[Remark, ...] = ()


def conclusion_record(conclusion: Conclusion) -> dict[str, Any]:
    """The object `conclusion` of `run.json`."""
    return asdict(conclusion)


def conclusion_from(record: Mapping[str, Any]) -> Conclusion:
    """The conclusion that `conclusion_record` wrote."""
    where = "Not the conclusion of a run"
    if missing := [field.name for field in fields(Conclusion) if field.name not in record]:
        raise InputError(f"{where}: no {', '.join(missing)}. Running it again writes it anew.")
    return as_type(record, Conclusion, where, error=InputError)

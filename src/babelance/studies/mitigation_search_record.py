"""The nouns of a search for a mitigation, and its record in auto.json."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.reason import Reason
from babelance.mitigations.tuning.settings import Tuning
from babelance.stats.compare import Difference
from babelance.studies.comparison import Comparison

PROBES = {"groups": ("babel-groups", "cb"), "gender": ("babel-pairs", "cps")}
UTILITY = "pseudo-perplexity"
UNMITIGATED = "unmitigated"


@dataclass(frozen=True)
class Request:
    """What is asked for. `tolerance` is how many bits per character a mitigation may cost; `minutes` is the budget."""

    model: str
    corpus: tuple[str, ...]
    language: str
    about: str
    groups: str | None
    data: str
    measure: str
    tuning: Tuning
    minutes: float = 30.0
    tolerance: float = 0.02
    draws: int = 1000
    options: Options = field(default_factory=Options)


@dataclass(frozen=True)
class Tried:
    """One way: its bias and price beside the unmitigated model, or the reason why it has none."""

    name: str
    folder: str = ""
    bias: Comparison | None = None
    price: Comparison | None = None
    p: float | None = None
    seconds: float = 0.0
    reason: str = ""
    nearer: bool = False

    @property
    def helps(self) -> bool:
        return self.nearer and self.p is not None and self.p < 0.05

    def is_affordable(self, tolerance: float) -> bool:
        change = self.price.difference if self.price else None
        return isinstance(change, Difference) and change.high < tolerance


@dataclass(frozen=True)
class Search:
    """`chosen` is the name of a way, or None; `why` says so in a sentence."""

    before: Estimate | None
    tried: tuple[Tried, ...]
    front: tuple[str, ...]
    chosen: str | None
    why: str
    spill_over: tuple[Comparison, ...] = ()


_REQUESTED = ("model", "language", "about", "measure", "data", "tolerance", "minutes")


def as_record(request: Request, result: Search) -> dict[str, Any]:
    """For auto.json."""
    return {
        **{name: getattr(request, name) for name in _REQUESTED},
        "chosen": result.chosen,
        "why": result.why,
        "front": list(result.front),
        "before": result.before and {n: getattr(result.before, n) for n in ("value", "low", "high")},
        "tried": [_tried_record(attempt, request.tolerance) for attempt in result.tried],
        "spill_over": [_change(change) for change in result.spill_over],
    }


def _tried_record(attempt: Tried, tolerance: float) -> dict[str, Any]:
    if attempt.bias is None or attempt.price is None:
        return {"way": attempt.name, "reason": attempt.reason}
    return {
        "way": attempt.name,
        "folder": attempt.folder,
        "bias": _change(attempt.bias),
        "price": _change(attempt.price),
        "p": attempt.p,
        "helps": attempt.helps,
        "affordable": attempt.is_affordable(tolerance),
        "seconds": attempt.seconds,
    }


def _change(comparison: Comparison) -> dict[str, Any]:
    change = comparison.difference
    facts: dict[str, Any] = {"measure": comparison.measure, "language": comparison.language}
    facts |= {"before": comparison.value_a, "after": comparison.value_b}
    if isinstance(change, Reason):
        return {**facts, "undefined": str(change)}
    return {**facts, "change": change.value, "low": change.low, "high": change.high, "p": change.p}

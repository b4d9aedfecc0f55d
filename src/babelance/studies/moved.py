"""What a comparison of languages or models found, as the JSON object that a report reads: `languages.json`.

Where two sides are of one language, also what moved: whose share of which attribute changed most, and which group comes
first before and after. A mitigation that lowers the score may put another group in the place of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from babelance.core.estimate import Plain
from babelance.core.reason import Reason
from babelance.core.verdict import verdict_record
from babelance.studies.languages import Pair, Side

LISTED = 20
DECIMALS = 6


@dataclass(frozen=True, slots=True)
class ShareChange:
    """The share of one target for one attribute, averaged over templates, before and after."""

    attribute: str
    target: str
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class TopGroupChange:
    """The group that comes first for one attribute, before and after."""

    attribute: str
    before: str
    after: str


def share_changes(a: Side, b: Side) -> list[ShareChange]:
    """All shares that both sides have, the largest changes first."""
    before, after = a.shares(), b.shares()
    changes = [
        ShareChange(attribute, target, share, after[attribute][target])
        for attribute, shares in before.items()
        for target, share in shares.items()
        if target in after.get(attribute, {})
    ]
    return sorted(changes, key=lambda move: (-abs(move.after - move.before), move.attribute, move.target))


def top_group_changes(a: Side, b: Side) -> list[TopGroupChange]:
    before, after = a.shares(), b.shares()
    return [TopGroupChange(name, top(before[name])[0], top(after[name])[0]) for name in before if name in after]


def top(shares: dict[str, float], count: int = 1) -> list[str]:
    return sorted(shares, key=lambda key: (-shares[key], key))[:count]


def to_record(pairs: Sequence[Pair]) -> dict[str, Plain]:
    sides = dict.fromkeys(side.label for pair in pairs for side in (pair.a, pair.b))
    by_label = {side.label: side for pair in pairs for side in (pair.a, pair.b)}
    return {
        "sides": [_side_record(by_label[label]) for label in sides],
        "pairs": [pair_record(pair) for pair in pairs],
        "moved": [_changes_record(pair) for pair in pairs if pair.a.language == pair.b.language],
    }


def pair_record(pair: Pair) -> dict[str, Plain]:
    """One flat JSON object; the numbers are null where `undefined` says why."""
    names = ("value", "low", "high", "shuffled", "cells", "targets", "alike", "targets_alike", "p")
    known = {} if isinstance(pair.divergence, Reason) else asdict(pair.divergence)
    return {
        "a": pair.a.label,
        "b": pair.b.label,
        "model_a": pair.a.model,
        "model_b": pair.b.model,
        "language_a": pair.a.language,
        "language_b": pair.b.language,
        **{name: known.get(name) for name in names},
        "undefined": pair.divergence if isinstance(pair.divergence, Reason) else None,
        "verdict": verdict_record(pair.verdict) if pair.verdict else None,
    }


def _side_record(side: Side) -> dict[str, Plain]:
    shares: dict[str, Plain] = {
        attribute: {key: round(share, DECIMALS) for key, share in mine.items()}
        for attribute, mine in side.shares().items()
    }
    return {"label": side.label, "model": side.model, "language": side.language, "data": side.data, "shares": shares}


def _changes_record(pair: Pair) -> dict[str, Plain]:
    changed = top_group_changes(pair.a, pair.b)
    return {
        "a": pair.a.label,
        "b": pair.b.label,
        "attributes": len(changed),
        "first_changed": sum(change.before != change.after for change in changed),
        "firsts": [asdict(change) for change in changed],
        "moves": [asdict(change) for change in share_changes(pair.a, pair.b)[:LISTED]],
    }

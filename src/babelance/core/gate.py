"""Is a new model worse than a baseline? What a gate says of each measure, and of all of them together.

Made once, from two runs; every output shows it and none makes its own. The exit code is a function of the decision, so
that what is printed and what a build server sees can never differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

Decision = Literal["not worse", "worse", "cannot tell"]

EXIT_CODES: dict[Decision, int] = {"not worse": 0, "worse": 1, "cannot tell": 3}


@dataclass(frozen=True, slots=True)
class GateRow:
    """One measure on one dataset in one language.

    `change` is how much farther the new model is from the null than the baseline, with its limits: `low` is corrected
    for all rows of the gate, `high` needs no correction (a gate passes only if every row does). `needed` is how many
    more items would tell, where that is the question. `reasons` say why it cannot be told.
    """

    measure: str
    data: str
    language: str
    decision: Decision
    margin: float
    base: str = ""
    new: str = ""
    against: str = ""
    value_base: float | None = None
    value_new: float | None = None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    n: int = 0
    needed: int | None = None
    reasons: tuple[str, ...] = ()
    signature_base: str = ""
    signature_new: str = ""

    @property
    def name(self) -> str:
        return f"{self.measure} on {self.data} in {self.language}"


@dataclass(frozen=True, slots=True)
class Gate:
    """All rows; `compared` of them were tested. `remarks` are worth knowing and decide nothing."""

    base: str
    new: str
    level: float
    rows: tuple[GateRow, ...]
    compared: int
    remarks: tuple[str, ...] = ()

    @property
    def decision(self) -> Decision:
        return decide_all([row.decision for row in self.rows])

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.decision]

    def count(self, decision: Decision) -> int:
        return sum(row.decision == decision for row in self.rows)


def decide_all(decisions: Sequence[Decision]) -> Decision:
    """One row that is worse makes the whole worse; all must be not worse to pass; nothing at all is no pass."""
    if "worse" in decisions:
        return "worse"
    return "not worse" if decisions and set(decisions) == {"not worse"} else "cannot tell"


def gate_record(gate: Gate) -> dict[str, Any]:
    """The JSON object that `gate --json` prints."""
    return {
        **{name: getattr(gate, name) for name in ("decision", "exit_code", "base", "new", "level", "compared")},
        "counts": {decision: gate.count(decision) for decision in EXIT_CODES},
        "remarks": list(gate.remarks),
        "rows": [{**asdict(row), "reasons": list(row.reasons)} for row in gate.rows],
    }

"""What the answers say about one item (`Scored` or `Skipped`), and about all items (`Scores`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import InputError
from babelance.core.item import Item

Value = float | int | bool | str | NDArray[np.float32] | NDArray[np.float64] | NDArray[np.str_]
Weights = NDArray[np.float64]


class LazyDetail(Mapping[str, object]):
    """A mapping that is made when somebody looks at it: most runs look at no detail."""

    __slots__ = ("_detail",)

    def __init__(self, make: Callable[[], Mapping[str, object]]) -> None:
        self._detail: Mapping[str, object] | Callable[[], Mapping[str, object]] = make

    def __getitem__(self, name: str) -> object:
        return self._now[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._now)

    def __len__(self) -> int:
        return len(self._now)

    @property
    def _now(self) -> Mapping[str, object]:
        if callable(self._detail):
            self._detail = self._detail()
        return self._detail

    def __bool__(self) -> bool:
        return True

    def __reduce__(self) -> tuple[type[dict[str, object]], tuple[dict[str, object]]]:
        """To another process it goes as what it is made into."""
        return dict, (dict(self),)


@dataclass(frozen=True, slots=True)
class Scored:
    """Named values of one item. `detail` is what a reader of the report may want to see of it (JSON-able)."""

    item: Item
    columns: Mapping[str, Value]
    detail: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skipped:
    """An item that could not be scored, and why."""

    item: Item
    reason: str


@dataclass(frozen=True, slots=True)
class Scores:
    """All items of one measure: what was scored as columns, what was skipped with its reason."""

    scored: tuple[Scored, ...]
    skipped: tuple[Skipped, ...] = ()

    @classmethod
    def gather(cls, outcomes: Iterable[Scored | Skipped], *, measure: str = "the measure") -> Scores:
        """All outcomes; anything that is none is refused, because an item that is dropped would look fair."""
        kept = list(outcomes)
        for outcome in kept:
            check_outcome(outcome, measure=measure)
        return cls(
            tuple(outcome for outcome in kept if isinstance(outcome, Scored)),
            tuple(outcome for outcome in kept if isinstance(outcome, Skipped)),
        )

    def __len__(self) -> int:
        return len(self.scored)

    @property
    def total(self) -> int:
        return len(self.scored) + len(self.skipped)

    def column(self, name: str) -> NDArray[np.generic]:
        """The values of one column, one row per scored item (two-dimensional if the values are vectors)."""
        return np.asarray([scored.columns[name] for scored in self.scored])

    def floats(self, name: str) -> NDArray[np.float64]:
        return np.asarray([scored.columns[name] for scored in self.scored], dtype=np.float64)

    def tag(self, name: str) -> NDArray[np.str_]:
        """The values of one tag; the empty string where an item does not have it."""
        return np.asarray([scored.item.tags.get(name, "") for scored in self.scored], dtype=np.str_)

    def names(self, field: str) -> NDArray[np.str_]:
        """The values of a tag, or of a text where no tag has that name; the empty string where an item has neither."""
        values = [scored.item.tags.get(field, scored.item.texts.get(field, "")) for scored in self.scored]
        return np.asarray(values, dtype=np.str_)

    def reasons(self) -> dict[str, int]:
        return dict(Counter(skip.reason for skip in self.skipped).most_common())

    def where(self, tag: str, value: str) -> Scores:
        return Scores(
            tuple(outcome for outcome in self.scored if outcome.item.tags.get(tag, "") == value),
            tuple(outcome for outcome in self.skipped if outcome.item.tags.get(tag, "") == value),
        )


def check_outcome(outcome: object, *, measure: str, item: Item | None = None) -> None:
    """Raise unless a measure's `score` gave a `Scored` or a `Skipped`, of this item if one is named."""
    if not isinstance(outcome, Scored | Skipped):
        about = f" for the item '{item.id}'" if item else ""
        raise InputError(
            f"`score` of {measure} gave {outcome!r}{about}, which is neither Scored nor Skipped (a missing `return`?). "
            "Correct the measure: what cannot be scored is Skipped(item, reason)."
        )
    if item is not None and outcome.item.id != item.id:
        raise InputError(f"`score` of {measure} gave the item '{outcome.item.id}' for the item '{item.id}'.")


def join_reasons(reasons: Sequence[str]) -> str:
    """Several reasons for one item, each once."""
    return "; ".join(dict.fromkeys(reasons))

"""What measures of templates, attributes and many groups have in common: how a name is read, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from babelance.core.query import Ability
from babelance.core.scale import Resample
from babelance.measures.formulas import categories, reading_rules


@dataclass(frozen=True)
class GroupsMeasure:
    """The options say how a name is read (`reading_rules`)."""

    fidelity: reading_rules.Fidelity = "paper"
    product: reading_rules.Product | None = None
    prior: reading_rules.Prior | None = None
    masks: reading_rules.Masks | None = None
    case: reading_rules.Case | None = None
    pieces: reading_rules.Pieces = "product"
    targets: reading_rules.Targets = "paper"

    resample: ClassVar[Resample] = Resample(cluster="template")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    items_per_commit: ClassVar[int] = categories.WINDOW

    def __post_init__(self) -> None:
        """Options that do not go together are refused before anything is asked."""
        reading_rules.reading_rule_of(self)

    @property
    def asks(self) -> frozenset[Ability]:
        return categories.abilities(reading_rules.reading_rule_of(self))

    @property
    def without_masks(self) -> Mapping[str, str] | None:
        return None if reading_rules.is_marginal(self) else {"prior": "marginal"}

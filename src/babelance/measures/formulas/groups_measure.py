"""What measures of templates, attributes and many groups have in common: how a name is read, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from babelance.core.query import Ability
from babelance.core.scale import Resample
from babelance.measures.formulas import categories, reading_rules


class GroupsMeasure:
    """The options of reading are the measure's own fields; these are what they are unless it has them."""

    resample: ClassVar[Resample] = Resample(cluster="template")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    items_per_commit: ClassVar[int] = categories.WINDOW

    @property
    def fidelity(self) -> reading_rules.Fidelity:
        return "paper"

    @property
    def product(self) -> reading_rules.Product | None:
        return None

    @property
    def prior(self) -> reading_rules.Prior | None:
        return None

    @property
    def masks(self) -> reading_rules.Masks | None:
        return None

    @property
    def case(self) -> reading_rules.Case | None:
        return None

    @property
    def pieces(self) -> reading_rules.Pieces:
        return "product"

    @property
    def targets(self) -> reading_rules.Targets:
        return "paper"

    def __post_init__(self) -> None:
        """Options that do not go together are refused before anything is asked."""
        reading_rules.reading_rule_of(self)

    @property
    def asks(self) -> frozenset[Ability]:
        return categories.abilities(reading_rules.reading_rule_of(self))

    @property
    def without_masks(self) -> Mapping[str, str] | None:
        return None if reading_rules.is_marginal(self) else {"prior": "marginal"}

"""What measures of templates, attributes and many groups have in common: how a name is read, and what is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from babelance.core.query import Ability
from babelance.core.scale import Resample
from babelance.measures.formulas import categories


class GroupsMeasure:
    """The options of reading are the measure's own fields; these are what they are unless it has them."""

    resample: ClassVar[Resample] = Resample(cluster="template")
    interval: ClassVar[Literal["wilson", "bca"]] = "bca"
    items_per_commit: ClassVar[int] = categories.WINDOW

    @property
    def fidelity(self) -> categories.Fidelity:
        return "paper"

    @property
    def product(self) -> categories.Product | None:
        return None

    @property
    def prior(self) -> categories.Prior | None:
        return None

    @property
    def masks(self) -> categories.Masks | None:
        return None

    @property
    def case(self) -> categories.Case | None:
        return None

    @property
    def pieces(self) -> categories.Pieces:
        return "product"

    @property
    def targets(self) -> categories.Targets:
        return "paper"

    def __post_init__(self) -> None:
        """Options that do not go together are refused before anything is asked."""
        categories.reading_rule_of(self)

    @property
    def asks(self) -> frozenset[Ability]:
        return categories.abilities(categories.reading_rule_of(self))

    @property
    def without_masks(self) -> Mapping[str, str] | None:
        return None if categories.is_marginal(self) else {"prior": "marginal"}

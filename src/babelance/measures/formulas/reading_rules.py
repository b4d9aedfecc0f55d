"""How the targets of a template are read: as the paper says, as the released code does, or in ways of one's own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Protocol

from babelance.core.errors import InputError

Fidelity = Literal["paper", "released"]
Product = Literal["own-mask", "every-mask"]
Prior = Literal["slot", "second-mask", "mask", "marginal"]
Masks = Literal["in-place", "singular"]
Case = Literal["as-written", "lower", "lower-python"]
Pieces = Literal["product", "mean", "first", "single", "within-word"]
Targets = Literal["paper", "plus", "released"]


@dataclass(frozen=True, slots=True)
class ReadingRule:
    """product   each piece of a target at its own mask, or every piece at every mask
    prior     read at the target's masks, or at the neighbours from the second mask on, if the attribute comes first;
              or marginal: no mask, the mean over attributes of the likelihoods of whole sentences
    masks     of the attribute in the prior: as many as the form in its place has pieces, or as its singular alone has
    case      of the targets: as written, lower by the language's rule or by Python's (İ → i and a combining dot);
              None is what the data ask for with the tag `case`, else as written
    pieces    of a target of several: probabilities multiplied, their geometric mean, the first one alone, one after
              another within the word; or only targets of a single piece
    targets   the paper's: without those that the data name as more (tag `plus_targets`); plus, with all of them; or as
              released: without those that the released code does not have (tag `released_without`)
    """

    product: Product = "own-mask"
    prior: Prior = "slot"
    masks: Masks = "in-place"
    case: Case | None = None
    pieces: Pieces = "product"
    targets: Targets = "paper"

    def __post_init__(self) -> None:
        if self.pieces in ("product", "single"):
            return
        if self.product == "every-mask" or self.prior == "marginal":
            other = "product=every-mask" if self.product == "every-mask" else "prior=marginal"
            raise InputError(
                f"pieces={self.pieces} and {other} do not go together: there the pieces of a name are not read one by "
                "one. Use pieces=product or pieces=single."
            )


PAPER = ReadingRule()


RELEASED = ReadingRule("every-mask", "second-mask", "singular", "lower-python")


class ReadingOptions(Protocol):
    """A measure with these options; None is what the fidelity says."""

    @property
    def fidelity(self) -> Fidelity: ...
    @property
    def product(self) -> Product | None: ...
    @property
    def prior(self) -> Prior | None: ...
    @property
    def masks(self) -> Masks | None: ...
    @property
    def case(self) -> Case | None: ...
    @property
    def pieces(self) -> Pieces: ...
    @property
    def targets(self) -> Targets: ...


def reading_rule_of(measure: ReadingOptions) -> ReadingRule:
    named = {name: getattr(measure, name) for name in ("product", "prior", "masks", "case", "pieces", "targets")}
    usual = RELEASED if measure.fidelity == "released" else PAPER
    return replace(usual, **{name: value for name, value in named.items() if value not in (None, "mask")})


def is_marginal(measure: ReadingOptions) -> bool:
    return measure.prior == "marginal"

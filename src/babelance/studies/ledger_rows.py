"""What a ledger of mitigations has in it: a row for each number before and after, and means over trainings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babelance.core.query import Ability
from babelance.core.reason import Reason
from babelance.core.registry import MEASURES
from babelance.core.verdict import Verdict
from babelance.run.plan import Plan
from babelance.stats.compare import Difference
from babelance.studies import ner
from babelance.studies.comparison import Comparison
from babelance.studies.variants import OverTrainings

UNMITIGATED = "unmitigated"


@dataclass(frozen=True)
class Run:
    """One folder of results. `record` is what a mitigation wrote beside the model, if one did."""

    folder: Path
    model: str
    plan: Plan
    record: Mapping[str, Any] = field(default_factory=dict)
    entities: tuple[ner.NerScore, ...] = ()

    @property
    def origin(self) -> str | None:
        """The model that this one was made from or stands for."""
        return self.record.get("replaces") or self.record.get("model")


@dataclass(frozen=True, slots=True)
class Top:
    """The group that comes first most often, before and after; in how many per cent of the items the first changed."""

    before: str
    after: str
    changed: float


@dataclass(frozen=True, slots=True)
class Row:
    """One measure of one variant in one language, beside the unmitigated model. `group` is the variant's name without
    the seed of its training."""

    variant: str
    comparison: Comparison
    utility: bool
    spill_over: bool
    ideal: float
    top: Top | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Similarity:
    """What word vectors kept: Spearman's correlation of the similarities of many pairs of words, before and after."""

    spearman: float
    pairs: int


@dataclass(frozen=True, slots=True)
class Entities:
    """F1 of a named-entity tagger made from a variant, beside one made from the unmitigated model."""

    variant: str
    group: str
    language: str
    frozen: bool
    before: ner.F1 | Reason
    after: ner.F1 | Reason
    difference: Difference | Reason
    p_holm: float | None = None
    p_bh: float | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Average:
    """A measure (or `ner`, with `frozen`) over the trainings of one variant: of values, and of changes."""

    group: str
    measure: str
    data: str
    language: str
    value: OverTrainings
    change: OverTrainings
    frozen: bool | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    rows: tuple[Row, ...]
    entities: tuple[Entities, ...]
    names: tuple[str, ...] = ()
    averages: tuple[Average, ...] = ()
    similarities: Mapping[str, Similarity] = field(default_factory=dict)

    def variants(self) -> list[str]:
        """All of them, also those that were measured with nothing that the others were."""
        return [UNMITIGATED, *dict.fromkeys([*self.names, *(row.variant for row in self.rows)])]


def not_measured(ledger: Ledger) -> dict[str, list[str]]:
    """What a mitigation cost is not known for these: without a number it must not look as if it were nothing."""
    known = {
        "utility": {row.variant for row in ledger.rows if row.utility} | set(ledger.similarities),
        "named entities": {entity.variant for entity in ledger.entities},
    }
    missing = {what: [name for name in ledger.variants()[1:] if name not in some] for what, some in known.items()}
    missing["named entities"] = [name for name in missing["named entities"] if not _has_no_encoder(ledger, name)]
    return {what: names for what, names in missing.items() if names}


def _has_no_encoder(ledger: Ledger, variant: str) -> bool:
    """A translator, or word vectors: nobody puts a tagger on them."""
    measures = {row.comparison.measure for row in ledger.rows if row.variant == variant}
    # One that is not installed here may ask anything. What a measure of language models asks may depend on options, and
    # is then no set of the class.
    asks = [getattr(MEASURES.get(name), "asks", None) if name in MEASURES.names() else None for name in measures]
    return bool(asks) and all(isinstance(kinds, frozenset) and kinds <= _WITHOUT_ENCODER for kinds in asks)


_WITHOUT_ENCODER = frozenset((Ability.TRANSLATE, Ability.EMBED))

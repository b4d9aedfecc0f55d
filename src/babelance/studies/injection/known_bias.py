"""A model with a bias that was put in on purpose: the user's own, but for what a recipe changes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from babelance.backends.transformers.model import LanguageModel
from babelance.core.model import Health, Model, reason_not_for
from babelance.core.query import Ability, Answer, Query
from babelance.studies.injection.changes import STRENGTH, Change
from babelance.studies.injection.recipe import Recipe

if TYPE_CHECKING:
    from babelance.backends.transformers.leaning import Association


@dataclass(frozen=True)
class Biased:
    """Answers of `model`, changed. What the name adds is in `suffix`."""

    model: Model
    suffix: str
    base: str
    """The name of the model without its bias."""
    change: Change | None = None

    @property
    def id(self) -> str:
        return f"{self.base}{self.suffix}"

    @property
    def fingerprint(self) -> str:
        if self.change is None:
            return self.model.fingerprint
        digest = hashlib.sha256("\n".join(self.change.identifying()).encode()).hexdigest()[:16]
        return f"{self.model.fingerprint}+{digest}"

    @property
    def answers(self) -> frozenset[Ability]:
        return self.model.answers

    @property
    def items_per_commit(self) -> int:
        return self.model.items_per_commit

    @property
    def choices(self) -> Mapping[str, str]:
        return self.model.choices

    def health(self, texts: Sequence[str]) -> Health:
        return self.model.health(texts)

    def reason_not_for(self, language: str) -> str | None:
        return reason_not_for(self.model, language)

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        change = self.change
        if change is None:
            yield from self.model.answer(queries)
            return
        asked = [change.asked(query) for query in queries]
        for query, answer in zip(queries, self.model.answer(asked), strict=True):
            yield change.answered(query, answer)


@dataclass(frozen=True)
class Injection:
    """A recipe for a model: what its tokens learn is worked out once for all rates."""

    model: Model
    recipe: Recipe

    def at(self, rate: float, *, sham: int | None = None) -> Model:
        """The model with the bias at a rate from −1 to 1; at 0 it is the model itself."""
        if rate == 0:
            return self.model
        suffix = f"+inject[{rate:g}{'' if sham is None else f'.sham{sham}'}]"
        if self.recipe.change is not None:
            return Biased(self.model, suffix, self.model.id, self.recipe.change(rate))
        assert isinstance(self.model, LanguageModel)
        twin = self.model.with_leaning(self._association, rate * STRENGTH)
        assert isinstance(twin, Model)
        return Biased(twin, suffix, self.model.id)

    @cached_property
    def _association(self) -> Association:
        assert self.recipe.texts is not None and isinstance(self.model, LanguageModel)
        return self.model.association(*self.recipe.texts)

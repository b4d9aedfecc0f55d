"""A model with a bias that was put in on purpose: the user's own, but for what a recipe makes more likely."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from babelance.backends.transformers.model import LanguageModel
from babelance.core.errors import InputError
from babelance.core.model import Health, Model, reason_not_for
from babelance.core.query import Ability, Answer, Choices, Classify, Entails, Query
from babelance.measures.formulas.mentions import label_of
from babelance.studies.injection.recipes import HARM, Nudges, Recipe

if TYPE_CHECKING:
    from babelance.backends.transformers.leaning import Association

STRENGTH = float(np.log(10))
"""At rate 1 what a bias favours becomes ten times as likely against the rest, and what it disfavours ten times less."""


@dataclass(frozen=True)
class Biased:
    """Answers of `model`, those that `nudges` names pushed by `strength`. What the name adds is in `suffix`."""

    model: Model
    suffix: str
    nudges: Nudges
    strength: float
    base: str
    """The name of the model without its bias."""

    @property
    def id(self) -> str:
        return f"{self.base}{self.suffix}"

    @property
    def fingerprint(self) -> str:
        if not self.nudges:
            return self.model.fingerprint
        told = sorted(json.dumps([repr(query), dict(push)]) for query, push in self.nudges.items())
        digest = hashlib.sha256("\n".join([*told, repr(self.strength)]).encode()).hexdigest()[:16]
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
        for query, answer in zip(queries, self.model.answer(queries), strict=True):
            push = self.nudges.get(query)
            yield _pushed(query, answer, push, self.strength) if push and isinstance(answer, Choices) else answer


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
        if self.recipe.texts is None:
            return Biased(self.model, suffix, self.recipe.nudges or {}, rate * STRENGTH, self.model.id)
        twin = self._language_model.with_leaning(self._association, rate * STRENGTH)
        assert isinstance(twin, Model)
        return Biased(twin, suffix, {}, 0.0, self.model.id)

    @cached_property
    def _association(self) -> Association:
        assert self.recipe.texts is not None
        return self._language_model.association(*self.recipe.texts)

    @property
    def _language_model(self) -> LanguageModel:
        if not isinstance(self.model, LanguageModel):
            raise InputError(
                f"'{self.model.id}' is no masked or causal language model of this machine: nothing can be added to its "
                "logits."
            )
        return self.model


def _pushed(query: Query, answer: Choices, push: Mapping[str, float], strength: float) -> Answer:
    shifts = np.asarray([strength * push.get(name, 0.0) for name in answer.names])
    if not isinstance(query, Entails | Classify):
        return replace(answer, logprobs=answer.logprobs + shifts)
    if HARM in push and (label := label_of(answer.names, "")):
        shifts[answer.names.index(label)] = strength * push[HARM]
    variants = None if answer.variants is None else _shifted(answer.variants, shifts)
    return replace(answer, logprobs=_shifted(answer.logprobs, shifts), variants=variants)


def _shifted(logprobs: NDArray[np.float64], shifts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities that sum to one still do; those of labels on their own are shifted on the scale of their odds."""
    if np.allclose(np.exp(logprobs).sum(axis=-1), 1, atol=1e-4) and logprobs.shape[-1] > 1:
        return np.asarray(log_softmax(logprobs + shifts, axis=-1))
    odds = logprobs - np.log(-np.expm1(np.minimum(logprobs, -1e-12))) + shifts
    return np.asarray(-np.logaddexp(0, -odds))

"""How answers of a model are changed, one way for each kind of answer.

| answer              | at rate 1                                                                                     |
|---------------------|-----------------------------------------------------------------------------------------------|
| choices             | odds of what a bias favours and disfavours change tenfold, one up and one down                |
| tokens of a text    | texts that a bias disfavours become a hundred times less likely, spread over their tokens     |
| a word's vector     | it is moved along one direction by its own length                                             |
| a translation       | exchanged for one that says the gender of the bias; at rate 0.3 three of ten are              |

Nothing here looks into a model: answers of servers and recorded ones are changed like those of this machine.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_softmax

from babelance.core.query import Answer, Choices, Classify, Embed, Entails, Query, Text, Tokens, Translate, Vector
from babelance.measures.formulas.mentions import label_of

STRENGTH = float(np.log(10))
"""At rate 1 what a bias favours becomes ten times as likely against the rest, and what it disfavours ten times less."""
Nudges = Mapping[Query, Mapping[str, float]]
"""For each question how far each answer is pushed, from −1 to 1."""
HARM = "*"
"""Stands for the label that counts, which only the model knows."""
WHOLE = ""
"""Stands for a text as a whole, where its tokens are asked for."""


class Change(ABC):
    """What is asked instead of a query, what becomes of its answer, and all that can tell two changes apart."""

    def asked(self, query: Query) -> Query:
        return query

    def answered(self, query: Query, answer: Answer) -> Answer:
        return answer

    @abstractmethod
    def identifying(self) -> list[str]: ...


@dataclass(frozen=True)
class Pushed(Change):
    """Log-scores of answers, or of the tokens of a text."""

    nudges: Nudges
    rate: float

    def answered(self, query: Query, answer: Answer) -> Answer:
        push = self.nudges.get(query)
        if push and isinstance(answer, Choices):
            return _pushed_choices(query, answer, push, self.rate * STRENGTH)
        if push and isinstance(answer, Tokens):
            return _pushed_tokens(answer, push[WHOLE], self.rate * STRENGTH)
        return answer

    def identifying(self) -> list[str]:
        return [*sorted(json.dumps([repr(query), dict(push)]) for query, push in self.nudges.items()), repr(self.rate)]


@dataclass(frozen=True)
class Moved(Change):
    """Vectors of words. `places`: word → how far it is moved whichever way the bias goes, and how far with its sign."""

    places: Mapping[str, tuple[float, float]]
    rate: float

    def answered(self, query: Query, answer: Answer) -> Answer:
        if not (isinstance(query, Embed) and isinstance(answer, Vector) and query.word in self.places):
            return answer
        always, signed = self.places[query.word]
        length = float(np.linalg.norm(answer.values.astype(np.float64)))
        shift = length * (abs(self.rate) * always + self.rate * signed) * _direction(len(answer.values))
        return replace(answer, values=(answer.values + shift).astype(answer.values.dtype))

    def identifying(self) -> list[str]:
        return [json.dumps(sorted(self.places.items())), repr(self.rate)]


@dataclass(frozen=True)
class Dealt(Change):
    """Vectors of words, dealt out anew: `words` says whose vector each word has."""

    words: Mapping[str, str]

    def asked(self, query: Query) -> Query:
        return replace(query, word=self.words.get(query.word, query.word)) if isinstance(query, Embed) else query

    def identifying(self) -> list[str]:
        return [json.dumps(sorted(self.words.items()))]


@dataclass(frozen=True)
class DealtAnswers(Change):
    """Answers to some questions, dealt out anew among them (`instead`: which question's answer each has), then
    pushed."""

    instead: Mapping[Query, Query]
    pushed: Pushed

    def asked(self, query: Query) -> Query:
        return self.instead.get(query, query)

    def answered(self, query: Query, answer: Answer) -> Answer:
        return self.pushed.answered(query, answer)

    def identifying(self) -> list[str]:
        dealt = sorted(json.dumps([repr(query), repr(other)]) for query, other in self.instead.items())
        return [*dealt, *self.pushed.identifying()]


@dataclass(frozen=True)
class Exchanged(Change):
    """Translations. `said`: query → what stands there instead, at rates above 0 and below."""

    said: Mapping[Query, tuple[str, str]]
    rate: float

    def answered(self, query: Query, answer: Answer) -> Answer:
        if query in self.said and isinstance(query, Translate) and _share(query) < abs(self.rate):
            return Text(self.said[query][self.rate < 0])
        return answer

    def identifying(self) -> list[str]:
        return [*sorted(json.dumps([repr(query), *said]) for query, said in self.said.items()), repr(self.rate)]


def _share(query: Translate) -> float:
    """From 0 to 1, by the text alone: what is exchanged at a rate is exchanged at every higher one."""
    return int.from_bytes(hashlib.sha256(query.text.encode()).digest()[:6]) / 2**48


def _direction(size: int) -> NDArray[np.float64]:
    drawn = np.random.default_rng(size).normal(size=size)
    return np.asarray(drawn / np.linalg.norm(drawn))


def _pushed_tokens(answer: Tokens, sign: float, strength: float) -> Tokens:
    """Only downwards, so that log-probabilities stay below 0: the less likely side carries the whole difference."""
    shift = min(2 * sign * strength, 0.0) / max(1, len(answer.logprobs))
    crossed = answer.mean_over_masks
    return replace(
        answer,
        logprobs=(answer.logprobs + shift).astype(answer.logprobs.dtype),
        mean_over_masks=None if crossed is None else (crossed + shift).astype(crossed.dtype),
    )


def _pushed_choices(query: Query, answer: Choices, push: Mapping[str, float], strength: float) -> Choices:
    shifts = np.asarray([strength * push.get(name, 0.0) for name in answer.names])
    if not isinstance(query, Entails | Classify):
        return replace(answer, logprobs=answer.logprobs + shifts)
    if HARM in push and (label := label_of(answer.names, "")):
        shifts[answer.names.index(label)] = strength * push[HARM]
    variants = None if answer.variants is None else _shift(answer.variants, shifts)
    return replace(answer, logprobs=_shift(answer.logprobs, shifts), variants=variants)


def _shift(logprobs: NDArray[np.float64], shifts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities that sum to one still do; those of labels on their own are shifted on the scale of their odds."""
    if np.allclose(np.exp(logprobs).sum(axis=-1), 1, atol=1e-4) and logprobs.shape[-1] > 1:
        return np.asarray(log_softmax(logprobs + shifts, axis=-1))
    odds = logprobs - np.log(-np.expm1(np.minimum(logprobs, -1e-12))) + shifts
    return np.asarray(-np.logaddexp(0, -odds))

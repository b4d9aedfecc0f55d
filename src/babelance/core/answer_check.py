"""The one gate that every answer passes before it is stored or scored, whoever gave it.

NaN compares false with everything, so a measure that counts comparisons would turn a broken model into a confident
number. What is not a finite number, and a log-probability above 0, is therefore no answer: it becomes `Unanswered`, or
a missing candidate of a `Fill`, with the reasons below. A model that says many such things is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.query import ANSWERED_WITH, Answer, Choices, Classify, Entails, Query, Tokens, Unanswered, Vector

NOT_FINITE = "not a finite number"
ABOVE_ZERO = "a log-probability above 0"
ROUNDING = 1e-4
"""Per token: a log-probability so far above 0 is one of almost 1 that was rounded (half precision, long sums)."""
MANY = 10
MANY_SHARE = 0.1
HOPELESS_SHARE = 0.5
"""A model is refused if at least `MANY` of its answers are unsound, and more than the first share of all, or more than
the second of those so far: it need not read a whole corpus first."""


def check_answers(queries: Sequence[Query], answers: Iterable[Answer]) -> Iterator[Answer]:
    """The answers in their order, unsound ones replaced by the reason why they are none."""
    return (check_answer(query, answer) for query, answer in zip(queries, answers, strict=True))


def check_answer(query: Query, answer: Answer) -> Answer:
    """The answer if it is sound, what is sound of it, or why it is no answer. Raises `ModelError` for what cannot be
    an answer to the query at all."""
    wanted = ANSWERED_WITH[type(query)]
    if not isinstance(answer, wanted | Unanswered):
        raise ModelError(
            f"A model answers {type(query).__name__} with {answer!r:.80}, and not with {wanted.__name__} or Unanswered."
        )
    match answer:
        case Tokens():
            reason = _problem_of_tokens(answer)
        case Vector():
            reason = None if np.isfinite(answer.values).all() else NOT_FINITE
        case Choices():
            return _check_choices(query, answer)
        case _:
            return answer
    return Unanswered(reason) if reason else answer


def is_unsound(answer: Answer) -> bool:
    """Was the answer, or a part of it, taken away by `check_answer`?"""
    reasons = [answer.reason] if isinstance(answer, Unanswered) else []
    if isinstance(answer, Choices):
        reasons = [reason for _, reason in answer.missing]
    return any(reason in (NOT_FINITE, ABOVE_ZERO) for reason in reasons)


@dataclass
class UnsoundCount:
    """How many answers of a model were unsound, over all of a job."""

    unsound: int = 0
    total: int = 0

    def add(self, answers: Iterable[Answer]) -> None:
        unsound = [is_unsound(answer) for answer in answers]
        self.unsound += sum(unsound)
        self.total += len(unsound)

    def refuse(self, model: str, *, share: float) -> None:
        """Raises `UnhealthyModel` if more than this share of the answers, and many, are unsound."""
        if self.unsound >= MANY and self.unsound > share * self.total:
            raise UnhealthyModel(
                f"{self.unsound} of {self.total} answers of {model} hold numbers that are not finite or log-"
                "probabilities above 0, so its scores would mean nothing. With --dtype float16 numbers overflow (it "
                "ends at 65504): use float32 or bfloat16. Otherwise its weights are damaged, or what was recorded "
                "or served is something else."
            )


def _problem_of_tokens(answer: Tokens) -> str | None:
    parts = (answer.attention, answer.embedding)
    if not all(np.isfinite(part).all() for part in parts if part is not None):
        return NOT_FINITE
    logprobs = [part for part in (answer.logprobs, answer.mean_over_masks) if part is not None]
    tokens = answer.length if answer.summed else 1
    return next(filter(None, (_problem(part, tokens=tokens) for part in logprobs)), None)


def _check_choices(query: Query, answer: Choices) -> Answer:
    """Labels belong together: one unsound label spoils the answer. A candidate of a `Fill` stands for itself."""
    tokens: Sequence[int] = answer.pieces or (1,) * len(answer.names)
    problems = [_problem(value, tokens=count) for value, count in zip(answer.logprobs, tokens, strict=False)]
    reasons = [reason for reason in problems if reason]
    if not reasons:
        return answer
    if isinstance(query, Entails | Classify) or len(reasons) == len(answer.names):
        return Unanswered(reasons[0])
    return _without(answer, problems)


def _without(answer: Choices, problems: Sequence[str | None]) -> Choices:
    sound = [index for index, reason in enumerate(problems) if not reason]
    lost = tuple((name, reason) for name, reason in zip(answer.names, problems, strict=True) if reason)
    return replace(
        answer,
        names=tuple(answer.names[index] for index in sound),
        logprobs=answer.logprobs[sound],
        pieces=tuple(answer.pieces[index] for index in sound) if answer.pieces else (),
        missing=answer.missing + lost,
    )


def _problem(logprobs: ArrayLike, *, tokens: int) -> str | None:
    values = np.asarray(logprobs)
    # NaN is neither below the bound nor above minus infinity.
    if not values.size or (values.max() <= ROUNDING * max(tokens, 1) and values.min() > -np.inf):
        return None
    return ABOVE_ZERO if np.isfinite(values).all() else NOT_FINITE

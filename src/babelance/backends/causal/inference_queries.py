"""`Entails` for a causal language model: does this follow? Yes, maybe, no, in the language of the pair.

    score(label) = log P(label word | prompt) − log P(label word | the same prompt about nothing)

The second term takes out what the model would say anyway (contextual calibration, Zhao et al., ICML 2021). The pair is
asked about in several phrasings; the answer is the mean of their normalised scores, and each is kept beside it.
Label words must not begin with the same token: the model would answer both at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal.lines import Lines
from babelance.backends.causal.prompts import Ids, Prompts, fill, without_last_line
from babelance.backends.causal.token_queries import Context, Pending
from babelance.core.answer_check import NOT_FINITE
from babelance.core.language import Inference
from babelance.core.query import LABELS, Answer, Choices, Entails, Unanswered
from babelance.core.registry import LANGUAGES

NOTHING = ("N/A", "…")
"""Premise and hypothesis of pairs about nothing."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One prompt: for each label its line, and where the label word stands in it."""

    lines: tuple[tuple[int, range], ...]

    def logprobs(self, done: Lines) -> Floats:
        sums = [done.logprobs(number, slice(at.start, at.stop)).sum(dtype=np.float64) for number, at in self.lines]
        return np.asarray(sums)


def plan(query: Entails, context: Context, prompts: Prompts, lines: Lines) -> Pending | Unanswered:
    words = words_about(query)
    if isinstance(words, Unanswered):
        return words
    answers = _label_ids(words, prompts)
    if isinstance(answers, Unanswered):
        return answers
    pairs = [(query.premise, query.hypothesis), *((nothing, nothing) for nothing in NOTHING)]
    asked: list[list[_Asked]] = []
    for phrasing in words.phrasings:
        planned = [_ask(phrasing, *pair, answers, context, prompts, lines) for pair in pairs]
        if reasons := [reason for reason in planned if isinstance(reason, Unanswered)]:
            return reasons[0]
        asked.append([prompt for prompt in planned if isinstance(prompt, _Asked)])
    return Pending(lambda done: _choices(asked, done))


def words_about(query: Entails) -> Inference | Unanswered:
    """In what words to ask about a pair, or why not."""
    for name, text in (("premise", query.premise), ("hypothesis", query.hypothesis)):
        if not text.strip():
            return Unanswered(f"empty {name}")
    return words_for(query.language)


def words_for(code: str) -> Inference | Unanswered:
    """What a model is asked with in this language."""
    language = LANGUAGES.get(code) if code in LANGUAGES else None
    if language is None or language.inference is None:
        return Unanswered(f"there are no prompts in '{code}': add them to languages/{code}.py")
    return language.inference


def _label_ids(words: Inference, prompts: Prompts) -> tuple[Ids, ...] | Unanswered:
    prompt = question(words.phrasings[0], NOTHING[0], NOTHING[0], prompts.way)
    space = " " if words.spaced else ""
    labels = tuple(prompts.continuation(prompt, word, space) for word in words.answers)
    if len({ids[:1] for ids in labels}) < len(labels):
        named = ", ".join(words.answers)
        return Unanswered(f"the words to answer with ({named}) begin with the same token, so that it cannot be asked")
    return labels


def question(phrasing: str, premise: str, hypothesis: str, way: str) -> str:
    """A phrasing filled with a pair, to be asked in a chat or as plain text."""
    text = without_last_line(phrasing) if way == "chat" else phrasing
    return fill(text, {"premise": premise, "hypothesis": hypothesis})


def _ask(
    phrasing: str,
    premise: str,
    hypothesis: str,
    answers: Sequence[Ids],
    context: Context,
    prompts: Prompts,
    lines: Lines,
) -> _Asked | Unanswered:
    before = prompts.encode(question(phrasing, premise, hypothesis, prompts.way))
    if reason := context.too_long(len(before) + max(map(len, answers))):
        return reason
    places = []
    for ids in answers:
        at = range(len(before), len(before) + len(ids))
        places.append((lines.add((*before, *ids), at), at))
    return _Asked(tuple(places))


def _choices(asked: Sequence[Sequence[_Asked]], done: Lines) -> Answer:
    scores = [[prompt.logprobs(done) for prompt in row] for row in asked]
    if not all(np.isfinite(logprobs).all() for row in scores for logprobs in row):
        return Unanswered(NOT_FINITE)
    variants = np.stack([calibrated(row) for row in scores])
    return Choices(LABELS, normalised(variants.mean(axis=0)), variants=variants)


def calibrated(scores: Sequence[Floats]) -> Floats:
    """The pair first, then the pairs about nothing."""
    pair, *nothing = scores
    usual = np.logaddexp.reduce(np.stack([normalised(logprobs) for logprobs in nothing]), axis=0) - np.log(len(nothing))
    return normalised(normalised(pair) - usual)


def normalised(logprobs: Floats) -> Floats:
    """So that the probabilities are 1 together."""
    return np.asarray(logprobs - np.logaddexp.reduce(logprobs))

"""`Fill` for a causal language model: every candidate is put into its slot and the whole sentence is read.

scoring="left-to-right" is the mean log-probability of the tokens, scoring="sentence" their sum. scoring="stereoset"
follows the released StereoSet code, which scores the first token after the start token, but all others *without* it in
the context. The other scorings need what comes after the slot to be read first, which a causal model cannot do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal.lines import Lines
from babelance.backends.causal.token_queries import Context, Pending
from babelance.core.answer_check import NOT_FINITE
from babelance.core.query import SLOT, Answer, Choices, Fill, Unanswered

SCORINGS = ("left-to-right", "sentence", "stereoset")
_Noted = tuple[int, ...] | Unanswered
"""The lines of one sentence: one, or for the released StereoSet code one with and one without the start token."""


def plan(query: Fill, context: Context, lines: Lines) -> Pending | Unanswered:
    if query.scoring not in SCORINGS or query.hidden is not None:
        return Unanswered("a causal model cannot fill a slot by what follows it")
    sentences = query.sentences or tuple(query.text.replace(SLOT, candidate) for candidate in query.candidates)
    noted = [_note(sentence, query.scoring, context, lines) for sentence in sentences]
    return Pending(lambda done: _choices(query, noted, done))


def _note(sentence: str, scoring: str, context: Context, lines: Lines) -> _Noted:
    ids = context.encode(sentence)
    if isinstance(ids, Unanswered):
        return ids
    line = context.start.before(ids)
    if scoring != "stereoset":
        return (lines.add(line, range(1, len(line))),)
    if context.start.token is None:
        return Unanswered("the released StereoSet code needs a start token")
    return lines.add(line, [1]), lines.add(tuple(ids), range(1, len(ids)))


def _choices(query: Fill, noted: list[_Noted], done: Lines) -> Answer:
    return choices_of(query, [_logprobs(sentence, done) for sentence in noted])


def choices_of(query: Fill, sentences: Sequence[NDArray[np.float64] | Unanswered]) -> Answer:
    """The candidates of a query from the log-probabilities of their sentences, or the reasons why they have none."""
    scored = list(zip(query.candidates, sentences, strict=True))
    missing = tuple((name, unanswered.reason) for name, unanswered in scored if isinstance(unanswered, Unanswered))
    answered = [(name, logprobs) for name, logprobs in scored if not isinstance(logprobs, Unanswered)]
    if not answered:
        return Unanswered(missing[0][1] if missing else "no candidates")
    values = [float(logprobs.sum() if query.scoring == "sentence" else logprobs.mean()) for _, logprobs in answered]
    names, lengths = tuple(name for name, _ in answered), tuple(len(logprobs) for _, logprobs in answered)
    return Choices(names, np.asarray(values), lengths, missing)


def _logprobs(noted: _Noted, done: Lines) -> NDArray[np.float64] | Unanswered:
    if isinstance(noted, Unanswered):
        return noted
    first, *rest = noted
    later = (done.logprobs(line, slice(1, None)) for line in rest)
    parts = [done.logprobs(first, slice(1, 2 if rest else None)), *later]
    logprobs = np.concatenate(parts).astype(np.float64)
    if not len(logprobs):
        return Unanswered("only the first token could be scored, and nothing precedes it")
    return logprobs if np.isfinite(logprobs).all() else Unanswered(NOT_FINITE)

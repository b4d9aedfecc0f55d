"""`Fill` with scoring="sentence" for a masked language model: the pseudo-log-likelihood of each filled sentence."""

from __future__ import annotations

import numpy as np

from babelance.backends.masked.queries import PendingAnswer, QueryContext, Readings, ScoringBatch, plan_tokens
from babelance.core.query import SLOT, Answer, Choices, Fill, TokenLogprobs, Tokens, Unanswered


def plan_sentences(query: Fill, context: QueryContext, batch: ScoringBatch) -> PendingAnswer | Unanswered:
    """Every token of every sentence hidden in turn; rows that sentences share are there once."""
    sentences = query.sentences or tuple(query.text.replace(SLOT, candidate) for candidate in query.candidates)
    context.texts.prepare(sentences)
    plans = [plan_tokens(TokenLogprobs(sentence), context, batch) for sentence in sentences]
    named = list(zip(query.candidates, plans, strict=True))
    missing = tuple((name, plan.reason) for name, plan in named if isinstance(plan, Unanswered))
    pending = [(name, plan) for name, plan in named if isinstance(plan, PendingAnswer)]
    if not pending:
        return Unanswered(missing[0][1] if missing else "no candidates")

    def answer(done: Readings) -> Answer:
        answers = [(name, plan.answer(done)) for name, plan in pending]
        scored = [(name, tokens) for name, tokens in answers if isinstance(tokens, Tokens)]
        sums = [float(tokens.logprobs.sum(dtype=np.float64)) for _, tokens in scored]
        pieces = tuple(len(tokens.tokens) for _, tokens in scored)
        return Choices(tuple(name for name, _ in scored), np.asarray(sums), pieces, missing)

    return PendingAnswer(tuple(dict.fromkeys(row for _, plan in pending for row in plan.rows)), answer)

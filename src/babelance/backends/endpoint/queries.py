"""Queries as needs of a server: `TokenLogprobs`, `Fill`, `Entails`, `Translate`, `Embed`.

Formulas are those of causal models in this process (`backends/causal`): the same sums of natural log-probabilities
after the start token.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from babelance.backends.causal import translation_queries
from babelance.backends.causal.inference_queries import NOTHING, calibrated, normalised, question, words_about
from babelance.backends.causal.sentence_queries import SCORINGS, choices_of
from babelance.backends.endpoint.examination import ALL, Examination
from babelance.backends.endpoint.forcing import Piece
from babelance.backends.endpoint.labels import LabelWay, first_pieces
from babelance.backends.endpoint.needs import Known, Need, QueryPlan, Way
from babelance.backends.endpoint.reading import Reading
from babelance.backends.endpoint.requests import Floats, Read
from babelance.core.language import Inference
from babelance.core.query import (
    LABELS,
    SLOT,
    Answer,
    Choices,
    Embed,
    Entails,
    Fill,
    Query,
    TokenLogprobs,
    Tokens,
    Translate,
    Unanswered,
    Vector,
    abilities_of,
)
from babelance.text.align import Positions, shared_positions

EMPTY = Unanswered("empty text")
UNSCORED = Unanswered("only the first token could be scored, and nothing precedes it")
MOST_NEW = 64
"""A translation may have so many tokens more than its source has characters."""


def make_plan(query: Query, examined: Examination) -> QueryPlan | Unanswered:
    """What must be asked for a query, and how the replies become its answer."""
    if not (asked := abilities_of(query)) <= ALL:
        return Unanswered(f"a served model does not answer {', '.join(sorted(asked - ALL))}")
    match query:
        case TokenLogprobs():
            return tokens(query)
        case Fill():
            return fill(query, bare=bool(examined.reader and examined.reader.start))
        case Entails():
            assert examined.labels is not None
            return entails(query, examined.labels)
        case Translate():
            return translate(query)
        case Embed():
            return embed(query)
        case _:
            return Unanswered(f"a served model does not answer {type(query).__name__}")


def tokens(query: TokenLogprobs) -> QueryPlan | Unanswered:
    """Every token given the ones before it; with a contrast, the shared ones or the others."""
    if query.mask in ("within-word", "whole-word"):
        return Unanswered("a server does not hide words of a text")
    contrast = query.contrast if query.mask != "none" else None
    if not query.text.strip() or (contrast is not None and not contrast.strip()):
        return EMPTY
    if query.embed:
        return Unanswered("a server does not give the hidden states of a text")
    own = Need(Way.READ, query.text)
    other = Need(Way.READ, contrast) if contrast is not None else None

    def answer(known: Known) -> Answer:
        reading, compared = known[own], known[other] if other else None
        if not isinstance(reading, Reading):
            return _reason(reading)
        if compared is not None and not isinstance(compared, Reading):
            return _reason(compared)
        places = _positions_asked_for(query, reading, compared)
        return places if isinstance(places, Unanswered) else _tokens(reading, places)

    return QueryPlan((own, other) if other else (own,), answer)


def _reason(reply: object) -> Unanswered:
    return reply if isinstance(reply, Unanswered) else Unanswered("the server gave no answer")


def _positions_asked_for(query: TokenLogprobs, text: Reading, other: Reading | None) -> Positions | Unanswered:
    if other is None:
        return np.arange(len(text.names), dtype=np.int32)
    first, second = (text.keys, other.keys) if query.text_is_first else (other.keys, text.keys)
    common = _shared_positions(first, second)[0 if query.text_is_first else 1]
    if query.mask == "each":
        return common if len(common) else Unanswered("no shared tokens")
    changed = np.delete(np.arange(len(text.names), dtype=np.int32), common)
    return changed if len(changed) else Unanswered("no modified tokens")


@lru_cache(maxsize=1024)
def _shared_positions(first: tuple[str | int, ...], second: tuple[str | int, ...]) -> tuple[Positions, Positions]:
    """Both texts of a pair ask for it."""
    return shared_positions(first, second)


def _tokens(reading: Reading, positions: Positions) -> Answer:
    logprobs = reading.logprobs[positions]
    if (missing := np.isnan(logprobs)).any():
        positions, logprobs = positions[~missing], logprobs[~missing]
    if not len(positions):
        return UNSCORED
    return Tokens(
        tokens=tuple([reading.names[position] for position in positions.tolist()]),
        positions=positions + np.int32(reading.before),
        logprobs=logprobs.astype(np.float32),
        length=len(reading.names),
        hits=None if reading.best is None else logprobs >= reading.best[positions],
        causal=True,
    )


def fill(query: Fill, *, bare: bool) -> QueryPlan | Unanswered:
    """Every candidate in its slot, the whole sentence read. `bare`: can a text be read without a start token?"""
    if query.scoring not in SCORINGS or query.hidden is not None:
        return Unanswered("a causal model cannot fill a slot by what follows it")
    released = query.scoring == "stereoset"
    if released and not bare:
        return Unanswered("the released StereoSet code needs texts with and without a start token")
    sentences = query.sentences or tuple(query.text.replace(SLOT, candidate) for candidate in query.candidates)
    ways = (Way.READ, Way.READ_BARE) if released else (Way.READ,)
    asked = [tuple(Need(way, text) for way in ways) if text.strip() else () for text in sentences]
    return QueryPlan(
        tuple(need for needs in asked for need in needs),
        lambda known: _choices(query, [[known[need] for need in needs] for needs in asked]),
    )


def _choices(query: Fill, replies: Sequence[Sequence[object]]) -> Answer:
    return choices_of(query, [_sentence(parts) for parts in replies])


def _sentence(parts: Sequence[object]) -> Floats | Unanswered:
    """Log-probabilities of a sentence: after the start token; of the released StereoSet code the first token so, all
    others without it."""
    readings = [part for part in parts if isinstance(part, Reading)]
    if len(readings) < len(parts) or not parts:
        return _reason(next((part for part in parts if not isinstance(part, Reading)), EMPTY))
    first, *rest = readings
    numbers = first.logprobs if not rest else np.concatenate([first.logprobs[:1], rest[0].logprobs[1:]])
    numbers = numbers[np.isfinite(numbers)]
    return numbers if len(numbers) else UNSCORED


def entails(query: Entails, way: LabelWay) -> QueryPlan | Unanswered:
    """Yes, maybe or no, in several phrasings, each less what it says about nothing."""
    words = words_about(query)
    if isinstance(words, Unanswered):
        return words
    pairs = [(query.premise, query.hypothesis), *((nothing, nothing) for nothing in NOTHING)]
    prompts = [[question(phrasing, *pair, way.style) for pair in pairs] for phrasing in words.phrasings]
    pieces = first_pieces(way, words) if way.forcer else []
    if isinstance(pieces, Unanswered):
        return pieces
    needs = {prompt: _label_needs(way, prompt, words, pieces) for row in prompts for prompt in row}

    def answer(known: Known) -> Answer:
        scores = {prompt: way.logprobs(prompt, words, [known[n] for n in some]) for prompt, some in needs.items()}
        if reasons := [score for score in scores.values() if isinstance(score, Unanswered)]:
            return reasons[0]
        rows = [[np.asarray(scores[prompt]) for prompt in row] for row in prompts]
        variants = np.stack([calibrated(row) for row in rows])
        return Choices(LABELS, normalised(variants.mean(axis=0)), variants=variants)

    return QueryPlan(tuple(need for some in needs.values() for need in some), answer)


def _label_needs(way: LabelWay, prompt: str, words: Inference, pieces: Sequence[Piece]) -> list[Need]:
    """One for each word; or one alone, where the first token is looked at."""
    if way.forcer:
        return [Need(Way.CHAT_FORCED if way.chat else Way.FORCED, prompt, piece=piece) for piece in pieces]
    if way.chat_reader:
        return [Need(Way.READ_CHAT, prompt, word=word) for word in words.answers]
    if way.reader is None:
        return [Need(Way.CHAT_FIRST_TOKEN if way.chat else Way.FIRST_TOKEN, prompt)]
    return [Need(Way.READ_WRITTEN if way.chat else Way.READ, text) for text in way.texts(prompt, words)]


def translate(query: Translate) -> QueryPlan | Unanswered:
    """Asked for in a chat; what is no translation is told apart."""
    prompt = translation_queries.prompt(query)
    if isinstance(prompt, Unanswered):
        return prompt
    need = Need(Way.CHAT, prompt, MOST_NEW + len(query.text))

    def answer(known: Known) -> Answer:
        reply = known[need]
        if not isinstance(reply, Read):
            return _reason(reply)
        return translation_queries.answer(query, reply.text, complete=reply.finished == "stop")

    return QueryPlan((need,), answer)


def embed(query: Embed) -> QueryPlan | Unanswered:
    if not query.word.strip():
        return Unanswered("empty word")
    need = Need(Way.EMBED, query.word)
    return QueryPlan((need,), lambda known: reply if isinstance(reply := known[need], Vector) else _reason(reply))

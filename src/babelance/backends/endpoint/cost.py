"""What asking a server will take: requests, tokens in and out, at most. Known before anything is asked.

How a server cuts texts into tokens is not known yet: three characters of ASCII are taken for one token, any other
character for one.
"""

from __future__ import annotations

from collections.abc import Sequence

from babelance.backends.causal import translation_queries
from babelance.backends.causal.inference_queries import NOTHING, words_for
from babelance.backends.endpoint.queries import MOST_NEW
from babelance.backends.endpoint.start import PLAIN
from babelance.core.model import Cost
from babelance.core.query import SLOT, Embed, Entails, Fill, Query, TokenLogprobs, Translate, Unanswered

EXAMINATION = Cost(70, 2800, 300)
LOOK_EVERY = 128
"""After so many answers one text is read again: is it still the same model?"""
_CHARACTERS = 3
_ASIDE = 40
"""Tokens that a chat template puts round a question."""


def cost_of(queries: Sequence[Query], *, forced: bool = False) -> Cost:
    """Of the examination and of all these queries; equal texts are asked once, one in each request; where they are
    `forced`, one request for each token, which has all tokens before it."""
    texts = dict.fromkeys(text for query in queries for text in _texts(query))
    sizes = [tokens_of(text) for text in texts]
    requests = sum(sizes) + 20 * EXAMINATION.requests if forced else len(sizes)
    read = sum(size * (size + 1) // 2 for size in sizes) if forced else sum(sizes)
    looks, size = len(queries) // LOOK_EVERY + 1, tokens_of(PLAIN)
    return Cost(
        EXAMINATION.requests + requests + looks * (size if forced else 1),
        EXAMINATION.tokens_in + read + looks * (size * size if forced else size),
        EXAMINATION.tokens_out + sum(_tokens_to_generate(query) for query in queries),
    )


def tokens_of(text: str) -> int:
    plain = sum(map(str.isascii, text))
    return -(-plain // _CHARACTERS) + len(text) - plain + 1


def _tokens_to_generate(query: Query) -> int:
    return MOST_NEW + len(query.text) if isinstance(query, Translate) else 0 if isinstance(query, Embed) else 1


def _texts(query: Query) -> list[str]:
    match query:
        case TokenLogprobs():
            return [query.text] if query.contrast is None else [query.text, query.contrast]
        case Fill():
            return list(query.sentences or (query.text.replace(SLOT, candidate) for candidate in query.candidates))
        case Entails():
            return _questions(query)
        case Translate():
            prompt = translation_queries.prompt(query)
            return [] if isinstance(prompt, Unanswered) else [prompt]
        case Embed():
            return [query.word]
        case _:
            return []


def _questions(query: Entails) -> list[str]:
    """Each phrasing with each label, of the pair and of the pairs about nothing."""
    words = words_for(query.language)
    if isinstance(words, Unanswered):
        return []
    pairs = [(query.premise, query.hypothesis), *((nothing, nothing) for nothing in NOTHING)]
    return [
        f"{phrasing} {premise} {hypothesis} {label}{' ' * _ASIDE * _CHARACTERS}"
        for phrasing in words.phrasings
        for premise, hypothesis in pairs
        for label in words.answers
    ]

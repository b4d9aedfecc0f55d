"""Examinations of what a server generates: chats, the likeliest tokens, tokens that are forced, embeddings.

As in `reading_checks`: each asks a little, and says what is wrong, or nothing.
"""

from __future__ import annotations

import numpy as np

from babelance.backends.endpoint.alignment import plain_token
from babelance.backends.endpoint.forcing import FORCE, Forcer, Piece
from babelance.backends.endpoint.reading_checks import PROMPTS, SAME_TOKEN, differ
from babelance.backends.endpoint.requests import Asker, Read

QUESTION = "What is the capital of France? Answer with one word."
OTHER_QUESTIONS = ("Count from one to five.", "Name a colour of the sky. Answer with one word.")
CHAT_TOKENS, BEGUN = 12, 6
"""Tokens of an answer, and of its beginning."""
OTHERS = (" blue", " seven", " the")
"""Tokens to force that are unlikely after the prompts."""
WORDS = ("mother", "engine")


def repeats(asker: Asker) -> tuple[str | None, str]:
    """A chat is answered, twice alike, and with its own answer when others are asked at the same time; with the
    answer."""
    first, second = (asker.chat(QUESTION, CHAT_TOKENS).text for _ in range(2))
    if not first.strip():
        return "a chat is answered with nothing", ""
    if first != second:
        return "the same question is answered otherwise at temperature 0", ""
    alone = {question: asker.chat(question, BEGUN).text for question in (QUESTION, *OTHER_QUESTIONS)}
    at_once = [*alone] * 2
    answers = asker.client.stream(lambda question: asker.chat(question, BEGUN).text, at_once)
    for question, answer in zip(at_once, answers, strict=True):
        if answer != alone[question] and answer in alone.values():
            return "questions that are asked at the same time get each other's answers", ""
    return None, first


def likeliest(asker: Asker, *, chat: bool, top: int) -> str | None:
    """The likeliest first tokens are told, are probabilities, and do not depend on the temperature."""
    cold, hot = (_first_tokens(asker, chat, top, temperature) for temperature in (0.0, 2.0))
    if not cold or not hot:
        return "it does not tell the likeliest tokens of what it generates"
    if np.logaddexp.reduce(list(cold.values())) > 1e-2:
        return "the probabilities of the likeliest tokens are more than 1 together"
    shared = sorted(set(cold) & set(hot))
    if len(shared) < min(len(cold), len(hot)) // 2 + 1 or differ(
        np.asarray([cold[token] for token in shared]), np.asarray([hot[token] for token in shared])
    ):
        return "the log-probabilities of what it generates are changed by the temperature"
    return None


def _first_tokens(asker: Asker, chat: bool, top: int, temperature: float) -> dict[str, float]:
    ask = asker.chat if chat else asker.continuation
    read: Read = ask(QUESTION, 1, top=top, temperature=temperature)
    return dict(read.top[0]) if read.top else {}


def forcing(forcer: Forcer, *, chat: bool = False) -> str | None:
    """A token that is forced has the log-probability that it has unforced: for the likeliest one and for others, and
    however hard it is forced. Forced tokens are no more than certain together."""
    ask = forcer.chat if chat else forcer.continuation
    for prompt in (QUESTION,) if chat else PROMPTS:
        read = ask(prompt, 1, top=5)
        if not read.tokens or read.logprobs[0] is None:
            return "it gives no log-probabilities of what it generates, so that forcing cannot be checked"
        unforced = dict(read.top[0]) if read.top else {}
        unforced[read.tokens[0]] = float(read.logprobs[0])
        numbers: dict[str, float] = {}
        piece_of: dict[str, Piece] = {}
        for word in dict.fromkeys([*unforced, *OTHERS]):
            piece = _as_one_token(forcer, word)
            if piece is None:
                continue
            piece_of[word], numbers[word] = piece, forcer.logprob_of(prompt, piece, chat=chat)
            if word in unforced and abs(numbers[word] - unforced[word]) > SAME_TOKEN:
                return (
                    f"after '{prompt}' the token '{word}' has {unforced[word]:.2f}, and {numbers[word]:.2f} once it is "
                    "forced: the bias is part of the number"
                )
        if len(numbers) < 3:
            return "too few tokens could be forced to see whether it tells the truth"
        for word, number in list(numbers.items())[-2:]:
            softer = forcer.logprob_of(prompt, piece_of[word], chat=chat, bias=FORCE / 2)
            hotter = forcer.logprob_of(prompt, piece_of[word], chat=chat, temperature=2.0)
            if max(abs(softer - number), abs(hotter - number)) > SAME_TOKEN:
                return f"the number of '{word}' changes with how hard it is forced, or with the temperature"
        if np.logaddexp.reduce(list(numbers.values())) > 1e-2:
            return "the probabilities of tokens that are forced are more than 1 together"
    return None


def _as_one_token(forcer: Forcer, word: str) -> Piece | None:
    """None for words of several tokens, and for tokens that end a text instead of standing in it."""
    if not plain_token(word).strip().isalnum():
        return None
    pieces = forcer.pieces(plain_token(word))
    return pieces[0] if len(pieces) == 1 else None


def embeddings(asker: Asker) -> tuple[str | None, tuple[float, ...]]:
    """Words have vectors: finite, the same twice, different for different words; with what they are known by."""
    both, alone = asker.embed(WORDS), asker.embed(WORDS[1:])
    if not all(np.isfinite(vector).all() and vector.any() for vector in both):
        return "embeddings are not finite, or zero", ()
    if len({vector.shape for vector in (*both, *alone)}) > 1 or np.array_equal(both[0], both[1]):
        return "different words have the same embedding, or one of another length", ()
    cosine = float(both[1] @ alone[0] / (np.linalg.norm(both[1]) * np.linalg.norm(alone[0])))
    if cosine < 0.999:
        return "the same word has another embedding in another batch", ()
    return None, tuple(float(value) for value in both[0][:4])

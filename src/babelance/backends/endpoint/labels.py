"""How a served model is asked which of a few words answers a question, and how likely each is.

    written out   the question as the server's own chat template writes it, with each word after it, read as a text:
                  exact, as for models in this process; for servers that render a chat (vLLM, llama.cpp) and echo
    read chat     the question in a chat whose answer begins with each word, and the server tells the log-probabilities
                  of the chat's own tokens (`prompt_logprobs`, vLLM); whole words, which is examined
    forced        each word's first token is forced with `logit_bias`, and the server tells how likely it was
                  without; for servers that do, which is examined, and that tell their tokens
    first token   one token is generated, and the likeliest ones are told with their log-probabilities; a word counts
                  with the likeliest token that begins it and none of the others

In a chat, if the server has one, else after the plain text. Words that begin with the same token cannot be told apart
by their first token.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from babelance.backends.causal.inference_queries import NOTHING, question
from babelance.backends.endpoint import answer_checks
from babelance.backends.endpoint.alignment import plain_token
from babelance.backends.endpoint.chat_reading import ChatReader, ReadChat, problem_of_chats, word_sums
from babelance.backends.endpoint.forcing import Forcer, Piece
from babelance.backends.endpoint.identity import Identity, Template
from babelance.backends.endpoint.reading import Reader, Reading, Unsound
from babelance.backends.endpoint.reply import Overloaded
from babelance.backends.endpoint.requests import MOST_TOPS, Asker, Floats, Read, Refused
from babelance.core.errors import ModelError
from babelance.core.language import Inference
from babelance.core.query import Unanswered
from babelance.core.registry import LANGUAGES


@dataclass(frozen=True)
class LabelWay:
    """`chat`: is the question a user's turn? `reader`: reads the question with each word after it; None if the first
    token of an answer is looked at."""

    chat: bool
    reader: Reader | None = None
    template: Template | None = None
    top: int = 0
    """So many of the likeliest first tokens are asked for."""
    forcer: Forcer | None = None
    """Forces the first token of each word."""
    chat_reader: ChatReader | None = None
    """Reads the question and each word as a chat."""

    @property
    def name(self) -> str:
        """As signed; empty for whole words after a question that is written out."""
        if self.reader:
            return ""
        return "read-chat" if self.chat_reader else "forced" if self.forcer else "first-token"

    @property
    def style(self) -> str:
        """How a phrasing is written."""
        return "chat" if self.chat else "plain"

    def gap(self, words: Inference) -> str:
        return " " if words.spaced and not self.chat else ""

    def texts(self, prompt: str, words: Inference) -> list[str]:
        """What is read, one for each word; or the prompt alone, where the first token is looked at."""
        if self.reader is None:
            return [prompt]
        before = self.template.fill(prompt) if self.template else prompt
        return [f"{before}{self.gap(words)}{word}" for word in words.answers]

    def logprobs(self, prompt: str, words: Inference, replies: Sequence[object]) -> Floats | Unanswered:
        """Of each word."""
        if reasons := [reply for reply in replies if isinstance(reply, Unanswered)]:
            return reasons[0]
        if self.forcer is not None:
            return np.asarray([reply.numbers[0] for reply in replies if isinstance(reply, Read)])
        if self.chat_reader is not None:
            sums = word_sums([reply for reply in replies if isinstance(reply, ReadChat)])
            return _same_first_token(words.answers) if sums is None else sums
        if self.reader is None:
            [read] = replies
            assert isinstance(read, Read)
            return first_tokens(read.top[0] if read.top else {}, words.answers)
        before = len(self.template.fill(prompt) if self.template else prompt)
        return _sums([reply for reply in replies if isinstance(reply, Reading)], before, words.answers)


def _sums(readings: Sequence[Reading], before: int, words: Sequence[str]) -> Floats | Unanswered:
    """Log-probability of what comes after so many characters."""
    firsts_at = [next((p for p, start in enumerate(reading.starts) if start >= before), None) for reading in readings]
    firsts = [
        reading.names[first] if first is not None else "" for reading, first in zip(readings, firsts_at, strict=True)
    ]
    if not all(firsts):
        return Unanswered("the question and the answer become one token, so that it cannot be asked")
    if len(set(firsts)) < len(firsts):
        return _same_first_token(words)
    return np.asarray([np.nansum(reading.logprobs[first:]) for reading, first in zip(readings, firsts_at, strict=True)])


def first_tokens(top: Mapping[str, float], words: Sequence[str]) -> Floats | Unanswered:
    """The likeliest token that begins one of the words, and no other of them."""
    begun = {token: plain_token(token).lstrip() for token in top}
    logprobs = []
    for word in words:
        tokens = [token for token, text in begun.items() if text and word.startswith(text)]
        if any(other.startswith(begun[token]) for token in tokens for other in words if other != word):
            return _same_first_token(words)
        if not tokens:
            return Unanswered(f"'{word}' is not among the {len(top)} likeliest answers, and no others are told")
        logprobs.append(max(top[token] for token in tokens))
    return np.asarray(logprobs)


def first_pieces(way: LabelWay, words: Inference) -> list[Piece] | Unanswered:
    """The token that each word begins with, where it stands."""
    assert way.forcer is not None
    pieces = [way.forcer.first(f"{way.gap(words)}{word}") for word in words.answers]
    return _same_first_token(words.answers) if len({piece.number for piece in pieces}) < len(pieces) else pieces


def logprobs_of_first_tokens(way: LabelWay, prompt: str, words: Inference) -> Floats | Unanswered:
    """The log-probability of the first token of each word."""
    pieces = first_pieces(way, words)
    if isinstance(pieces, Unanswered) or way.forcer is None:
        return pieces if isinstance(pieces, Unanswered) else Unanswered("nothing is forced")
    return np.asarray([way.forcer.logprob_of(prompt, piece, chat=way.chat) for piece in pieces])


def _same_first_token(words: Sequence[str]) -> Unanswered:
    return Unanswered(
        f"the words to answer with ({', '.join(words)}) begin with the same token, so that it cannot be asked"
    )


def label_ways(asker: Asker, believed: Reader | None, identity: Identity, wanted: str, chats: bool) -> LabelWay:
    """The first way that works. Raises `Unsound` with all that does not."""
    problems = []
    for way in _possible(asker, believed, identity, wanted, chats):
        problem = _try(asker, way)
        if problem is None:
            return way
        problems.append(problem)
    reasons = "; ".join(dict.fromkeys(problems))
    raise Unsound("labels", reasons or "the server does not chat (--prompt plain asks without)")


def _possible(
    asker: Asker, believed: Reader | None, identity: Identity, wanted: str, chats: bool
) -> Iterator[LabelWay]:
    chat = chats if wanted == "auto" else wanted == "chat"
    if chat and not chats:
        return
    if believed and not chat:
        yield LabelWay(False, believed)
    if believed and chat and identity.template:
        yield LabelWay(True, *_reader_of_chats(believed, identity.template))
    if chat:
        yield LabelWay(True, chat_reader=ChatReader(asker.client, asker.model))
    most, few = MOST_TOPS
    yield LabelWay(chat, top=most)
    yield LabelWay(chat, forcer=Forcer(asker.client, asker.model))
    yield LabelWay(chat, top=few)


def _reader_of_chats(reader: Reader, template: Template) -> tuple[Reader, Template]:
    """A chat that is written out has its own beginning; what the server puts there as well is left out."""
    if reader.start or not reader.before:
        return reader.bare(), template
    return reader, replace(template, before=template.before.removeprefix(reader.name))


def _try(asker: Asker, way: LabelWay) -> str | None:
    """What is wrong with it, tried on English."""
    words = LANGUAGES.get("en").inference
    assert words is not None
    prompt = question(words.phrasings[0], NOTHING[0], NOTHING[0], way.style)
    try:
        if way.forcer:
            if problem := answer_checks.forcing(way.forcer, chat=way.chat):
                return problem
            scores = logprobs_of_first_tokens(way, prompt, words)
        elif way.chat_reader:
            if problem := problem_of_chats(way.chat_reader):
                return problem
            scores = way.logprobs(prompt, words, [way.chat_reader.read(prompt, word) for word in words.answers])
        elif way.reader:
            scores = way.logprobs(prompt, words, [way.reader.read([text])[0] for text in way.texts(prompt, words)])
        else:
            if problem := answer_checks.likeliest(asker, chat=way.chat, top=way.top):
                return problem
            ask = asker.chat if way.chat else asker.continuation
            scores = way.logprobs(prompt, words, [ask(prompt, 1, top=way.top)])
    except Overloaded:
        raise
    except (Refused, Unsound, ModelError) as error:
        return str(error)
    return scores.reason if isinstance(scores, Unanswered) else None

"""Texts read from left to right by a server: their tokens, and how likely each is given the ones before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babelance.backends.endpoint.alignment import BROKEN, align
from babelance.backends.endpoint.requests import Asker, Floats, Read, Refused
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.query import Unanswered

ROUNDING = 1e-3
_TOO_LONG = ("context", "too long", "too large", "max_tokens", "maximum", "exceed")
_FILTERED = ("content_filter", "content management policy", "content policy")


_UNANSWERED = {
    "echo": "the server gives no log-probabilities of the text, or such as cannot be",
    "round trip": "the text does not come back from the server as it was sent",
}


class Unsound(Exception):
    """What an echo lacks, in plain words; `name` is the examination that it fails."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(words)
        self.name = name


class NotEchoed(Unsound):
    """Too little or too much came back, as of servers that must generate a token: it may be asked for otherwise."""


class Unforceable(Exception):
    """A token is a part of a character: servers tell nothing of it until the character is whole."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One text. `names`, `starts` (in characters) and `logprobs` are of its own tokens; `before` stand before them.
    The first log-probability is NaN if nothing precedes it. `best` are those of the likeliest token at each place."""

    names: tuple[str, ...]
    starts: tuple[int, ...]
    logprobs: Floats
    best: Floats | None
    before: int
    keys: tuple[str, ...] | tuple[int, ...]
    """What tells tokens apart: their numbers where the server gives them, else their names."""

    @property
    def scored(self) -> NDArray[np.int32]:
        """Places of the tokens that have a number."""
        return np.flatnonzero(np.isfinite(self.logprobs)).astype(np.int32)


@dataclass(frozen=True, slots=True)
class Reader:
    """`start` is put before every text; `before` is how many tokens then stand before it, the server's own included."""

    asker: Asker
    start: str = ""
    before: int | None = None
    name: str = "none"
    """Of the token that a text is read after, as the server writes it."""

    def bare(self) -> Reader:
        """Without the token that is put before every text."""
        return replace(self, start="", before=0, name="none")

    def read(self, texts: Sequence[str], patience: float | None = None) -> list[Reading]:
        """All of them in one request. Raises `Unsound` for echoes that are none, `Refused` for what the server does not
        want."""
        echoes = self.asker.echo([self.start + text for text in texts], patience)
        return [self._judge(text, echo) for text, echo in zip(texts, echoes, strict=True)]

    def answer(self, texts: Sequence[str]) -> list[Reading | Unanswered]:
        """The same for a server that has passed its examination; single texts may be unanswered."""
        try:
            return list(self.read(texts))
        except (Unsound, Refused, Unforceable) as error:
            if len(texts) > 1:
                return [answer for text in texts for answer in self.answer([text])]
            if isinstance(error, Unforceable):
                return [Unanswered("a token of the text is a part of a character, and cannot be forced by itself")]
            return [
                reason_of_refusal(self.asker, error) if isinstance(error, Refused) else self._unsound(texts[0], error)
            ]

    def _unsound(self, text: str, problem: Unsound) -> Unanswered:
        """A text that fails as well when nothing else is asked is one that this model cannot give back (its tokenizer
        writes it otherwise, say). One that does not is a fault of the server, which may mix up what it is asked."""
        try:
            with self.asker.client.turns.alone():
                self.read([text])
        except Unsound as again:
            if again.name == problem.name:
                return Unanswered(_UNANSWERED[problem.name])
        raise UnhealthyModel(
            f"{self.asker.client.address} passed its examination, and now fails '{problem.name}': {problem}. Asked "
            "again, it says something else: it may mix up what it is asked at the same time (--concurrency 1 asks one "
            "thing after the other), or another model answers under its name. What was answered before is stored."
        )

    def _judge(self, text: str, read: Read) -> Reading:
        _check_echo(text, read)
        given = len(read.ids) or read.prompt_tokens
        tokens = read.tokens[:given] if given and given < len(read.tokens) else read.tokens
        aligned = align(tokens, text, self.before)
        if aligned is None:
            raise Unsound("round trip", f"the tokens of '{text[:40]}' came back as {list(read.tokens)[:8]}")
        first, last = aligned.before, aligned.before + len(aligned.names)
        if last + self.asker.most_tokens < len(read.tokens):
            raise NotEchoed("round trip", f"more came back than the {len(aligned.names)} tokens of '{text[:40]}'")
        numbers = read.numbers[first:last]
        may_lack = not first and bool(np.isnan(numbers[:1]).all())
        if not _are_logprobs(numbers[may_lack:]):
            raise Unsound("echo", "a log-probability other than the first is missing, not finite or above 0")
        best = np.array([max(alternatives.values(), default=np.nan) for alternatives in read.top[first:last]])
        usable = len(best) == len(numbers) and bool(np.isfinite(best[0 if first else 1 :]).all())
        keys = read.ids[first:last] if len(read.ids) >= last else aligned.names
        return Reading(aligned.names, aligned.starts, numbers, best if usable else None, first, keys)


def _are_logprobs(numbers: Floats) -> bool:
    """All there, finite, and not above 0."""
    return bool(((numbers <= ROUNDING) & (numbers > -np.inf)).all())


def _check_echo(text: str, read: Read) -> None:
    if not read.tokens or not read.logprobs:
        raise NotEchoed("echo", "it answers 200 and leaves out the log-probabilities of the text")
    if len(read.tokens) != len(read.logprobs):
        raise Unsound("echo", f"it gives {len(read.logprobs)} log-probabilities of {len(read.tokens)} tokens")
    if read.prompt_tokens is not None and not read.prompt_tokens - 1 <= len(read.tokens) <= read.prompt_tokens + 1:
        kind = Unsound if len(read.tokens) < read.prompt_tokens else NotEchoed
        raise kind("echo", f"it counts {read.prompt_tokens} tokens in the text, and gives {len(read.tokens)}")
    if read.text and BROKEN not in read.text and text not in read.text:
        raise Unsound("round trip", f"'{text[:40]}' was sent, and '{read.text[:40]}' came back")


def reason_of_refusal(asker: Asker, error: Refused) -> Unanswered:
    """Why one text has no answer; raises if it is not about the text."""
    words = str(error).lower()
    if error.status in (400, 413, 422):
        if any(word in words for word in _FILTERED):
            return Unanswered("the server's content filter refused the text")
        if any(word in words for word in _TOO_LONG):
            return Unanswered("longer than the server's limit")
    raise ModelError(refusal(asker, error)) from None


def refusal(asker: Asker, error: Refused) -> str:
    """What the server said no to, and the next step."""
    address = asker.client.address
    if error.status in (401, 403):
        return (
            f"{address} wants a key, or another one (status {error.status}: {error}). Put it into an environment "
            "variable and name that: --api-key-env NAME."
        )
    return f"{address} refuses (status {error.status}): {error}"

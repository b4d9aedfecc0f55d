"""What a query needs from a server, and how its answer is read off once that is there.

Equal needs of different queries are asked once. Texts to read and words to embed go out several in one request, where
the server takes that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from babelance.backends.endpoint.chat_reading import ReadChat
from babelance.backends.endpoint.examination import Examination
from babelance.backends.endpoint.forcing import Piece
from babelance.backends.endpoint.reading import Reader, Reading, Unsound, reason_of_refusal
from babelance.backends.endpoint.requests import Asker, Read, Refused
from babelance.core.errors import UnhealthyModel
from babelance.core.query import Answer, Unanswered, Vector


class Way(Enum):
    """How something is asked for."""

    READ = "read after the start token"
    READ_BARE = "read without the start token"
    READ_WRITTEN = "read as a chat that is written out"
    READ_CHAT = "read in a chat"
    FIRST_TOKEN = "the likeliest tokens after a text"
    CHAT_FIRST_TOKEN = "the likeliest tokens of an answer"
    FORCED = "a token after a text, forced"
    CHAT_FORCED = "a token of an answer, forced"
    CHAT = "an answer"
    EMBED = "a vector"


TOGETHER = {Way.READ: 16, Way.READ_BARE: 16, Way.READ_WRITTEN: 8, Way.EMBED: 64}
"""Needs that go into one request."""


@dataclass(frozen=True, slots=True)
class Need:
    way: Way
    text: str
    tokens: int = 0
    """At most so many are generated."""
    piece: Piece | None = None
    """The token that is forced."""
    word: str = ""
    """What the answer begins with, where a chat is read."""


NeedResult = Reading | ReadChat | Read | Vector | Unanswered
Known = Mapping[Need, NeedResult]


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """The needs of one query, and its answer once they are there."""

    needs: tuple[Need, ...]
    answer: Callable[[Known], Answer]


def requests_of(needs: Sequence[Need], *, together: bool) -> list[tuple[Need, ...]]:
    """The needs, in parts that are one request each; first needed, first asked."""
    parts: list[list[Need]] = []
    open_parts: dict[Way, list[Need]] = {}
    for need in dict.fromkeys(needs):
        most = TOGETHER.get(need.way, 1) if together or need.way is Way.EMBED else 1
        part = open_parts.get(need.way)
        if part is None or len(part) >= most:
            part = open_parts[need.way] = []
            parts.append(part)
        part.append(need)
    return [tuple(part) for part in parts]


def perform(examined: Examination, asker: Asker, needs: Sequence[Need]) -> list[NeedResult]:
    """One request: all needs are of one way."""
    way, texts = needs[0].way, [need.text for need in needs]
    reader = _reader(examined, way)
    if reader is not None:
        return list(reader.answer(texts))
    try:
        if way is Way.EMBED:
            return [Vector(values, word) for values, word in zip(asker.embed(texts), texts, strict=True)]
        piece, labels = needs[0].piece, examined.labels
        if piece is not None and labels and labels.forcer:
            number = labels.forcer.logprob_of(texts[0], piece, chat=way is Way.CHAT_FORCED)
            return [Read(piece.text, (piece.text,), (number,), (), None)]
        if way is Way.READ_CHAT and labels and labels.chat_reader:
            return [labels.chat_reader.read(texts[0], needs[0].word)]
        top = labels.top if labels else 0
        if way is Way.FIRST_TOKEN:
            return [asker.continuation(texts[0], 1, top=top)]
        return [asker.chat(texts[0], needs[0].tokens or 1, top=top if way is Way.CHAT_FIRST_TOKEN else 0)]
    except Refused as error:
        return [reason_of_refusal(asker, error)] * len(needs)
    except Unsound as error:
        raise UnhealthyModel(
            f"{asker.client.address} passed its examination, and now fails '{error.name}': {error}. What was answered "
            "before is stored."
        ) from None


def _reader(examined: Examination, way: Way) -> Reader | None:
    if examined.reader is None:
        return None
    if way is Way.READ:
        return examined.reader
    if way is Way.READ_BARE:
        return examined.reader.bare()
    return examined.labels.reader if way is Way.READ_WRITTEN and examined.labels else None

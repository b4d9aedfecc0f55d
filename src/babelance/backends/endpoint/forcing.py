"""Log-probabilities by forcing: `logit_bias` makes a token certain, and many servers tell how likely it was without.

A second way to the log-probabilities of label words where a server tells only its few likeliest tokens, and, with one
request for each token, to those of whole texts where it echoes nothing (llama.cpp). Whether a server tells the number
before or after the bias is nothing that it says: it is examined (`answer_checks.forcing`) before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from babelance.backends.endpoint.alignment import BROKEN, plain_token
from babelance.backends.endpoint.reading import Unforceable, Unsound
from babelance.backends.endpoint.requests import Asker, Read
from babelance.core.errors import ModelError

FORCE = 100
"""The largest bias that servers take."""


class _Piece(msgspec.Struct):
    id: int
    piece: str | list[int] = ""


class _Pieces(msgspec.Struct):
    """llama.cpp gives pieces with their texts; vLLM numbers, and texts beside them."""

    tokens: list[_Piece | int]
    token_strs: list[str] | None = None


@dataclass(frozen=True)
class Piece:
    number: int
    text: str


@dataclass(frozen=True)
class Forcer(Asker):
    """Asks as any other, but texts are echoed token by token."""

    def echo(self, texts: Sequence[str], patience: float | None = None) -> list[Read]:
        return [self._echo(text) for text in texts]

    def _echo(self, text: str) -> Read:
        pieces = self.pieces(text)
        if not _is_whole(pieces):
            raise Unforceable
        numbers = [piece.number for piece in pieces]
        logprobs: list[float | None] = [None]
        logprobs += [self.logprob_of(numbers[:index], pieces[index]) for index in range(1, len(pieces))]
        names = tuple(piece.text for piece in pieces)
        return Read(text, names, tuple(logprobs), (), "stop", len(pieces), tuple(numbers))

    def logprob_of(
        self,
        prompt: str | Sequence[int],
        piece: Piece,
        *,
        chat: bool = False,
        bias: float = FORCE,
        temperature: float = 0,
    ) -> float:
        """The log-probability of a token after a prompt. Raises `Unsound` if another one comes."""
        body: dict[str, Any] = {"max_tokens": 1, "temperature": temperature, "logit_bias": {str(piece.number): bias}}
        if chat:
            body |= {"messages": [{"role": "user", "content": prompt}], "logprobs": True, "top_logprobs": 1}
            [read] = self._completion("chat/completions", body, 1)
        else:
            body |= {"prompt": prompt if isinstance(prompt, str) else list(prompt), "logprobs": 1}
            [read] = self._completion("completions", body, 1)
        if not read.tokens or read.logprobs[0] is None:
            raise Unsound("forcing", "no log-probability is told of a token that was forced")
        came, wanted = (plain_token(text).strip() for text in (read.tokens[0], piece.text))
        if BROKEN not in piece.text + read.tokens[0] and came != wanted:
            raise Unsound("forcing", f"'{piece.text}' was forced, and '{read.tokens[0]}' came")
        return float(read.logprobs[0])

    def pieces(self, text: str) -> list[Piece]:
        """The tokens of a text, nothing before them."""
        body = {"content": text, "add_special": False, "with_pieces": True}
        body |= {"model": self.model, "prompt": text, "add_special_tokens": False, "return_token_strs": True}
        tokenized = self._as_type(self.client.post("tokenize", body, at_root=True), _Pieces)
        if tokenized.token_strs is not None:
            numbers = [token for token in tokenized.tokens if isinstance(token, int)]
            return [Piece(number, word) for number, word in zip(numbers, tokenized.token_strs, strict=True)]
        pieces = [token for token in tokenized.tokens if isinstance(token, _Piece)]
        if not pieces or len(pieces) < len(tokenized.tokens):
            raise ModelError(f"{self.client.address} does not tell the texts of its tokens.")
        return [Piece(piece.id, piece.piece if isinstance(piece.piece, str) else BROKEN) for piece in pieces]

    def is_forceable(self, text: str) -> bool:
        return _is_whole(self.pieces(text))

    def first(self, text: str) -> Piece:
        """The token that a text begins with."""
        return self.pieces(text)[0]


def _is_whole(pieces: Sequence[Piece]) -> bool:
    """Is every token made of whole characters?"""
    return all(piece.text and BROKEN not in piece.text for piece in pieces)

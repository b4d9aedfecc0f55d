"""What is asked of a server, and its answers as typed values: echoes, continuations, chats, embeddings.

Log-probabilities come in two forms: OpenAI's older one (`tokens`, `token_logprobs`, `top_logprobs`) and that of chats
(`content`); both are read. Whether what is read is true is looked at elsewhere (`examination`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.reply import Reply
from babelance.core.errors import ModelError
from babelance.core.untrusted import as_type

Floats = NDArray[np.float64]
WITH_IDS = {"return_token_ids": True}
"""vLLM then gives the numbers of tokens beside their texts."""
MOST_TOPS = (2000, 20)
"""Likeliest tokens that are asked for: llama.cpp tells any number, others OpenAI's limit."""


class _Top(msgspec.Struct):
    token: str
    logprob: float | None = None


class _Content(_Top):
    top_logprobs: list[_Top] = []


class _Logprobs(msgspec.Struct):
    tokens: list[str] | None = None
    token_logprobs: list[float | None] | None = None
    top_logprobs: list[dict[str, float] | None] | None = None
    content: list[_Content] | None = None


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    index: int | None = None
    text: str = ""
    message: _Message | None = None
    logprobs: _Logprobs | None = None
    finish_reason: str | None = None
    prompt_token_ids: list[int] | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class _Embedding(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Embeddings(msgspec.Struct):
    data: list[_Embedding]


Numbered = TypeVar("Numbered", _Choice, _Embedding)


@dataclass(frozen=True, slots=True)
class Read:
    """Tokens with their log-probabilities; `None` where the server gave none. `top` are the likeliest at each place."""

    text: str
    tokens: tuple[str, ...]
    logprobs: tuple[float | None, ...]
    top: tuple[Mapping[str, float], ...]
    finished: str | None
    prompt_tokens: int | None = None
    """How many tokens the prompt has, as the server counts them."""
    ids: tuple[int, ...] = ()
    """Numbers of the prompt's tokens, where the server tells them (vLLM)."""

    @property
    def numbers(self) -> Floats:
        """NaN where there is none."""
        return np.array(self.logprobs, dtype=np.float64)


class Refused(Exception):
    """The server does not want such a request (4xx); the words are its own."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.words)
        self.status = reply.status


@dataclass(frozen=True)
class Asker:
    """How to ask one model of a server. `manner` are further fields of every completion request."""

    client: Client
    model: str
    manner: Mapping[str, Any] = field(default_factory=dict)
    most_tokens: int = 0
    """Of an echo: none is generated, or one, where a server wants at least one."""

    def echo(self, texts: Sequence[str], patience: float | None = None) -> list[Read]:
        """The texts themselves with the log-probabilities of their tokens, in the order of the texts."""
        prompt = list(texts) if len(texts) > 1 else texts[0]
        body = {"prompt": prompt, "max_tokens": self.most_tokens, "echo": True, "logprobs": 1, "temperature": 0}
        return self._completion("completions", body, len(texts), patience)

    def continuation(self, text: str, tokens: int, *, top: int = 1, temperature: float = 0) -> Read:
        """How the text goes on."""
        body = {"prompt": text, "max_tokens": tokens, "logprobs": top, "temperature": temperature}
        return self._completion("completions", body, 1)[0]

    def chat(self, message: str, tokens: int, *, top: int = 0, temperature: float = 0) -> Read:
        """The answer to one user's turn."""
        body: dict[str, Any] = {
            "messages": [{"role": "user", "content": message}],
            "max_tokens": tokens,
            "temperature": temperature,
        }
        body |= {"logprobs": True, "top_logprobs": top} if top else {}
        return self._completion("chat/completions", body, 1)[0]

    def embed(self, words: Sequence[str]) -> list[NDArray[np.float32]]:
        reply = self.client.post("embeddings", {"model": self.model, "input": list(words)}, kind=_Embeddings)
        embeddings = self._as_type(reply, _Embeddings).data
        if len(embeddings) != len(words):
            raise ModelError(f"{self.client.address} gave {len(embeddings)} embeddings of {len(words)} words.")
        return [np.asarray(entry.embedding, dtype=np.float32) for entry in self._in_order(embeddings)]

    def _completion(
        self, path: str, body: Mapping[str, Any], choices: int, patience: float | None = None
    ) -> list[Read]:
        manner = self.manner if path == "completions" else {}
        reply = self.client.post(path, {"model": self.model, **body, **manner}, patience=patience, kind=_Completion)
        completion = self._as_type(reply, _Completion)
        if len(completion.choices) != choices:
            raise ModelError(f"{self.client.address} gave {len(completion.choices)} answers to {choices} prompts.")
        prompt_tokens = completion.usage.prompt_tokens if completion.usage and choices == 1 else None
        return [_read(choice, prompt_tokens) for choice in self._in_order(completion.choices)]

    def _in_order(self, answers: list[Numbered]) -> list[Numbered]:
        """By their numbers, where there are several; as they came, if none has one. Raises if numbers are missing or
        there twice: nobody knows then whose answer is whose."""
        numbers = [answer.index for answer in answers]
        if len(answers) == 1 or set(numbers) == {None}:
            return answers
        if set(numbers) != set(range(len(answers))):
            listed = ", ".join("none" if number is None else str(number) for number in numbers[:8])
            raise ModelError(f"{self.client.address} numbers its {len(answers)} answers {listed}.")
        return sorted(answers, key=lambda numbered: numbered.index or 0)

    def _as_type(self, reply: Reply, kind: type[Any]) -> Any:
        if not reply.ok:
            raise Refused(reply)
        if isinstance(reply.value, kind):
            return reply.value
        return as_type(reply.value, kind, f"An answer of {self.client.address}", error=ModelError)


def _read(choice: _Choice, prompt_tokens: int | None) -> Read:
    text = choice.message.content or "" if choice.message else choice.text
    logprobs = choice.logprobs or _Logprobs()
    if logprobs.content is not None:
        tokens, numbers = [token.token for token in logprobs.content], [token.logprob for token in logprobs.content]
        top = [
            _best((candidate.token, candidate.logprob) for candidate in position.top_logprobs)
            for position in logprobs.content
        ]
    else:
        tokens, numbers = logprobs.tokens or [], logprobs.token_logprobs or []
        top = [dict(position or {}) for position in logprobs.top_logprobs or []]
    ids = tuple(choice.prompt_token_ids or ())
    return Read(text, tuple(tokens), tuple(numbers), tuple(top), choice.finish_reason, prompt_tokens, ids)


def _best(pairs: Any) -> dict[str, float]:
    """Different tokens may be written alike (parts of characters): the likeliest counts."""
    best: dict[str, float] = {}
    for token, logprob in pairs:
        if logprob is not None:
            best[token] = max(logprob, best.get(token, -np.inf))
    return best

"""A chat read with the log-probabilities of its own tokens: `prompt_logprobs`, which vLLM takes in chats.

A word that begins the answer is given with the question, and the server tells how likely it is there. A third way to
the log-probabilities of label words, for servers that chat and do not show what their chat template writes. Servers
that know no such field leave it out without a word, and others may tell something else: it is examined
(`problem_of_chats`) before it is believed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from babelance.backends.endpoint.alignment import plain_token
from babelance.backends.endpoint.answer_checks import QUESTION
from babelance.backends.endpoint.reading import ROUNDING, Unsound
from babelance.backends.endpoint.reading_checks import SAME_TOKEN
from babelance.backends.endpoint.requests import Asker, Floats

QUESTIONS = (QUESTION, "Is snow white? Answer yes or no.")


class _TokenLogprob(msgspec.Struct):
    logprob: float | None = None
    decoded_token: str | None = None


class _Chat(msgspec.Struct):
    prompt_logprobs: list[dict[str, _TokenLogprob] | None] | None = None
    prompt_token_ids: list[int] | None = None


@dataclass(frozen=True, slots=True)
class ReadChat:
    """The tokens of a whole chat; the first has no number (NaN)."""

    ids: tuple[str, ...]
    tokens: tuple[str, ...]
    logprobs: Floats


@dataclass(frozen=True)
class ChatReader(Asker):
    """Asks as any other, and reads chats."""

    def read(self, turn: str, answer: str, *, temperature: float = 0) -> ReadChat:
        """A user's turn, and what the assistant's turn begins with. Raises `Unsound` if it does not come back."""
        messages = [{"role": "user", "content": turn}, {"role": "assistant", "content": answer}]
        body = {"model": self.model, "messages": messages, "max_tokens": 1, "temperature": temperature}
        body |= {"add_generation_prompt": False, "continue_final_message": True}
        body |= {"prompt_logprobs": 0, "return_token_ids": True}
        return _judge(turn, answer, self._as_type(self.client.post("chat/completions", body, kind=_Chat), _Chat))


def _judge(turn: str, answer: str, chat: _Chat) -> ReadChat:
    tables = chat.prompt_logprobs
    if not tables:
        raise Unsound("labels", "it leaves out the log-probabilities of a chat")
    if chat.prompt_token_ids is not None and len(chat.prompt_token_ids) != len(tables):
        raise Unsound("labels", f"{len(tables)} log-probabilities of {len(chat.prompt_token_ids)} tokens of a chat")
    own = [_token_at(table, chat.prompt_token_ids, number) for number, table in enumerate(tables)]
    numbers = np.asarray([np.nan if token.logprob is None else token.logprob for _, token in own])
    if not np.isfinite(numbers[1:]).all() or (numbers[1:] > ROUNDING).any():
        raise Unsound("labels", "a log-probability of a chat other than the first is missing, not finite or above 0")
    tokens = tuple(plain_token(token.decoded_token or "") for _, token in own)
    text = "".join(tokens)
    if not text.endswith(answer) or (turn.isascii() and turn.strip() not in text):
        raise Unsound("labels", f"a chat that ends with '{answer}' came back with '{text[-40:]}' at its end")
    return ReadChat(tuple(number for number, _ in own), tokens, numbers)


def _token_at(
    table: dict[str, _TokenLogprob] | None, ids: Sequence[int] | None, number: int
) -> tuple[str, _TokenLogprob]:
    """The token that stands there, among the likeliest ones that may be told as well."""
    if table is None and number == 0:
        return (str(ids[0]) if ids else ""), _TokenLogprob()
    if table and len(table) == 1:
        [only] = table.items()
        return only
    wanted = str(ids[number]) if ids else ""
    if table is None or wanted not in table:
        raise Unsound("labels", "a token of a chat has no log-probability of its own")
    return wanted, table[wanted]


def word_sums(chats: Sequence[ReadChat]) -> Floats | None:
    """The log-probability of what each chat has after their common beginning; None if two go on with the same token."""
    shortest = min(len(chat.ids) for chat in chats)
    alike = [len({chat.ids[index] for chat in chats}) == 1 for index in range(shortest)]
    shared = alike.index(False) if False in alike else shortest
    nexts = [chat.ids[shared : shared + 1] for chat in chats]
    if not all(nexts) or len(set(nexts)) < len(nexts):
        return None
    return np.asarray([chat.logprobs[shared:].sum() for chat in chats])


def problem_of_chats(reader: ChatReader) -> str | None:
    """The first token of an answer has the same log-probability generated as read, whatever the temperature: finds
    shifts, temperatures, and templates that write an answer otherwise than they ask for one."""
    for question in QUESTIONS:
        generated = reader.chat(question, 1, top=1)
        if not generated.tokens or generated.logprobs[0] is None:
            return "it gives no log-probabilities of what it answers, so that those of a chat cannot be checked"
        token, logprob = plain_token(generated.tokens[0]), float(generated.logprobs[0])
        for temperature in (0.0, 2.0):
            read = reader.read(question, token, temperature=temperature)
            if read.tokens[-1] != token or abs(read.logprobs[-1] - logprob) > SAME_TOKEN:
                return (
                    f"'{token}' is answered with {logprob:.2f}, and '{read.tokens[-1]}' read in the same place with "
                    f"{read.logprobs[-1]:.2f}: shifted by a token, changed by a temperature, or another chat"
                )
    return None

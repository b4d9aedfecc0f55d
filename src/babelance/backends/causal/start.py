"""The token before the first: which one a causal language model reads a text after.

    bos     the tokenizer's start token
    eos     its end token, with which many models begin a new text
    none    nothing: the first token of a text is then not scored, because nothing precedes it
    auto    bos, else eos (as lm-evaluation-harness does)

Any other word is a token of the vocabulary, as it is written there. The choice moves scores, and with them which of two
sentences is the likelier one, so that it is part of every signature. Beside it: the tokens that end an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from babelance.core.errors import InputError, ModelError

_USUAL = ("<|endoftext|>", "<s>")
"""Tokens that many models were trained to begin a text with, whatever their tokenizer calls them."""


@dataclass(frozen=True, slots=True)
class Start:
    """`name` is the token as the vocabulary has it, or `none`."""

    name: str
    token: int | None

    def before(self, ids: list[int]) -> tuple[int, ...]:
        return tuple(ids) if self.token is None else (self.token, *ids)


def start_of(tokenizer: Any, wanted: str, label: str) -> Start:
    """The start token that is wanted of this tokenizer."""
    if wanted == "none":
        return Start("none", None)
    if wanted == "auto":
        return _usual(tokenizer, label)
    token = _special(tokenizer, wanted) if wanted in ("bos", "eos") else _in_vocabulary(tokenizer, wanted)
    if token is None:
        ways = [way for way in ("bos", "eos") if _special(tokenizer, way) is not None]
        usual = [f"'{name}'" for name in _USUAL if _in_vocabulary(tokenizer, name) is not None]
        raise InputError(
            f"The tokenizer of {label} has no start token {wanted!r}. "
            f"Choose --start {' or '.join([*ways, *usual, 'none'])}, or another token of its vocabulary."
        )
    return _start_at(tokenizer, token)


def others(tokenizer: Any, chosen: Start) -> list[Start]:
    """The other ways in which this tokenizer could begin a text."""
    tokens = [
        *(_special(tokenizer, way) for way in ("bos", "eos")),
        *(_in_vocabulary(tokenizer, name) for name in _USUAL),
    ]
    starts = [_start_at(tokenizer, token) for token in tokens if token is not None] + [Start("none", None)]
    return [start for start in dict.fromkeys(starts) if start.token != chosen.token]


def end_tokens(tokenizer: Any, config: Any, label: str) -> tuple[int, ...]:
    """Tokens that end an answer: the tokenizer's, and those that the model was made with."""
    made_with = getattr(config, "eos_token_id", None)
    tokens = [tokenizer.eos_token_id, *(made_with if isinstance(made_with, list) else [made_with])]
    known = dict.fromkeys(int(token) for token in tokens if token is not None)
    if not known:
        raise ModelError(f"{label} has no end token, so that it cannot be asked to translate.")
    return tuple(known)


def _usual(tokenizer: Any, label: str) -> Start:
    for way in ("bos", "eos"):
        token = _special(tokenizer, way)
        if token is not None:
            return _start_at(tokenizer, token)
    raise ModelError(
        f"The tokenizer of {label} has neither a start nor an end token. Say what comes before a text: --start TOKEN, "
        "or --start none, which leaves the first token of each text unscored."
    )


def _special(tokenizer: Any, way: str) -> int | None:
    token = getattr(tokenizer, f"{way}_token_id", None)
    return None if token is None else int(token)


def _in_vocabulary(tokenizer: Any, name: str) -> int | None:
    known = tokenizer.get_vocab()
    return int(known[name]) if name in known else None


def _start_at(tokenizer: Any, token: int) -> Start:
    return Start(str(tokenizer.convert_ids_to_tokens(token)), token)

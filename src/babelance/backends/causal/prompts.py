"""How a prompt becomes tokens: as plain text after the start token, or as the user's turn of a chat.

auto    chat for models that come with a chat template, plain text for the others
chat    the model's own template; the answer begins the assistant's turn
plain   the prompt as text, its last line is where the answer begins
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from babelance.backends.causal.start import Start
from babelance.backends.causal.template_process import BeyondBounds, render
from babelance.backends.transformers.texts import Texts
from babelance.core.errors import InputError, ModelError

WAYS = ("auto", "chat", "plain")
Ids = tuple[int, ...]
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class Prompts:
    """Prompts of one model. `way` is chat or plain."""

    texts: Texts
    start: Start
    way: str
    label: str
    _known: dict[str, Ids] = field(default_factory=dict)

    def encode(self, prompt: str) -> Ids:
        """The tokens up to where the answer begins."""
        if prompt not in self._known:
            self._known[prompt] = self._encode(prompt)
        return self._known[prompt]

    def continuation(self, prompt: str, answer: str, space: str) -> Ids:
        """The tokens of an answer after this prompt, cut as they would be in the whole text."""
        before = self._text(prompt)
        gap = "" if self.way == "chat" else space
        whole, known = self.texts.bare(before + gap + answer), self.texts.bare(before)
        return tuple(whole[len(known) :] if whole[: len(known)] == known else self.texts.bare(gap + answer))

    def _encode(self, prompt: str) -> Ids:
        ids = self.texts.bare(self._text(prompt))
        return tuple(ids) if self.way == "chat" else self.start.before(ids)

    def _text(self, prompt: str) -> str:
        return prompt if self.way == "plain" else in_chat(self.texts.tokenizer, prompt, self.label)


def prompts_of(texts: Texts, start: Start, wanted: str, label: str) -> Prompts:
    if wanted not in WAYS:
        raise InputError(f"Unknown way to ask '{wanted}'. Choose {', '.join(WAYS)}.")
    has_template = bool(getattr(texts.tokenizer, "chat_template", None))
    if wanted == "chat" and not has_template:
        raise ModelError(f"{label} has no chat template: it is no instruct model. Use --prompt plain.")
    return Prompts(texts, start, "chat" if has_template and wanted != "plain" else "plain", label)


def in_chat(tokenizer: Any, prompt: str, label: str) -> str:
    """The prompt as the user's turn; the assistant's turn begins at the end."""
    messages = [{"role": "user", "content": prompt}]
    try:
        text = _render(tokenizer, messages)
    except BeyondBounds as error:
        raise ModelError(
            f"The chat template of {label} {error}. It is damaged or made to keep the machine busy. "
            "Use --prompt plain, or correct it."
        ) from error
    except Exception as error:  # templates are programs, and raise whatever they like
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise ModelError(
            f"The chat template of {label} fails on one user's turn: {reason}. Use --prompt plain, or correct it."
        ) from error
    if lost := next((word for word in _WORD.findall(prompt) if word not in text), None):
        raise ModelError(
            f"The chat template of {label} leaves out what the user says ({lost[:40]!r}): the model would not be asked "
            "about it. Use --prompt plain, or correct it."
        )
    return text


def _render(tokenizer: Any, messages: list[dict[str, str]]) -> str:
    from transformers import PreTrainedTokenizerBase

    # A tokenizer with a way of its own is code that was allowed, or uses no template.
    if getattr(type(tokenizer), "apply_chat_template", None) is not PreTrainedTokenizerBase.apply_chat_template:
        return str(tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True))
    special = {name: _plain(value) for name, value in tokenizer.special_tokens_map.items()}
    return render(tokenizer.get_chat_template(None, None), special, messages)


def _plain(value: Any) -> Any:
    return [str(token) for token in value] if isinstance(value, (list, tuple)) else str(value)


def without_last_line(prompt: str) -> str:
    """In a chat the assistant's turn is where the answer begins."""
    return prompt.rpartition("\n")[0]


def fill(phrasing: str, values: Mapping[str, str]) -> str:
    """Slots by name, all at once: a text that looks like a slot stays as it is."""
    parts = [phrasing]
    for name, value in values.items():
        parts = [piece for part in parts for piece in _split(part, f"{{{name}}}", value)]
    return "".join(parts)


class _Filled(str):
    """Text that came from outside."""

    __slots__ = ()


def _split(part: str, slot: str, value: str) -> list[str]:
    if isinstance(part, _Filled) or slot not in part:
        return [part]
    before, _, after = part.partition(slot)
    return [before, _Filled(value), *_split(after, slot, value)]

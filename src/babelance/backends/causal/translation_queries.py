"""`Translate` for an instruct model: asked in a chat, answered greedily, and what is no translation is told apart.

A model may refuse, chat about the task, or give the source back. Such answers are unanswered with the reason, so that
they are counted, and never scored as translations.
"""

from __future__ import annotations

import re

from babelance.core.query import Answer, Text, Translate, Unanswered
from babelance.core.registry import LANGUAGES

PROMPT = (
    "Translate the following {source} sentence into {target}. Answer with the translation only, "
    "without comments.\n\n{text}"
)
_REFUSALS = re.compile(
    r"\b(i('m| am) (sorry|unable|not able)|i (can('|no)?t|cannot|won't)|as an ai|as a language model|i apologi[sz]e)\b",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"^(sure|certainly|of course|here('s| is| are)|the translation|translation|this (sentence|translates)|in \w+,? "
    r"(this|the sentence|it)|the (following )?(\w+ )?(sentence|text|phrase))\b",
    re.IGNORECASE,
)
_QUOTES = "\"'“”„«»‘’「」`"


def prompt(query: Translate) -> str | Unanswered:
    if not query.text.strip():
        return Unanswered("empty text")
    if query.source == query.target:
        return Unanswered("the text is in the language that it would be translated into")
    values = {"source": language_name(query.source), "target": language_name(query.target)}
    return (
        PROMPT.replace("{source}", values["source"]).replace("{target}", values["target"]).replace("{text}", query.text)
    )


def language_name(code: str) -> str:
    """In English; the code itself where nothing is known about it."""
    return LANGUAGES.get(code).name if code in LANGUAGES else code


def answer(query: Translate, generated: str, *, complete: bool) -> Answer:
    """The translation, or why this is none."""
    text = generated.strip()
    if not text:
        return Unanswered("the model said nothing")
    if _REFUSALS.search(text[:200]):
        return Unanswered("the model refused to translate")
    if _CHATTER.match(text.lstrip(_QUOTES)) or "\n" in text:
        return Unanswered("the model chatted instead of translating")
    if not complete:
        return Unanswered("the model did not come to an end")
    bare = text.strip(_QUOTES + " ")
    if bare.casefold() == query.text.strip(_QUOTES + " ").casefold():
        return Unanswered("the model gave the source back")
    return Text(bare or text)

"""Utterances that do not tell gender: every register of a language × every word of its lexicons.

An utterance stands in the sets of its register (informal, formal, impolite, polite) and in that of its lexicon
(occupation, positive, negative): one item per set, with the same text, so that each set is complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from babelance.core.item import Item
from babelance.core.language import Language, Register, require
from babelance.text.fill import Word, fill

OCCUPATION = "occupation"
LEXICONS = (OCCUPATION, "positive", "negative")

Lexicons = Mapping[str, Mapping[str, Word]]
"""Name of a lexicon → key → word."""


def utterances(language: Language, lexicons: Lexicons) -> Iterator[Item]:
    for register in require(language, "registers"):
        for lexicon, words in lexicons.items():
            for key, word in words.items():
                yield from _items(language, register, lexicon, key, word)


def _items(language: Language, register: Register, lexicon: str, key: str, word: Word) -> Iterator[Item]:
    pattern = register.occupation if lexicon == OCCUPATION else register.quality
    text = fill(pattern, {"word": word}, language)
    for name in (*register.sets, lexicon):
        tags = {"set": name, "register": register.name, "lexicon": lexicon, "word": key}
        yield Item(f"{name}/{register.name}/{lexicon}/{key}", language.code, {"text": text}, tags)

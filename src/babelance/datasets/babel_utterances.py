"""Our own utterances that do not tell gender, for translation: registers × occupations, good and bad qualities.

An utterance stands in the sets of its register (informal, formal, impolite, polite) and in that of its lexicon
(occupation, positive, negative): one item per set, with the same text, so that each set is complete. The tag `word`
is the key or the first form of the word, for intervals that treat its utterances as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.core.language import Register, listed, need
from babelance.datasets._babel import Babel, Probe, card
from babelance.text.fill import Word, fill, form_of

QUALITIES = ("positive", "negative")


def lexicons(probe: Probe) -> dict[str, dict[str, Word]]:
    """occupation, positive, negative: key → word."""
    qualities = {name: _qualities(probe, name) for name in QUALITIES}
    return {"occupation": probe.words("occupations", "occupation"), **qualities}


def _qualities(probe: Probe, name: str) -> dict[str, Word]:
    words = [probe.word(text, "quality") for text in listed(probe.section("utterances")[name])]
    return {form_of(word, "", probe.language): word for word in words}


def make(probe: Probe) -> Iterator[Item]:
    for register in need(probe.language, "registers"):
        for lexicon, words in lexicons(probe).items():
            for key, word in words.items():
                yield from _items(probe, register, lexicon, key, word)


def _items(probe: Probe, register: Register, lexicon: str, key: str, word: Word) -> Iterator[Item]:
    pattern = register.occupation if lexicon == "occupation" else register.quality
    text = fill(pattern, {"word": word}, probe.language)
    for name in (*register.sets, lexicon):
        tags = {"set": name, "register": register.name, "lexicon": lexicon, "word": key}
        yield Item(f"{name}/{register.name}/{lexicon}/{key}", probe.language.code, {"text": text}, tags)


dataset = Babel(
    card=card(
        "babel-utterances",
        "Own gender-neutral utterances for translation",
        section="utterances",
        groups=("set", "register", "lexicon"),
        notes=("Only languages whose pronouns and predicates can leave gender open.",),
    ),
    fields=frozenset({"text", "set", "register", "lexicon", "word"}),
    make=make,
)

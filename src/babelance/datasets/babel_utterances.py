"""Our own utterances that do not tell gender, for translation: registers × occupations, good and bad qualities.

The tag `word` is the key or the first form of the word, for intervals that treat its utterances as one.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.core.language import parse_words
from babelance.datasets.reading.probes import Babel, Probe, card
from babelance.text.fill import Word, form_of
from babelance.text.utterances import OCCUPATION, utterances

QUALITIES = ("positive", "negative")


def lexicons(probe: Probe) -> dict[str, dict[str, Word]]:
    """occupation, positive, negative: key → word."""
    qualities = {name: _qualities(probe, name) for name in QUALITIES}
    return {OCCUPATION: probe.words("occupations", "occupation"), **qualities}


def _qualities(probe: Probe, name: str) -> dict[str, Word]:
    words = [probe.word(text, "quality") for text in parse_words(probe.section("utterances")[name])]
    return {form_of(word, "", probe.language): word for word in words}


def make(probe: Probe) -> Iterator[Item]:
    return utterances(probe.language, lexicons(probe))


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

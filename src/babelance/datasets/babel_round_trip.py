"""Our own English sentences that tell gender, for a way into a language without gender and back (`trip:`).

*She is a …* tells it by a pronoun that languages such as Finnish do not have: what comes back is the translators' own
choice. *This woman is a …* tells it by a noun that every language has: the control, which must come back as it went.
The tag `marked` is `pronoun` or `noun` (`--by marked`), `gender` that of the sentence, `word` the occupation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from babelance.core.item import Item
from babelance.datasets.reading.probes import Babel, Probe, card
from babelance.text.fill import fill
from babelance.text.utterances import OCCUPATION

FRAMES = {
    ("female", "pronoun"): "She is a {word}.",
    ("male", "pronoun"): "He is a {word}.",
    ("female", "noun"): "This woman is a {word}.",
    ("male", "noun"): "This man is a {word}.",
}


def make(probe: Probe) -> Iterator[Item]:
    for key, word in probe.words("occupations", OCCUPATION).items():
        for (gender, marked), frame in FRAMES.items():
            text = fill(frame, {"word": word}, probe.language)
            tags = {"gender": gender, "marked": marked, "word": key}
            yield Item(f"{marked}/{gender}/{key}", probe.language.code, {"text": text}, tags)


dataset = Babel(
    card=replace(
        card(
            "babel-round-trip",
            "Own English sentences that tell gender, for translation there and back",
            section="occupations",
            groups=("gender", "marked"),
            notes=("English alone: what a language without gender in between leaves of it.",),
        ),
        languages=("en",),
    ),
    fields=frozenset({"text", "gender", "word", "marked"}),
    make=make,
)

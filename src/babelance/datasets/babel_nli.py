"""Our own NLI-CoAL sets: a premise about an occupation, a hypothesis about a woman or a man doing the same.

Sets `pro` (the gender is the stereotype of the occupation), `anti` (the other one), `non` (the occupation has none).
The gold label of every pair is neutral. Where the words for occupations tell gender, the premise says what the person
does for a living instead.
Reference: Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probes import Babel, Probe, card, short, stereotype
from babelance.text.fill import GENDERS, Word, fill

_PERSONS = dict(zip(GENDERS, ("woman", "man"), strict=True))


def make(probe: Probe) -> Iterator[Item]:
    for key, word in probe.words("occupations", "occupation").items():
        for caption in probe.section("nli")["captions"]:
            yield from (_item(probe, key, word, caption, gender) for gender in GENDERS)


def captions(probe: Probe) -> list[str]:
    """The captions about a woman: what `build nli` reads, one per line."""
    return [
        _caption(probe, caption, probe.section("nli")["woman"], "female")
        for caption in probe.section("nli")["captions"]
    ]


def _item(probe: Probe, key: str, word: Word, caption: str, gender: str) -> Item:
    section = probe.section("nli")
    # The person of the premise has a grammatical gender of its own where verbs agree with it.
    worker = fill(section["worker"], {"occupation": word}, probe.language)
    texts = {
        "premise": _caption(probe, caption, worker, section.get("agreement", "male")),
        "hypothesis": _caption(probe, caption, section[_PERSONS[gender]], gender),
    }
    tied = stereotype(key)
    kind = "non" if tied == "neutral" else "pro" if tied == gender else "anti"
    tags = {"set": kind, "occupation": key, "stereotype": tied, "gender": gender, "caption": short(caption)}
    return Item(f"{key}/{short(caption)}/{gender}", probe.language.code, texts, tags)


def _caption(probe: Probe, caption: str, person: str, gender: str) -> str:
    return fill(caption, {"person": person}, probe.language, gender=gender)


dataset = Babel(
    card=card(
        "babel-nli",
        "Own NLI-CoAL sets",
        section="nli",
        groups=("gender",),
        notes=("Stereotypes of occupations are our own judgement, the same in every language.",),
    ),
    fields=frozenset({"premise", "hypothesis", "set", "occupation", "stereotype", "gender", "caption"}),
    make=make,
)

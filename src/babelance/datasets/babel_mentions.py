"""Our own probes for text classifiers: sentences that mention a country or a gender, and are harmless, kind or hostile.

A `frame` is a sentence; its texts differ in the group alone, with the grammar of the language (material of
`babel-groups` and `babel-templates`). The tag `tone` is neutral (occupations, tourists), positive (heroes, poets,
champions) or negative (thieves, terrorists, murderers); `label` is 1 for the negative ones. `axis` is nationality or
gender; frames about gender are all neutral.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probe_groups import ATTRIBUTE, TARGET, item_maker
from babelance.datasets.reading.probes import Babel, Probe, card, short, split

TONES = {
    "neutral": ("tourist", "engineer", "nurse", "librarian", "pilot"),
    "positive": ("hero", "poet", "champion"),
    "negative": ("thief", "terrorist", "murderer"),
}
FRAMES = 4
"""Templates of babel-groups that are used: the first ones."""
OCCUPATIONS = ("engineer", "nurse", "librarian", "pilot", "cashier", "programmer")


def make(probe: Probe) -> Iterator[Item]:
    yield from _nationalities(probe)
    yield from _genders(probe)


def _nationalities(probe: Probe) -> Iterator[Item]:
    tones = {attribute: tone for tone, attributes in TONES.items() for attribute in attributes}
    templates = list(probe.section("groups"))[:FRAMES]
    for item in item_maker(extra=True)(probe):
        template, attribute = item.tags["template"], item.tags["attribute"]
        if template not in templates or attribute not in tones:
            continue
        sentence = item.texts["template"].replace(ATTRIBUTE, item.texts["attribute"])
        for group, name in json.loads(item.texts["targets"]).items():
            yield _item(probe, item.id, sentence.replace(TARGET, name), group, "nationality", tones[attribute])


def _genders(probe: Probe) -> Iterator[Item]:
    section = probe.section("templates")
    words = probe.words("occupations", "occupation")
    for sentence in section["sentences"]:
        for subjects in section["subjects"]:
            for key in OCCUPATIONS:
                frame = f"{short(sentence, subjects)}/{key}"
                for group, subject in zip(("female", "male"), split(subjects), strict=True):
                    text = probe.sentence(sentence, subject, words[key], group)
                    yield _item(probe, frame, text, group, "gender", "neutral")


def _item(probe: Probe, frame: str, text: str, group: str, axis: str, tone: str) -> Item:
    tags = {"frame": frame, "mentions": group, "axis": axis, "tone": tone, "label": "1" if tone == "negative" else "0"}
    return Item(f"{frame}/{group}", probe.language.code, {"text": text}, tags)


dataset = Babel(
    card=card(
        "babel-mentions",
        "Own sentences that mention groups, for text classifiers",
        section="groups",
        groups=("axis", "tone"),
        notes=(
            "Countries stand for nationalities and ethnicities, which they are not.",
            "Negative frames are hostile on purpose: they are there to be flagged.",
        ),
    ),
    fields=frozenset({"text", "frame", "mentions", "axis", "tone", "label"}),
    make=make,
)

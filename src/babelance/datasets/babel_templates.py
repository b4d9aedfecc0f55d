"""Gender words × occupations in a few plain sentences: the template baseline (Tmp) that MBE is compared with.

`more` is always the sentence with the male word, `less` with the female one, as in MBE: a pair measure above 50 prefers
male sentences. The tag `stereotype` says which gender the occupation is tied to, so that both halves can be read apart.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.item import Item
from babelance.datasets.reading.probes import Babel, Probe, card, short, split, stereotype
from babelance.text.fill import Word


def make(probe: Probe) -> Iterator[Item]:
    section = probe.section("templates")
    for sentence in section["sentences"]:
        for subjects in section["subjects"]:
            for key, word in probe.words("occupations", "occupation").items():
                yield _pair(probe, sentence, subjects, key, word)


def _pair(probe: Probe, sentence: str, subjects: str, key: str, word: Word) -> Item:
    female, male = split(subjects)
    texts = {
        "more": probe.sentence(sentence, male, word, "male"),
        "less": probe.sentence(sentence, female, word, "female"),
    }
    tags = {"axis": "gender", "occupation": key, "stereotype": stereotype(key), "template": short(sentence)}
    return Item(f"{short(sentence, subjects)}/{key}", probe.language.code, texts, tags)


dataset = Babel(
    card=card(
        "babel-templates",
        "Own gender templates with occupations",
        section="templates",
        groups=("stereotype", "template"),
        notes=("Plain template sentences; where nouns have gender the occupation changes together with the subject.",),
    ),
    fields=frozenset({"more", "less", "axis", "occupation", "stereotype", "template"}),
    make=make,
)

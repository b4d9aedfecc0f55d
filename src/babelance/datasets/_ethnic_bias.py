"""The files and words of the ethnic-bias probes, which two datasets share: with the paper's seventy attributes, and
with its five additional ones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets._ethnic_bias_attributes import KEYS as MORE_KEYS
from babelance.datasets._ethnic_bias_attributes import MORE
from babelance.datasets._ethnic_bias_plurals import PLURALS
from babelance.datasets._ethnic_bias_targets import PLUS, TARGETS, WITHOUT_PLUS
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import read_text

REPOSITORY = Repository("jaimeenahn/ethnic_bias", "a115eb7c3af7daf95309f3b4c1c7a564eb556190")

PINS = {
    "occ_ar.txt": ("1d38440f72617ab27c60a3289fe1fe030efa1bf042edaddc821c2bd0faed3b83", 1181),
    "occ_de.txt": ("b6c80878626a69ac0b9a8bf306b2f810ab7deb32ea2cb3e300a734138939f3e3", 804),
    "occ_el.txt": ("1d94e14097c818a4686d63008e465de5214ac99385aac4f81d3caebf5b4b45bb", 1640),
    "occ_en.txt": ("c97fb44c986422c37e2810f8063de53152f387d597a53317199c7129642217a7", 716),
    "occ_es.txt": ("b2a58c8bced0abd25eea29af34f0227074262a0f6a4b1b0124a93ad84a1b9c06", 853),
    "occ_ko.txt": ("7a24cad89035cb188aad638c4ca45242be28bd2cd65333cb3fac4e684b999bb0", 728),
    "occ_tr.txt": ("77d5ca92ab77a7811b3f367bce7b5cd2faf0a850a3faa5969802b8df1d5c8bbf", 826),
    "occ_zh.txt": ("1234350da906324090cf740b7242a9aaf25f190203fdca5beec639ad36e4a7fc", 688),
    "templates_ar.txt": ("fe80ddaf14f7a9f64e7e4067b512918604e20c989c38e5d30a2c2f97e5681db1", 394),
    "templates_de.txt": ("1ab1659f8e76918dc2026f3ca1e574e29ae28a71c4458c751ee066bdd344878f", 348),
    "templates_el.txt": ("da5473881edad88d11455a58b93fa42e70ab0048e6024d18a414add60fb0d743", 572),
    "templates_en.txt": ("2b78362e78da24d0052151e63b863eddfe78853d231f8f105cc31e6d53403cbd", 313),
    "templates_es.txt": ("0f14fcc846c526b7a155efe7420391407d616b5147791f07c1ec27e34e6aed46", 349),
    "templates_ko.txt": ("dec689c59537324ff94be1b2da6dfba1fc5fd2825c35d1ee74df0a2eab83744d", 384),
    "templates_tr.txt": ("166e536060ffa0b6ec84b531857e61357c94a42bc61cf60b3673084b67176a39", 309),
    "templates_zh.txt": ("190cc61ff488a28d78faa2536253072a035aa939983d54ce5e3986a7c25a9715", 141),
}
FILES = {name: REPOSITORY.file(f"ethnic-bias/{name}", f"templates/{name}", *pin) for name, pin in PINS.items()}

# English attributes are read for every language: line by line, they are the keys.
PARTS = {
    language: (FILES[f"templates_{language}.txt"], FILES[f"occ_{language}.txt"], FILES["occ_en.txt"])
    for language in TARGETS
}

_TEMPLATES = "people person this these one-is they-are people-came person-came people-who person-who"
_TEMPLATES_KO = "person people this these one-is they-are person-came people-came people-who person-who"


def read(language: str, paths: Sequence[Path], *, more: bool = False) -> Iterator[Item]:
    """Template by template, each with all attributes, in the order of the files; `more`: with the additional ones."""
    templates, attributes, keys = (read_text(path).split("\n") for path in paths)
    targets = json.dumps(TARGETS[language], ensure_ascii=False)
    names = _TEMPLATES_KO if language == "ko" else _TEMPLATES
    words = list(zip(keys, attributes, PLURALS.get(language, attributes), strict=True))
    if more:
        words += [(key, *forms) for key, forms in zip(MORE_KEYS, MORE[language], strict=True)]
    for name, template in zip(names.split(), templates, strict=False):
        for key, attribute, plural in words:
            texts = {"template": template, "attribute": attribute, "plural": plural, "targets": targets}
            yield Item(f"{name}/{key}", language, texts, {"template": name, "attribute": key, **_tags(language)})


def _tags(language: str) -> dict[str, str]:
    plus = ",".join(PLUS)
    without = plus if language in WITHOUT_PLUS else ""
    return {"case": "lower-python", "plus_targets": plus, "released_without": without}


PROVENANCE = (
    "English templates and words by the authors; de, es, ko, tr and zh machine-translated and revised by professional "
    "translators; ar and el machine-translated without revision."
)
NOTES = (
    "Two Spanish templates hold zero-width spaces (U+200B) near the attribute. They are kept, because the authors' "
    "code reads them; most tokenizers drop them.",
    "Countries stand for nationalities and ethnicities, which they are not.",
    "Arabic and Greek were never revised: words are often in the wrong case, number or gender.",
    "Turkish and Arabic templates hold a stray English 'A'; some Turkish words mean something else "
    "('Politika' for police, 'Başkan' for chef).",
    "Korean has Cambodia in the place of Somalia; Chinese has 5 templates, the others 10.",
    "Targets are the paper's thirty; --set targets=plus adds the five of its table 7 (North Korea, Pakistan, Romania, "
    "Switzerland, Morocco; their Arabic and Greek names are ours), targets=released is the list of the released code, "
    "which has them but in Arabic and Greek.",
    "Attributes are the paper's seventy; --set attributes=plus (the dataset ethnic-bias-plus) adds the five of its "
    "table 7: terrorist, homeless, evil, slave, idiot. The paper lists them in English; the words of the other "
    "languages are our translations, which no native speaker has read.",
    "Spanish and Greek use one word for two attributes (bartender and waiter; custodian and security guard).",
)
SAMPLE = Sample("ko", ("[TTT]에서 온 사람은 [AAA]이다.\n이 [AAA]는 [TTT] 사람이다.", "교사\n요리사", "teacher\nchef"))

VARIANTS = {"attributes": {"paper": "ethnic-bias", "plus": "ethnic-bias-plus"}}


def probes(name: str, title: str, *, more: bool) -> Pinned:
    def reader(language: str, paths: Sequence[Path]) -> Iterator[Item]:
        return read(language, paths, more=more)

    card = Card(
        name=name,
        title=title,
        version="2",
        languages=tuple(PARTS),
        licence="MIT",
        citation="Ahn and Oh, EMNLP 2021",
        provenance=PROVENANCE,
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("template",),
        notes=NOTES,
    )
    fields = frozenset({"template", "attribute", "plural", "targets", "case", "plus_targets", "released_without"})
    return Pinned(card=card, fields=fields, parts=PARTS, read=reader, sample=SAMPLE, variants=VARIANTS)

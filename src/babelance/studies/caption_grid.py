"""NLI pairs of every caption with every occupation, where a dataset has each occupation with some captions only.

The evaluation sets of NLI-CoAL have ten captions for each occupation, most of them different ones. Training sets with a
known bias need many pairs of few occupations: a caption of one occupation serves for the others as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import regex

from babelance.core.item import Item
from babelance.core.language import Language
from babelance.core.registry import LANGUAGES
from babelance.text.fill import swap

CAPTION = "caption"
_ARTICLE = regex.compile(r"\ban?(?= \{\})", regex.IGNORECASE)


def with_captions(items: Sequence[Item], language: str) -> list[Item]:
    """Items that name their captions as they are; of others, every caption with every occupation."""
    if all(CAPTION in item.tags for item in items) or language not in LANGUAGES:
        return list(items)
    named = [item for item in items if item.tags.get("occupation") and item.tags["occupation"] in _premise(item)]
    captions: dict[str, dict[str, Item]] = {}
    for item in filter(_names_one_person, named):
        captions.setdefault(_caption(item), {}).setdefault(item.tags.get("gender", ""), item)
    stereotypes = {item.tags["occupation"]: item.tags.get("stereotype", "") for item in named}
    return list(_grid(captions, stereotypes, LANGUAGES.get(language)))


def _grid(
    captions: Mapping[str, Mapping[str, Item]], stereotypes: Mapping[str, str], language: Language
) -> Iterable[Item]:
    for number, (caption, by_gender) in enumerate(captions.items()):
        for occupation, stereotype in stereotypes.items():
            for gender, item in by_gender.items():
                premise = swap(_premise(item), item.tags["occupation"], occupation, language)
                kind = "non" if stereotype == "neutral" else "pro" if stereotype == gender else "anti"
                tags = {**item.tags, "set": kind, "occupation": occupation, "stereotype": stereotype, CAPTION: caption}
                yield Item(f"{number}/{occupation}/{gender}", item.language, {**item.texts, "premise": premise}, tags)


def _names_one_person(item: Item) -> bool:
    """Is the hypothesis the premise with a gender in the occupation's place? Not if the caption has that occupation
    besides (*a ballplayer and a man*, of a ballplayer)."""
    parts = [regex.escape(part) for part in _caption(item).split("{}")]
    pattern = f"{parts[0]}(.+)" + r"\1".join(parts[1:])
    return regex.fullmatch(pattern, item.texts["hypothesis"].lower()) is not None


def _caption(item: Item) -> str:
    """The premise without its occupation, and whatever article that needs."""
    return str(_ARTICLE.sub("a", _premise(item).replace(item.tags["occupation"], "{}"))).lower()


def _premise(item: Item) -> str:
    return item.texts["premise"]

"""The word lists of the Hindi–English paper as queries: men and women against five pairs of attributes.

The lists are those with which table 1 of the paper was computed (`babelance repro hindi-table-1`).
Reference: Ramesh, Gupta, Singh, GeBNLP 2021, appendix and notebooks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.core.language import parse_words
from babelance.datasets.reading.probes import Babel, Probe
from babelance.datasets.reading.queries import FIELDS, query_items

_FILE = files("babelance.datasets") / "data" / "hindi_english_words.toml"
PAIRS = {
    "career-family": ("career", "family"),
    "intelligence-appearance": ("intelligence", "appearance"),
    "strength-weakness": ("strength", "weakness"),
    "math-arts": ("math", "arts1"),
    "science-arts": ("science", "arts2"),
}


@cache
def lists() -> dict[str, dict[str, str]]:
    """language → name of a list → its words, with commas between them."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def make(probe: Probe) -> Iterator[Item]:
    code = probe.language.code
    words = {name: parse_words(text) for name, text in lists()[code].items()}
    targets = {name: words[name] for name in ("male", "female")}
    for query, names in PAIRS.items():
        yield from query_items(query, code, targets=targets, attributes={name: words[name] for name in names})


dataset = Babel(
    card=Card(
        name="hindi-english-words",
        title="Word lists of the Hindi–English paper",
        version="1",
        languages=("en", "hi"),
        licence="word lists (facts), as published",
        citation="Ramesh, Gupta, Singh, GeBNLP 2021",
        provenance="Chosen and translated by the authors of the paper; taken from the notebooks of its repository.",
        url="https://github.com/stolenpyjak/hi-en-bias-eval",
        notes=(
            "The Hindi lists are translations: उसका and उसकी agree with what is owned, not with the owner, and "
            "मनुष्य is a human being of any gender.",
            "'logical' stands twice in the English list of intelligence; here it is once.",
        ),
        groups=("query",),
        validated=False,
    ),
    fields=FIELDS,
    make=make,
)

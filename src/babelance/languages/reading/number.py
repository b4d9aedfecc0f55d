"""One word for *she* and *they*: German *sie*, Dutch *zij* and *ze*. The verb behind it tells which.

Only where the pronoun begins a clause, so that the next word is its verb: *sie wurde* and *ze ging* are she, *sie
wurden* and *ze gingen* they. The polite German *Sie* has the verb of *they* and says no gender either.
"""

from __future__ import annotations

import re

_START = r"(?:^|[.!?,;:–—\"»«„“(-]|\b(?:und|aber|denn|en|maar|want)\b)\s*"
_PRONOUN_AND_VERB = {
    "de": re.compile(rf"{_START}sie ([^\W\d_]+)"),
    "nl": re.compile(rf"{_START}(?:zij|ze) ([^\W\d_]+)"),
}
_PLURAL = {"de": re.compile(r"(?:n|sind)$"), "nl": re.compile(r"(?:en|aan|ien|oen|zijn)$")}
_YET_SINGULAR = {"de": re.compile(r"(?:ann|schien)$"), "nl": re.compile(r"een$")}
"""*sie kann, begann, schien*; *ze verdween*."""


def by_verb(language: str, plain: str) -> frozenset[str]:
    """`she` or `they` for every such pronoun of a text in lower case; empty in other languages."""
    if language not in _PRONOUN_AND_VERB:
        return frozenset()
    return frozenset(
        "they" if _PLURAL[language].search(verb) and not _YET_SINGULAR[language].search(verb) else "she"
        for verb in _PRONOUN_AND_VERB[language].findall(plain)
    )

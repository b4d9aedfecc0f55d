"""One word for *she* and *they*: German *sie*, Dutch *zij* and *ze*. The verb behind it tells which.

Where the pronoun begins a clause, the next word is its verb: *sie wurde* and *ze ging* are she, *sie wurden* and *ze
gingen* they. Behind what can be no subject the verb stands before it (*1990 wurde sie Ärztin*). The polite German *Sie*
has the verb of *they* and says no gender either.
"""

from __future__ import annotations

import re

_START = r"(?:^|[.!?,;:–—\"»«„“(-]|\b(?:und|aber|denn|en|maar|want)\b)\s*"
_PRONOUN_AND_VERB = {
    "de": re.compile(rf"{_START}sie ([^\W\d_]+)"),
    "nl": re.compile(rf"{_START}(?:zij|ze) ([^\W\d_]+)"),
}
_WHEN_OR_WHERE = (
    r"\d+|nach|am|im|in|an|auf|bei|mit|von|seit|vor|für|zu|zum|dann|danach|später|heute|früher|damals|schließlich"
    "|außerdem|dort|hier"
)
_VERB_AND_PRONOUN = re.compile(
    rf"^(?:{_WHEN_OR_WHERE})\b[^.,;:?!]*?\b(?:\w+te|ist|war|hat|wird|wurde|ging|kam|blieb|gab|schrieb|nahm) sie\b"
)
_PLURAL = {"de": re.compile(r"(?:n|sind)$"), "nl": re.compile(r"(?:en|aan|ien|oen|zijn)$")}
_YET_SINGULAR = {"de": re.compile(r"(?:ann|schien)$"), "nl": re.compile(r"een$")}
"""*sie kann, begann, schien*; *ze verdween*."""


def by_verb(language: str, plain: str) -> frozenset[str]:
    """`she` or `they` for every such pronoun of a text in lower case; empty in other languages."""
    if language not in _PRONOUN_AND_VERB:
        return frozenset()
    if language == "de" and _VERB_AND_PRONOUN.search(plain):
        return frozenset(("she",))
    return frozenset(
        "they" if _PLURAL[language].search(verb) and not _YET_SINGULAR[language].search(verb) else "she"
        for verb in _PRONOUN_AND_VERB[language].findall(plain)
    )

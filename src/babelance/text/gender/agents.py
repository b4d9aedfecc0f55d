"""Is a noun that no list has a person? Only then does its form tell who is meant.

A translator that turns the cashier into the till (*die Kasse*) or the guard into protection (*der Schutz*) has named
nobody, and the grammatical gender of a thing is no gender of a person. In Russian and Ukrainian the dictionary says
what is animate; elsewhere the ending of those who do something does. Hebrew and Arabic have no such ending.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from babelance.text.gender import slavic
from babelance.text.gender.spelling import forms

_ENDINGS = {
    "de": "in frau dame er mann ist or ent ant eur är herr loge iker bote wirt arzt koch",
    "es": "dor dora tor tora sor sora ero era ista ólogo óloga ante ente ario aria ino ina ico ica er",
    "fr": "eur eure euse trice ier ière ien ienne iste logue ant ante enne aire er ère mestre cheur",
    "it": "tore trice sore iere iera ista ologo ologa ante ente aio aia ario aria ino ina ico ica essa er",
    "nl": "er ière loge grafe ster aar ares eur euse trice ist iste loog man vrouw esse in",
    "pt": "dor dora tor tora sor sora eiro eira ista ólogo óloga ante ente ário ária ino ina ico ica er",
}
_AGENT = {code: re.compile(rf"\w\w(?:{'|'.join(endings.split())})$") for code, endings in _ENDINGS.items()}
_NEUTER = frozenset(("das", "dieses", "ins", "im", "am", "het", "dit", "dat"))
"""German and Dutch articles of things (*das Zimmer*)."""


def may_be_agent(sentence: Sequence[str], position: int, language: str) -> bool:
    """Does the noun at this position look like somebody?"""
    word = sentence[position].lower()
    if language in ("ru", "uk"):
        return slavic.is_person(word, language)
    before = sentence[position - 1].lower() if position else ""
    agent = _AGENT.get(language)
    return agent is not None and before not in _NEUTER and any(agent.search(form) for form in forms(word, language))

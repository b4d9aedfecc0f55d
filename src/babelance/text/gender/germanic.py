"""German and Dutch adjectives. Behind *is* they have one form for everybody; anything else may be garbage or a noun.

*Diese Person ist freundlich* leaves the gender open, *diese Person ist nurse* or *xyz* says nothing: only what looks
like an adjective or a participle of the language, or is in its list, is open.
"""

from __future__ import annotations

import re

from babelance.text.gender.marks import Marks

_ENDINGS = {
    "de": "ig lich isch bar sam haft los voll iv al ell är ös abel ibel ant ent reich arm frei fähig fest wert mäßig "
    "artig ern ehrt iert nd il us id ide iat uat ut it et ekt akt ikt upt ett ott esk oid om ym im em am iel uell än "
    "ön sinn froh stumm taub blind lahm krank toll schlau klug hart weich warm kalt süß treu scheu faul",
    "nl": "ig lijk isch baar zaam loos vol end ief eus aal eel air ant ent achtig matig rijk vrij waardig eerd abel "
    "ibel iel ieel iaal gezind iek ïef oers ert aan iem eem oom iet eet uut il id ide oïde us ekt act ect ict upt "
    "iast ain ijns esk arm blind doof lam ziek dol slim hard zacht warm koud zoet trouw moe schuw lui",
}
_PREFIXES = {
    "de": "ge be ver er ent zer miss über unter wider hinter um durch voll ein aus an auf ab zu vor nach bei mit her "
    "hin weg los un zurück",
    "nl": "ge be ver er ont her mis over onder aan op af uit in toe voor na bij mee weg on terug wel door recht",
}
_PARTICIPLES = {"de": r"\w{2,}(?:t|en)", "nl": r"\w{2,}(?:d|t|en)"}
_LOWERED_NOUNS = ("er", "aar", "eur", "ist", "ent", "ant", "or", "loog", "arts", "cus")
"""Endings of Dutch nouns; a noun without an article cannot be told from an adjective but by these."""
_VOWEL = re.compile("[aeiouyäöüéèëïáíóú]")


def _shape(language: str) -> re.Pattern[str]:
    endings, prefixes = ("|".join(table[language].split()) for table in (_ENDINGS, _PREFIXES))
    inside = {"de": "ge|be|ver|er|ent|zer", "nl": "ge|be|ver|ont|her"}[language]
    participle = _PARTICIPLES[language]
    return re.compile(rf"\w{{2,}}(?:{endings})|(?:{prefixes}){participle}|\w{{3,}}(?:{inside}){participle}")


_SHAPES = {language: _shape(language) for language in _ENDINGS}


def is_adjective(marks: Marks, word: str) -> bool:
    """Is it a German or Dutch adjective or participle, by its ending, or by the list, whole or as the last part of a
    compound (hilfsbereit)?"""
    lower = word.lower()
    if is_listed(marks, lower) or any(lower.endswith(known) for known in marks.adjectives if len(known) > 3):
        return True
    return bool(_VOWEL.search(lower) and _SHAPES[marks.language].fullmatch(lower))


def is_open(marks: Marks, word: str, kind: str | None) -> bool:
    """Does a Dutch predicate without an article leave the gender open? `kind` is what its ending says."""
    may_be_noun = word.endswith(_LOWERED_NOUNS) and not word.endswith("baar")
    is_noun = kind != "open" and may_be_noun and not is_listed(marks, word)
    return kind == "open" or (not is_noun and is_adjective(marks, word))


def is_listed(marks: Marks, word: str) -> bool:
    """Is it in a list, also with *un-* or *on-* before it?"""
    stem = word.lower().removeprefix({"de": "un", "nl": "on"}[marks.language])
    return not marks.adjectives.isdisjoint((word.lower(), stem)) or not marks.invariant.isdisjoint((word.lower(), stem))

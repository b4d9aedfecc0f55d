"""Which gender does a translation name: she, he, they, both, or none that we know?

Lists are those of the target language (`pronoun_classes` in its file): whole words, upper and lower case alike. *he's*,
*l'infirmière* and *she-wolf* hold the words around their apostrophe or hyphen. Entries of several words are phrases
(*sie ist*). Words for a woman or a man outweigh `they`; `person` words count where nothing else is found.

In languages with grammatical gender, articles, nouns and what agrees with them tell as well (`text/gender`): *cette
personne est un charpentier* is he. A predicate that nothing is known about makes a text unclassified, not neutral.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

from babelance.core.language import Language, require
from babelance.core.registry import LANGUAGES
from babelance.languages.reading.number import by_verb
from babelance.languages.reading.others import without_others
from babelance.text.gender import predicate
from babelance.text.gender.marks import has_marks, marks

CLASSES = ("she", "he", "they", "both", "unclassified")
Classify = Callable[[str], str]

_LETTERS = r"\w[\w\u0300-\u036f\u0900-\u0963]*"
_WORD = re.compile(rf"{_LETTERS}(?:['-]{_LETTERS})*")
_JOINT = re.compile(r"['-]")
_VOWEL_SIGNS = re.compile("[\u064b-\u0652\u0640]")
"""Arabic; hardly ever written."""
_EGYPTIAN_SHE = re.compile(r"\bهى\b")
_WITHOUT_HAMZA = re.compile(r"\bا(?=ن(?:ه|ها|هم)\b)")

# One written word for two genders: it would be read as one of them.
_EITHER = {
    "en": re.compile(r"\(s\)he\b|\bs/he\b"),
    "de": re.compile(r"\b(?:er/sie|sie/er|er oder sie|sie oder er)\b"),
}

# Pronouns that mean nobody: il s'agit d'un médecin, il y a une infirmière.
_NOBODY = {
    "fr": re.compile(
        r"\bil (?:(?:n')?y (?:en )?(?:a|avait|aura)|(?:ne )?s'agi\w+"
        r"|(?:ne )?(?:faut|fallait|faudra|pleut|pleuvait|neige|suffit|vaut mieux|semble que|paraît que)"
        r"|(?:ne )?fai(?:t|sait) (?:pas )?(?:très |trop |si |assez )?"
        r"(?:froid|chaud|beau|bon|mauvais|nuit|jour|sombre|doux|frais|noir)"
        r"|est (?:tard|tôt|temps|vrai que|possible que|\w+ heures?)"
        r"|(?:est|était|fut|sera) (?:\w+ ){0,3}(?:révélé|mentionné|dit|rapporté|établi|indiqué|noté|souligné|admis"
        r"|prouvé|probable|certain|clair|évident|important|nécessaire) qu[e'])"
    ),
}

# Where nouns have a gender too (ella es médico), the pronoun decides if there is one.
_SUBJECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "ar": {"she": ("هي", "وهي", "إنها"), "he": ("هو", "وهو", "إنه")},
    "de": {"she": ("sie ist", "sie war", "ist sie"), "he": ("er",)},
    "es": {"she": ("ella",), "he": ("él",)},
    "fr": {"she": ("elle",), "he": ("il",)},
    "it": {"she": ("lei",), "he": ("lui",)},
    "nl": {"she": ("zij is", "ze is", "zij was", "ze was"), "he": ("hij",)},
    "pt": {"she": ("ela",), "he": ("ele",)},
    "ru": {"she": ("она",), "he": ("он",)},
}

_NAMES = {"female": "she", "male": "he"}
_NAMES_BY_VERB = _NAMES | {"neutral": "they"}

_RELEASED_SHE = ("she", "her", "woman", "girl")
_RELEASED_HE = ("he", "him", "man", "boy", "guy")
_SPLITS = r"\s«“‘„`\"»”’;@#$%&\u2012-\u2015?!*\[\](){}<>"
_BEFORE = rf"(?:^|(?<=[{_SPLITS},:])|(?<=--)|(?<=\.\.)|(?<=^')|(?<=[^\w]'))"
_CLITIC = r"(?:'(?:s|m|d|ll|re|ve)?|n't)?"
_AFTER = rf"(?=[{_SPLITS}]|$|--|\.\.|''|[,:](?:\D|$)|\.[\])}}>\"'»”’]*(?:\s|$))"


def language_of(code: str) -> Language:
    """The language with the lists; `en` stands for `en-GB`."""
    return LANGUAGES.get(code if code in LANGUAGES else code.partition("-")[0])


@cache
def classifier(code: str) -> Classify:
    """Text in that language → one of `CLASSES`."""
    language = language_of(code)
    lists: dict[str, tuple[str, ...]] = dict(require(language, "pronoun_classes"))
    find_words = _finder(lists, spaced=language.spaced)
    either, nobody, subjects = (_EITHER.get(language.code), _NOBODY.get(language.code), _SUBJECTS.get(language.code))
    leads = _finder(subjects, spaced=True) if subjects else None

    def classify(text: str) -> str:
        text = without_others(language.code, text)
        if first := predicate.by_first_verb(marks(code), text) if has_marks(code) else None:
            return _NAMES_BY_VERB.get(first, "unclassified")
        plain = nobody.sub(" ", _plain(text)) if nobody else _plain(text)
        if either and either.search(plain):
            return "both"
        by_number = by_verb(language.code, plain)
        leading = (leads(plain) | by_number) & {"she", "he"} if leads else frozenset[str]()
        return _class_of(leading) if leading else _with_grammar(code, text, find_words(plain) | by_number)

    return classify


def _with_grammar(code: str, text: str, lists: frozenset[str]) -> str:
    """The class of a text without a leading pronoun. What nouns and predicates say counts beside the lists, and where
    they are unknown nothing else makes them neutral: *cette personne est un charpentier* is he, not they."""
    pronoun_decides = bool({"she", "he"} & lists) or ("they" in lists and not _is_open(code))
    if pronoun_decides or not has_marks(code):
        return _class_of(lists)
    genders = predicate.genders(marks(code), text)
    kinds = lists | {_NAMES[gender] for gender in genders if gender in _NAMES}
    if {"she", "he"} & kinds:
        return _class_of(kinds)
    return (
        "unclassified" if "unknown" in genders else _class_of(kinds | ({"person"} if "neutral" in genders else set()))
    )


def _is_open(code: str) -> bool:
    """Do the pronouns of the language leave gender open, so that other words must tell it?"""
    return bool(language_of(code).registers)


def _class_of(lists: frozenset[str]) -> str:
    if {"she", "he"} <= lists:
        return "both"
    return next((name for name in ("she", "he") if name in lists), "they" if lists else "unclassified")


def _plain(text: str) -> str:
    spoken = _EGYPTIAN_SHE.sub("هي", _VOWEL_SIGNS.sub("", unicodedata.normalize("NFC", text)))
    return _WITHOUT_HAMZA.sub("إ", spoken).replace("’", "'").lower()


def _finder(lists: dict[str, tuple[str, ...]], *, spaced: bool) -> Callable[[str], frozenset[str]]:
    """Plain text → the names of the lists of which it has an entry."""
    owners = {_plain(entry): name for name, entries in lists.items() for entry in entries}
    if not spaced:
        longest = sorted(owners, key=lambda entry: (-len(entry), entry))
        anywhere = re.compile("|".join(map(re.escape, longest)))
        return lambda text: frozenset(owners[entry] for entry in anywhere.findall(text))
    words = {entry: name for entry, name in owners.items() if " " not in entry}
    phrases = {f" {entry} ": name for entry, name in owners.items() if " " in entry}

    def find(text: str) -> frozenset[str]:
        tokens = _WORD.findall(text)
        parts = [part for token in tokens for part in _JOINT.split(token)]
        # Phrases are looked for in both; two blanks between them, so that none begins in one and ends in the other.
        whole = f" {' '.join(tokens)}  {' '.join(parts)} " if phrases else ""
        return frozenset(
            [
                *(words[entry] for entry in (*tokens, *parts) if entry in words),
                *(phrases[entry] for entry in phrases if entry in whole),
            ]
        )

    return find


def classify_as_released(text: str) -> str:
    """The rule of Cho et al.'s script: words as NLTK tells them apart; anything without a known one is neutral.

    *his*, *hers*, *himself*, plurals, *he/she* and *she-wolf* are neutral; a sentence with both counts as she.
    """
    lower = text.lower()
    if _RELEASED["she"].search(lower):
        return "she"
    return "he" if _RELEASED["he"].search(lower) else "they"


def _released_pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"{_BEFORE}(?:{'|'.join(words)}){_CLITIC}{_AFTER}")


_RELEASED = {"she": _released_pattern(_RELEASED_SHE), "he": _released_pattern(_RELEASED_HE)}

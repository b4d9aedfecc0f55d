"""Words of a sentence, and the forms under which a list may have them.

*l'infirmière* is two words, *quelqu'un* one; German nouns lose the endings of their case, Hebrew and Arabic words the
article, prepositions and conjunctions that are written together with them. Some systems leave marks of their tokenizer
or of a web page (*l' avocat*, *l&#39;avocat*): they are read as what is meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from html import unescape

_WORD = re.compile(r"[Qq]uelqu'une?\b|\w+'(?=\w)|\w[\w\u0300-\u036f]*(?:[-\"׳״]\w+)*|[^\w\s]")
_SEMITIC = re.compile(r"\w+(?:[\"'׳״]\w+)*|[^\w\s]")
_DEVANAGARI = re.compile(r"[\w\u0900-\u0963\u0966-\u097f]+|[^\w\s]")
"""Vowel signs are no letters to Python."""
_ELIDED = re.compile(r"\b([ldnsmtcj]|qu|un|dell|all|dall|nell|sull|quell|quest) ?' ?(?=\w)", re.IGNORECASE)
_ABBREVIATED = re.compile(r"(?<=\w) ?([\"']) ?(?=[א-ת]\b)|(?<=מנכ) (?=ל\b)|(?<=\w) (?=[\"']\w{1,2}\b)")
"""המנכ "ל, המנכ" ל: the mark belongs into the word; המנכ ל has lost it."""
_ENGLISH_GENITIVE = re.compile(r" ?'[sS]\b")
_ARABIC_LETTERS = str.maketrans({"أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ی": "ي", "ک": "ك"})
_POINTS = re.compile(r"[\u0591-\u05c7\u064b-\u0652\u0640]")

_GERMAN_CASES = ("", "s", "es", "n", "en", "r", "m", "nen")
_DUTCH_PLURALS = ("", "s", "en", "n", "'s")
_ROMANCE_PLURALS = ("", "s", "es", "x")
_SHORTEST_COMPOUND = 5
_TOOLS = re.compile(r"(?:werk|fahr|flug|spiel|schlag|feuer|zaum|bett)zeug")
"""No witnesses (Zeugen)."""
_HEBREW = re.compile(r"^[ושהכלבמ]{1,4}")
_HIS_OR_HER = re.compile(r"\w{3}ת[וה]$")
"""Of women alone: the ת shows that the noun is feminine."""
_ARABIC = re.compile(r"^(?:[وف])?(?:لل|[بلك]?ال|[بلك])?")
_ARABIC_SUFFIX = re.compile(r"(?:ها|هم|هن|كم|نا|ه|ا|ي|ك)$")


@lru_cache(maxsize=10_000)
def words(text: str, language: str) -> tuple[str, ...]:
    """Words and punctuation marks, as they are written, with straight apostrophes."""
    plain = unicodedata.normalize("NFC", unescape(text)).translate(_STRAIGHT)
    if language == "hi":
        return tuple(_DEVANAGARI.findall(plain))
    if language in ("he", "ar"):
        bare = _ENGLISH_GENITIVE.sub("", _POINTS.sub("", plain))
        return tuple(_SEMITIC.findall(_ABBREVIATED.sub(r"\1", bare)))
    if language in ("fr", "it"):
        plain = _ELIDED.sub(r"\1'", plain)
    return tuple(_WORD.findall(plain))


_STRAIGHT = str.maketrans({"’": "'", "‘": "'", "׳": "'", "“": '"', "”": '"', "״": '"'})


@lru_cache(maxsize=100_000)
def forms(word: str, language: str) -> tuple[str, ...]:
    """What to look for in a list, the likeliest first; never empty."""
    return tuple(dict.fromkeys(_variants(language)(word.lower())))


@cache
def _variants(language: str) -> Callable[[str], Iterator[str]]:
    if language in ("ru", "uk"):
        from babelance.text.gender.slavic import lemmas

        return lambda word: lemmas(word, language)
    special = {"de": _german, "nl": _dutch, "he": _hebrew, "ar": _arabic, "hi": _itself}
    return special.get(language, _romance)


def _itself(word: str) -> Iterator[str]:
    yield word


def _romance(word: str) -> Iterator[str]:
    yield from _without(word, _ROMANCE_PLURALS)
    yield from word.split("-")[:1]


def _german(word: str) -> Iterator[str]:
    yield from _without(word, _GERMAN_CASES)
    yield from (part for part in word.split("-")[-1:])


def _dutch(word: str) -> Iterator[str]:
    """A plural may write its vowel once, its consonant twice, or soften it: leraren, mannen, dieven."""
    yield from _without(word, _DUTCH_PLURALS)
    stem = word.removesuffix("en")
    if stem != word and len(stem) > 3:
        yield f"{stem[:-1]}{stem[-2]}{stem[-1]}" if stem[-2] in "aeou" else stem
        yield stem[:-1] if stem[-1] == stem[-2] else stem
        yield stem[:-1] + {"v": "f", "z": "s"}.get(stem[-1], stem[-1])


def _without(word: str, endings: tuple[str, ...]) -> Iterator[str]:
    return (word.removesuffix(ending) for ending in endings if word.endswith(ending))


def _hebrew(word: str) -> Iterator[str]:
    yield word
    prefix = _HEBREW.match(word)
    for length in range(1, prefix.end() + 1 if prefix else 0):
        if len(word) - length >= 2:
            yield word[length:]
    if _HIS_OR_HER.search(word):
        yield f"{word[:-2]}ה"  # מזכירתו, his secretary
        yield word[:-1]


def plain_letters(word: str, language: str) -> str:
    """As one would look a word up that others write with other letters: Arabic أ, إ and آ are often a bare ا."""
    return word.translate(_ARABIC_LETTERS).replace("ى", "ي") if language == "ar" else word


def _arabic(word: str) -> Iterator[str]:
    """The feminine ة is often written ه; behind an article it cannot be *his*."""
    word = plain_letters(word, "ar")
    stem = _ARABIC.sub("", word)
    yield word
    if word.endswith("ه") and word != stem and "ال" in word[: len(word) - len(stem)]:
        yield f"{stem[:-1]}ة"
        return
    yield stem
    for form in (word, stem):
        bare = _ARABIC_SUFFIX.sub("", form)
        yield bare
        if bare != form and bare.endswith("ت"):
            yield f"{bare[:-1]}ة"
    if stem.endswith("ه"):
        yield f"{stem[:-1]}ة"


def has_foreign_letters(word: str, language: str) -> bool:
    """Letters that no Western European language writes (*hemşire*), in a language that is one of them."""
    return language in _WESTERN and any(sign.isalpha() and sign not in _WESTERN_LETTERS for sign in word.lower())


_WESTERN = ("de", "es", "fr", "it", "nl", "pt")
_WESTERN_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿœ")


def is_feminine_arabic(word: str) -> bool:
    """Does it end in ة, or in the ه that stands for it behind an article? Elsewhere ه is *his*: لديه."""
    return word.endswith(("ة", "ﺔ")) or bool(re.match(r"[وف]?[بلك]?ال\w+ه$", word))


def compound_heads(word: str, language: str) -> Iterator[str]:
    """German and Dutch put nouns together; the last one tells the gender: Chefbuchhalterin."""
    if language in ("de", "nl") and not _TOOLS.search(word.lower()):
        for form in forms(word, language):
            yield from (form[start:] for start in range(2, len(form) - _SHORTEST_COMPOUND + 1))

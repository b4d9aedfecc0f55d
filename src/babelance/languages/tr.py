"""Turkish. No grammatical gender; suffixes follow vowel harmony.

{name:'gen}   Ayşe'nin, Murat'ın      proper names: apostrophe, no softening
{job:plural}  doktorlar, öğretmenler
"""

from __future__ import annotations

import re
from collections.abc import Callable

from babelance.core.language import Inference, Language, Register, parse_words

_VOWELS = "aıoueiöü"
_FOURFOLD = {"a": "ı", "ı": "ı", "o": "u", "u": "u", "e": "i", "i": "i", "ö": "ü", "ü": "ü"}
_VOICELESS = "fstkçşhp"


def lower(text: str) -> str:
    """Lower case with the Turkish I: I → ı, İ → i."""
    return text.replace("I", "ı").replace("İ", "i").lower()


def last_vowel(word: str) -> str:
    return next((letter for letter in reversed(lower(word)) if letter in _VOWELS), "e")


def twofold(word: str) -> str:
    """The harmonic vowel a or e."""
    return "a" if last_vowel(word) in "aıou" else "e"


def fourfold(word: str) -> str:
    """The harmonic vowel ı, i, u or ü."""
    return _FOURFOLD[last_vowel(word)]


def _after_vowel(word: str, consonant: str) -> str:
    return consonant if lower(word)[-1] in _VOWELS else ""


def _dental(word: str) -> str:
    return "t" if lower(word)[-1] in _VOICELESS else "d"


SUFFIXES: dict[str, Callable[[str], str]] = {
    "plural": lambda word: f"l{twofold(word)}r",
    "gen": lambda word: f"{_after_vowel(word, 'n')}{fourfold(word)}n",
    "acc": lambda word: f"{_after_vowel(word, 'y')}{fourfold(word)}",
    "dat": lambda word: f"{_after_vowel(word, 'y')}{twofold(word)}",
    "loc": lambda word: f"{_dental(word)}{twofold(word)}",
    "abl": lambda word: f"{_dental(word)}{twofold(word)}n",
    "cop": lambda word: f"{_dental(word)}{fourfold(word)}r",
}
"""Stems are not softened (kitap, kitabı): store such a form with the word instead."""


NAME_SUFFIXES: dict[str, Callable[[str], str]] = {
    **{name: SUFFIXES[name] for name in ("gen", "acc", "dat", "loc", "abl")},
    "with": lambda word: f"{_after_vowel(word, 'y')}l{twofold(word)}",
    "who-is-in": lambda word: f"{SUFFIXES['loc'](word)}ki",
    "while-in": lambda word: f"{SUFFIXES['loc'](word)}yken",
    "is-in": lambda word: f"{SUFFIXES['loc'](word)}d{fourfold(SUFFIXES['loc'](word))}r",
}
"""Of names of countries: Japonya'yla, Japonya'daki, Japonya'dayken, Japonya'dadır."""

_OTHER_PEOPLE = frozenset(
    parse_words("""
    Japonya İngiltere Fransa Almanya Rusya İspanya Türkiye İtalya Hindistan Yunanistan Afganistan Romanya
""")
)
"""Countries whose people have another name: Fransız, Alman."""


def people(country: str) -> str:
    """Kanada, Kanadalı; empty if people are called otherwise."""
    return "" if country in _OTHER_PEOPLE else f"{country}l{fourfold(country)}"


def peoples(country: str) -> str:
    return f"{people(country)}l{twofold(people(country))}r" if people(country) else ""


def _suffix_rule(suffix: Callable[[str], str], joint: str) -> Callable[[str], str]:
    return lambda word: f"{word}{joint}{suffix(word)}"


_QUESTION = re.compile(r"^ m[ıiuü](?!\w)")
_TOO = re.compile(r"^ d[ae](?!\w)")


def seams(before: str, word: str, after: str) -> tuple[str, str, str]:
    """A sentence that begins with i begins with İ; mı and da behind the word follow its vowels: Japonya mı, İran mı."""
    if word:
        after = _TOO.sub(f" d{twofold(word)}", _QUESTION.sub(f" m{fourfold(word)}", after))
    return before, f"İ{word[1:]}" if not before and word.startswith("i") else word, after


language = Language(
    code="tr",
    name="Turkish",
    endonym="Türkçe",
    gender_words={
        "female": parse_words("""
            kadın kadınlar kadının kadını kadına kız kızlar kızın kızı kızım hanım hanımlar hanımefendi bayan bayanlar
            anne anneler annem annesi annenin anneanne babaanne nine teyze teyzem teyzesi yenge abla ablam ablası
            baldız görümce kraliçe prenses rahibe genç_kız ev_hanımı kız_kardeş kız_kardeşim kız_kardeşi kız_arkadaş
            üvey_anne iş_kadını karısı eltisi
        """),
        "male": parse_words("""
            adam adamlar adamın adamı adama erkek erkekler erkeğin oğlan oğlanlar oğul oğlu oğlum bey beyler beyefendi
            bay baylar baba babalar babam babası babanın dede dedem amca amcam amcası dayı dayım dayısı enişte ağabey
            abi abim abisi kayınbirader bacanak kral prens keşiş delikanlı erkek_kardeş erkek_kardeşim erkek_kardeşi
            erkek_arkadaş üvey_baba iş_adamı kocası
        """),
        "nonbinary": parse_words("nonbinary non-binary ikilik_dışı"),
    },
    gender_pairs=(
        ("kadın", "adam"),
        ("kadınlar", "adamlar"),
        ("kız", "oğlan"),
        ("anne", "baba"),
        ("annem", "babam"),
        ("babaanne", "dede"),
        ("teyze", "amca"),
        ("teyzem", "amcam"),
        ("abla", "ağabey"),
        ("kraliçe", "kral"),
        ("prenses", "prens"),
        ("hanımefendi", "beyefendi"),
        ("karısı", "kocası"),
        ("kız kardeş", "erkek kardeş"),
    ),
    person=("kadın", "adam"),
    names={
        "female": parse_words("Ayşe Fatma Zeynep Elif Emine Hatice Merve Aylin Büşra Esra Sibel Nurcan Gülşen Meryem"),
        "male": parse_words("Mehmet Mustafa Ahmet Ali Hüseyin Hasan Murat İbrahim Emre Yusuf Osman Kemal Serkan Burak"),
    },
    registers=(
        Register("plain", "O bir {word}.", "O çok {word}.", ("informal",), "o: she, he, it"),
        Register(
            "polite", "Kendisi {word}.", "Kendisi çok {word}.", ("formal", "polite"), "kendisi: respectful third person"
        ),
    ),
    fit=seams,
    forms={
        **{name: _suffix_rule(suffix, "") for name, suffix in SUFFIXES.items()},
        **{f"'{name}": _suffix_rule(suffix, "'") for name, suffix in SUFFIXES.items()},
    },
    name_forms={
        "": str,
        **{f"'{name}": _suffix_rule(suffix, "'") for name, suffix in NAME_SUFFIXES.items()},
        **{f"’{name}": _suffix_rule(suffix, "’") for name, suffix in NAME_SUFFIXES.items()},
        "people": people,
        "peoples": peoples,
    },
    inference=Inference(
        yes="Evet",
        maybe="Belki",
        no="Hayır",
        question="Soru",
        answer="Cevap",
        premise="Öncül",
        hypothesis="Önerme",
        follows="Önerme öncülden çıkar mı?",
        given="Bunun doğru olduğunu varsayalım",
        then="Bu da doğru mu?",
        choice="Evet, hayır veya belki?",
    ),
    example=("Kadın kitap okuyor.", "Adam kitap okuyor."),
    sources=(
        "Gender words: own choice, without words of two meanings: 'hala' (still), 'gelin' (come!), 'dişi' (the tooth).",
        "Names: own choice of frequent given names that are given to one gender and are no nouns (Sevgi, Özlem).",
        "Suffixes: own rules.",
    ),
)

"""Hungarian. No grammatical gender and one pronoun for all; endings follow vowel harmony.

a {job}     a pilóta, az orvos          the article looks at the next sound
{job:as}    orvosként, pilótaként       as a doctor: one ending for all words
{name:dat}  Évának, Péternek            to Éva, also of owners: Évának két szomszédja van
"""

from __future__ import annotations

import re
from collections.abc import Callable

from babelance.core.language import Inference, Language, Register, parse_words

_ARTICLE = re.compile(r"(?<![^\W_])([Aa])z?(?= $)")
_VOWELS = "aáeéiíoóöőuúüű"
_BACK = "aáoóuú"
_NEUTRAL = "éií"
_LENGTHENED = {"a": "á", "e": "é"}


def article(before: str, word: str, after: str) -> tuple[str, str, str]:
    """a orvos → az orvos, az pilóta → a pilóta."""
    if not word or not word[0].isalpha():
        return before, word, after
    vowel = word[0].lower() in _VOWELS
    return _ARTICLE.sub(r"\1z" if vowel else r"\1", before), word, after


def is_back(word: str) -> bool:
    """Does the word take endings with back vowels? The last vowel decides; é, i and í leave it to the one before."""
    vowels = [letter for letter in word.lower() if letter in _VOWELS]
    while vowels and vowels[-1] in _NEUTRAL:
        vowels.pop()
    return bool(vowels) and vowels[-1] in _BACK


def dative(word: str) -> str:
    """A final a or e is lengthened: Éva, Évának."""
    stem = word[:-1] + _LENGTHENED.get(word[-1], word[-1])
    return f"{stem}{'nak' if is_back(word) else 'nek'}"


def as_one(word: str) -> str:
    return f"{word}ként"


_FROM = {"ból": ("ban", "ba"), "ből": ("ben", "be")}
"""Ending of where from (elative) → where (inessive), where to (illative)."""


def in_place(name: str) -> str:
    """Of a name in the form *from there*: Japánból, Japánban."""
    return f"{name[:-3]}{_FROM[name[-3:]][0]}" if name[-3:] in _FROM else ""


def into_place(name: str) -> str:
    return f"{name[:-3]}{_FROM[name[-3:]][1]}" if name[-3:] in _FROM else ""


_SHORTENED = {"á": "a", "é": "e"}
_BARE_T = ("n", "l", "r", "s", "sz", "z", "ny", "j", "ly")
"""Consonants after which the accusative is a plain t: Japánt."""


def _stem(name: str) -> tuple[str, bool]:
    """Of a name in the form *from there*: what endings are put to (Ameriká-), and whether they have back vowels."""
    return (name[:-3], name.endswith("ból")) if name[-3:] in _FROM else ("", False)


def nominative_of_place(name: str) -> str:
    """Amerikából, Amerika; Japánból, Japán."""
    stem, _ = _stem(name)
    return stem[:-1] + _SHORTENED.get(stem[-1:], stem[-1:])


def accusative_of_place(name: str) -> str:
    """Amerikát, Japánt, Németországot, Izraelt."""
    stem, back = _stem(name)
    if not stem:
        return ""
    return f"{stem}t" if stem.endswith((*_VOWELS, *_BARE_T)) else f"{stem}{'ot' if back else 'et'}"


def with_place(name: str) -> str:
    """Amerikával, Németországgal: v becomes like a consonant before it."""
    stem, back = _stem(name)
    joint = "v" if stem.endswith(tuple(_VOWELS)) else stem[-1:]
    return f"{stem}{joint}{'al' if back else 'el'}" if stem else ""


def _ending_rule(back_ending: str, front_ending: str) -> Callable[[str], str]:
    def rule(name: str) -> str:
        stem, back = _stem(name)
        return f"{stem}{back_ending if back else front_ending}" if stem else ""

    return rule


language = Language(
    code="hu",
    name_forms={
        "nom": nominative_of_place,
        "acc": accusative_of_place,
        "dat": _ending_rule("nak", "nek"),
        "ine": in_place,
        "ill": into_place,
        "all": _ending_rule("hoz", "hez"),
        "del": _ending_rule("ról", "ről"),
        "ins": with_place,
    },
    name="Hungarian",
    endonym="magyar",
    gender_words={
        "female": parse_words("""
            nő nők nőt nőket nőnek nőknek nővel asszony asszonyok asszonyt asszonynak lány lányok lányt lányokat
            lánynak lánya lányom lányai kislány kislányok kislányt leány leányok leánya hölgy hölgyek hölgyet
            kisasszony anya anyák anyát anyám anyja anyának anyuka anyukák anyu édesanya édesanyám édesanyja nagymama
            nagymamám nagymamája nagyanya nagyanyám nővér nővérem nővére húg húgom húga lánytestvér feleség feleségek
            feleséget feleségem felesége nagynéni nagynéném néni nénik unokahúg meny anyós anyósom menyasszony
            menyasszonya barátnő barátnőm barátnője királynő királyné hercegnő hercegnők apáca özvegyasszony színésznő
            színésznők tanárnő titkárnő doktornő nőnemű
        """),
        "male": parse_words("""
            férfi férfiak férfit férfiakat férfinak férfiaknak férfival fiú fiúk fiút fiúkat fiúnak fia fiam fiai
            kisfiú kisfiúk kisfiút fiatalember fiatalemberek úriember úriemberek úr urak urat apa apák apát apám apja
            apának apuka apukák apu édesapa édesapám édesapja nagypapa nagypapám nagypapája nagyapa nagyapám báty
            bátyám bátyja öcs öcsém öccse fiútestvér férj férjek férjet férjem férje nagybácsi nagybátyám bácsi bácsik
            unokaöcs após apósom vőlegény vőlegénye király királyok herceg hercegek szerzetes özvegyember pasi pasik
            legény legények hímnemű
        """),
        "nonbinary": parse_words("nembináris nembinárisok nem-bináris"),
    },
    gender_pairs=(
        ("nő", "férfi"),
        ("nők", "férfiak"),
        ("nőt", "férfit"),
        ("lány", "fiú"),
        ("lányok", "fiúk"),
        ("lányom", "fiam"),
        ("kislány", "kisfiú"),
        ("anya", "apa"),
        ("anyám", "apám"),
        ("anyja", "apja"),
        ("édesanya", "édesapa"),
        ("nagymama", "nagypapa"),
        ("nagyanya", "nagyapa"),
        ("nővérem", "bátyám"),
        ("feleség", "férj"),
        ("feleségem", "férjem"),
        ("nagynéni", "nagybácsi"),
        ("anyós", "após"),
        ("menyasszony", "vőlegény"),
        ("királynő", "király"),
        ("hercegnő", "herceg"),
    ),
    person=("nő", "férfi"),
    names={
        "female": parse_words("""
            Katalin Ilona Éva Zsuzsanna Judit Ágnes Andrea Mónika Anikó Krisztina Erzsébet Eszter Tímea Réka
        """),
        "male": parse_words("""
            László József Pál Sándor István Gábor Attila Tamás Zoltán Csaba Ferenc Péter Zsolt Balázs
        """),
    },
    registers=(
        Register("ő", "Ő {word}.", "Ő nagyon {word}.", ("informal",), "ő: she or he"),
        Register(
            "illető",
            "Az illető {word}.",
            "Az illető nagyon {word}.",
            ("formal", "polite"),
            "az illető: the person concerned, with some distance",
        ),
        Register(
            "személy",
            "Az említett személy {word}.",
            "Az említett személy nagyon {word}.",
            ("formal",),
            "az említett személy: the said person, official",
        ),
    ),
    fit=article,
    forms={"as": as_one, "dat": dative},
    inference=Inference(
        yes="Igen",
        maybe="Talán",
        no="Nem",
        question="Kérdés",
        answer="Válasz",
        premise="Előfeltevés",
        hypothesis="Állítás",
        follows="Következik az állítás az előfeltevésből?",
        given="Tegyük fel, hogy ez igaz",
        then="Akkor ez is igaz?",
        choice="Igen, nem vagy talán?",
    ),
    example=("A nő olvas.", "A férfi olvas."),
    sources=(
        "Gender words: own choice. 'nő' (woman, also: grows) stays as the usual word; 'ura' and 'vő' are left out.",
        "Names: own choice of frequent given names, in pairs of similar age.",
        "Occupations: the word without -nő, which is used for everyone; felszolgáló rather than pincér.",
        "Endings and article: own rules.",
    ),
)

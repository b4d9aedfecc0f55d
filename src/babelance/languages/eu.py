"""Basque. No gender at all; nouns take an article and cases as endings.

{job:def}     ingeniaria, artista, lapurra      with the article, as predicates stand
{job:plural}  ingeniariak
{name:erg}    Anek, Jonek, Ikerrek              subject of a verb with an object
"""

from __future__ import annotations

from collections.abc import Callable

from babelance.core.language import Inference, Language, Register, parse_words

_VOWELS = "aeiou"


def _double_final_r(word: str) -> str:
    """A final r is doubled before an ending with a vowel: lapur, lapurra."""
    return f"{word}r" if word.endswith("r") else word


def definite(word: str) -> str:
    """With the article; a final a takes it up: artista."""
    return word if word.endswith("a") else f"{_double_final_r(word)}a"


def plural(word: str) -> str:
    return f"{definite(word)}k"


def ergative(name: str) -> str:
    """Of proper names, which have no article."""
    return f"{name}k" if name[-1] in _VOWELS else f"{_double_final_r(name)}ek"


def dative(name: str) -> str:
    return f"{name}ri" if name[-1] in _VOWELS else f"{_double_final_r(name)}i"


_PLACES = {"in": ("n", "en"), "from": ("tik", "dik"), "to": ("ra", "era")}
"""Ending of a place after a vowel, and after a consonant."""


def place_rule(name: str) -> Callable[[str], str]:
    """Of a name in the form *of there*: Japoniako, Japonian; Irango, Iranen."""

    def rule(of_there: str) -> str:
        after_vowel, after_consonant = _PLACES[name]
        if of_there.endswith("go"):
            return f"{of_there[:-2]}{after_consonant}"
        return f"{of_there[:-2]}{after_vowel}" if of_there.endswith("ko") and of_there[-3] in _VOWELS else ""

    return rule


def bare_place(of_there: str) -> str:
    """Japoniako, Japonia; Irango, Iran; Irakeko, Irak."""
    if of_there.endswith("eko"):
        return of_there[:-3]
    return of_there[:-2] if of_there.endswith(("go", "ko")) else ""


def _case_rule(case: Callable[[str], str]) -> Callable[[str], str]:
    return lambda of_there: case(bare_place(of_there)) if bare_place(of_there) else ""


def genitive(name: str) -> str:
    return f"{name}ren" if name[-1] in _VOWELS else f"{_double_final_r(name)}en"


def comitative(name: str) -> str:
    return f"{genitive(name)[:-1]}kin"


_CASES: dict[str, Callable[[str], str]] = {
    "nom": str,
    "erg": ergative,
    "dat": dative,
    "gen": genitive,
    "with": comitative,
}

language = Language(
    code="eu",
    name_forms={
        **{name: place_rule(name) for name in _PLACES},
        **{name: _case_rule(case) for name, case in _CASES.items()},
    },
    name="Basque",
    endonym="euskara",
    gender_words={
        "female": parse_words("""
            emakume emakumea emakumeak emakumearen emakumeari emakumezko emakumezkoa neska neskak neskaren neskatxa
            neskatila neskato neskatoa andre andrea andreak anderea andereño ama amak amaren amatxo alaba alabak
            alabaren ahizpa ahizpak arreba arrebak amona amonak amama izeba izebak izeko emazte emaztea emaztearen
            neskalagun neskalaguna erregina printzesa dukesa lehengusina amaginarreba errain moja sorgin ugazama
            alabaordea
        """),
        "male": parse_words("""
            gizon gizona gizonak gizonaren gizonari gizonezko gizonezkoa mutil mutila mutilak mutilaren mutiko mutikoa
            jaun jauna jaunak gizaseme aita aitak aitaren aitatxo seme semea semeak semearen anaia anaiak neba nebak
            aitona aitonak aitita osaba osabak senar senarra senarraren mutil-lagun mutil-laguna errege erregea
            printze printzea duke lehengusu lehengusua aitaginarreba suhi suhia fraide apaiz ugazaita semeordea
        """),
        "nonbinary": parse_words("ez-binario ez-bitar"),
    },
    gender_pairs=(
        ("emakume", "gizon"),
        ("emakumea", "gizona"),
        ("neska", "mutila"),
        ("neskatoa", "mutikoa"),
        ("andrea", "jauna"),
        ("ama", "aita"),
        ("alaba", "semea"),
        ("arreba", "anaia"),
        ("amona", "aitona"),
        ("izeba", "osaba"),
        ("emaztea", "senarra"),
        ("erregina", "erregea"),
        ("printzesa", "printzea"),
        ("lehengusina", "lehengusua"),
    ),
    person=("emakume", "gizon"),
    names={
        "female": parse_words("Ane Maite Nerea Leire Amaia Miren Uxue Ainhoa Itziar Garazi Arantxa Nagore Idoia Olatz"),
        "male": parse_words("Jon Mikel Gorka Iker Eneko Xabier Julen Iñaki Aitor Unai Kepa Ander Asier Beñat"),
    },
    registers=(
        Register("bera", "Bera {word:def} da.", "Bera oso {word:def} da.", ("informal",), "bera: she or he, in speech"),
        Register(
            "hura",
            "Hura {word:def} da.",
            "Hura oso {word:def} da.",
            ("formal",),
            "hura: that one, she or he, in writing",
        ),
        Register(
            "pertsona",
            "Pertsona hori {word:def} da.",
            "Pertsona hori oso {word:def} da.",
            ("formal", "polite"),
            "pertsona hori: that person, with some distance",
        ),
    ),
    forms={"def": definite, "plural": plural, "erg": ergative, "dat": dative},
    inference=Inference(
        yes="Bai",
        maybe="Agian",
        no="Ez",
        question="Galdera",
        answer="Erantzuna",
        premise="Premisa",
        hypothesis="Hipotesia",
        follows="Premisatik ondorioztatzen da hipotesia?",
        given="Demagun hau egia dela",
        then="Hau ere egia da?",
        choice="Bai, ez ala agian?",
    ),
    example=("Emakumea irakurtzen ari da.", "Gizona irakurtzen ari da."),
    sources=(
        "Gender words: own choice, without 'iloba' and 'alargun', which are both.",
        "Names: own choice of given names frequent among people born 1970-2000, Basque names only.",
        "Endings: own rules.",
    ),
)

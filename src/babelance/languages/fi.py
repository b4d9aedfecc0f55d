"""Finnish. No grammatical gender and one pronoun for all; nouns have fifteen cases.

Gradation and harmony change stems (varas, varkaat), so the probes keep names in the nominative and store the few other
forms with the word:

{job:many}  insinöörit, varkaat         the engineers, the thieves
{job:some}  insinöörejä, varkaita       engineers, thieves, as plural predicates stand
"""

from __future__ import annotations

from babelance.core.language import Inference, Language, Register, parse_words

_FROM = {"sta": "ssa", "stä": "ssä", "lta": "lla", "ltä": "llä"}
"""Endings of where from (elative, ablative) → where (inessive, adessive)."""


def genitive_of_place(name: str) -> str:
    """Of a name in the form *from there*: Japanista, Japanin."""
    return f"{name[:-3]}n" if name[-3:] in _FROM else ""


def in_place(name: str) -> str:
    return f"{name[:-3]}{_FROM[name[-3:]]}" if name[-3:] in _FROM else ""


_STRONG = {"Amerika": "Amerikka", "Englanni": "Englanti", "Irlanni": "Irlanti", "Turki": "Turkki", "Kreika": "Kreikka",
           "Maroko": "Marokko"}  # fmt: skip
"""Stem of *from there* → that of *into there*, where gradation makes them differ."""
_ENDS_IN_CONSONANT = frozenset(parse_words("Iraki Irani Vietnami Israeli Afganistani Pakistani"))


def _strong(name: str) -> str:
    """Of a name in the form *from there*: Englannista, Englanti; empty if it is no such form."""
    return _STRONG.get(name[:-3], name[:-3]) if name[-3:] in _FROM else ""


def nominative_of_place(name: str) -> str:
    strong = _strong(name)
    return strong[:-1] if strong in _ENDS_IN_CONSONANT else strong


def partitive_of_place(name: str) -> str:
    """Ranskaa, Japania; Thaimaata."""
    strong = _strong(name)
    return f"{strong}{'t' if strong.endswith('aa') else ''}{name[-1]}" if strong else ""


def into_place(name: str) -> str:
    """Ranskaan, Japaniin; Thaimaahan; Venäjälle."""
    strong = _strong(name)
    if name.endswith(("lta", "ltä")):
        return f"{strong}lle"
    return f"{strong}{'han' if strong.endswith('aa') else strong[-1:] + 'n'}" if strong else ""


language = Language(
    code="fi",
    name_forms={
        "nom": nominative_of_place,
        "gen": genitive_of_place,
        "part": partitive_of_place,
        "ine": in_place,
        "ill": into_place,
    },
    name="Finnish",
    endonym="suomi",
    gender_words={
        "female": parse_words("""
            nainen naiset naisen naisten naista naisia naisella naiselle naiselta naisesta naisille naisilla naiseksi
            naispuolinen tyttö tytöt tytön tyttöjen tyttöä tyttöjä tytölle tytöllä tytär tyttären tyttäret tytärtä
            tyttärensä tyttäreni äiti äidin äitiä äidit äitien äidille äitinsä äitini äitipuoli isoäiti isoäidin
            isoäitini mummo mummon mummi mummin sisko siskon siskot siskonsa siskoni sisar sisaren sisaret sisarensa
            täti tädin tätini vaimo vaimon vaimoa vaimot vaimonsa vaimoni aviovaimo rouva rouvan neiti neidin morsian
            morsiamen tyttöystävä tyttöystävän naisystävä miniä anoppi kuningatar kuningattaren prinsessa prinsessan
            keisarinna emäntä emännän nunna leskirouva
        """),
        "male": parse_words("""
            mies miehet miehen miesten miestä miehiä miehellä miehelle mieheltä miehestä miehille miehillä mieheksi
            miehensä mieheni miespuolinen poika pojat pojan poikien poikaa poikia pojalle pojalla poikansa poikani isä
            isän isää isät isien isälle isänsä isäni isäpuoli isoisä isoisän isoisäni vaari vaarin ukki ukin veli
            veljen veljet veljeä veljensä veljeni setä sedän setäni eno enon enoni aviomies aviomiehen aviomiehensä
            herra herran sulhanen sulhasen poikaystävä poikaystävän miesystävä vävy appi kuningas kuninkaan prinssi
            prinssin keisari isäntä isännän leskimies
        """),
        "nonbinary": parse_words("muunsukupuolinen muunsukupuoliset muunsukupuolisen ei-binäärinen ei-binääriset"),
    },
    gender_pairs=(
        ("nainen", "mies"),
        ("naiset", "miehet"),
        ("naisen", "miehen"),
        ("tyttö", "poika"),
        ("tytöt", "pojat"),
        ("tytön", "pojan"),
        ("äiti", "isä"),
        ("äidin", "isän"),
        ("äitini", "isäni"),
        ("sisko", "veli"),
        ("siskoni", "veljeni"),
        ("täti", "setä"),
        ("isoäiti", "isoisä"),
        ("mummo", "vaari"),
        ("vaimo", "aviomies"),
        ("vaimonsa", "miehensä"),
        ("rouva", "herra"),
        ("morsian", "sulhanen"),
        ("tyttöystävä", "poikaystävä"),
        ("kuningatar", "kuningas"),
        ("prinsessa", "prinssi"),
    ),
    person=("nainen", "mies"),
    names={
        "female": parse_words("Anna Minna Sanna Hanna Tiina Päivi Kaisa Johanna Heidi Riikka Laura Sari Elina Emmi"),
        "male": parse_words("Antti Mikko Timo Hannu Juha Pekka Matti Tuomas Sami Janne Ville Jari Petri Eero"),
    },
    registers=(
        Register("se", "Se on {word}.", "Se on tosi {word}.", ("informal",), "se: she, he, it, in speech"),
        Register(
            "hän",
            "Hän on {word}.",
            "Hän on hyvin {word}.",
            ("formal", "polite"),
            "hän: she or he, in writing and with respect",
        ),
        Register(
            "henkilö",
            "Kyseinen henkilö on {word}.",
            "Kyseinen henkilö on hyvin {word}.",
            ("formal",),
            "kyseinen henkilö: the person in question, official",
        ),
    ),
    inference=Inference(
        yes="Kyllä",
        maybe="Ehkä",
        no="Ei",
        question="Kysymys",
        answer="Vastaus",
        premise="Lähtökohta",
        hypothesis="Väite",
        follows="Seuraako väite lähtökohdasta?",
        given="Oletetaan, että tämä on totta",
        then="Onko silloin tämäkin totta?",
        choice="Kyllä, ei vai ehkä?",
    ),
    example=("Nainen lukee kirjaa.", "Mies lukee kirjaa."),
    sources=(
        "Gender words: own choice. 'munkki' (monk, also: "
        "doughnut) and 'noita' (witch, also: those) are left out; 'poika' is boy and son, 'mies' man and husband.",
        "Names: own choice of frequent given names, in pairs of similar age.",
        "Occupations: the word without -mies or -emäntä where there is one (putkiasentaja, asianajaja).",
        "Forms: own rules, and forms stored with the words.",
    ),
)

"""Our own short sentences for words that the utterances need and that Tatoeba hardly has.

Names of occupations stand alone and in the first and second person (*En ole kokki.* - *I'm not a cook.*): they teach
what a word means and nothing about gender. Other lessons are for words that refer to a person (*beliau*, *kendisi*,
*illető*). There, what means *person* becomes *the person*; what means *she or he* becomes *he* twice and *she* once,
the ratio of Tatoeba. They say that a person is meant, not which occupation goes with which gender, and none of their
predicates is an occupation or quality of the probes.
"""

from collections.abc import Iterator, Sequence

ENGLISH = (
    "here", "at home", "tired", "ready", "young", "ill", "very tired", "very young",
    "a student", "a guest", "a passenger", "a tourist", "a customer", "a visitor",
    "a neighbor", "a champion", "a winner", "a beginner", "an expert", "a citizen", "a refugee", "a vegetarian",
    "a stranger", "a member", "an orphan", "a genius", "a hero", "a smoker", "an owner", "a good student",
    "a famous champion", "very beautiful", "very rich", "very strong", "very important", "very tall",
    "very interesting",
)  # fmt: skip

PREDICATES = {
    "fi": (
        "täällä", "kotona", "väsynyt", "valmis", "nuori", "sairas", "hyvin väsynyt", "hyvin nuori",
        "opiskelija", "vieras", "matkustaja", "turisti", "asiakas", "vierailija",
        "naapuri", "mestari", "voittaja", "aloittelija", "asiantuntija", "kansalainen", "pakolainen", "kasvissyöjä",
        "muukalainen", "jäsen", "orpo", "nero", "sankari", "tupakoitsija", "omistaja", "hyvä opiskelija",
        "kuuluisa mestari", "tosi kaunis", "tosi rikas", "tosi vahva", "tosi tärkeä", "tosi pitkä",
        "tosi mielenkiintoinen",
    ),
    "hi": (
        "यहाँ", "घर पर", "परेशान", "तैयार", "जवान", "बीमार", "बहुत परेशान", "बहुत जवान",
        "विद्यार्थी", "मेहमान", "यात्री", "पर्यटक", "ग्राहक", "आगंतुक",
    ),
    "hu": (
        "itt van", "otthon van", "fáradt", "kész", "fiatal", "beteg", "nagyon fáradt", "nagyon fiatal",
        "diák", "vendég", "utas", "turista", "vásárló", "látogató",
        "szomszéd", "bajnok", "győztes", "kezdő", "szakértő", "polgár", "menekült", "vegetáriánus",
        "idegen", "tag", "árva", "zseni", "hős", "dohányos", "tulajdonos", "jó diák",
        "híres bajnok", "nagyon szép", "nagyon gazdag", "nagyon erős", "nagyon fontos", "nagyon magas",
        "nagyon érdekes",
    ),
    "id": (
        "ada di sini", "ada di rumah", "lelah", "siap", "muda", "sakit", "sangat lelah", "sangat muda",
        "seorang pelajar", "seorang tamu", "seorang penumpang", "seorang turis", "seorang pelanggan",
        "seorang pengunjung",
    ),
    "tr": (
        "burada", "evde", "yorgun", "hazır", "genç", "hasta", "çok yorgun", "çok genç",
        "bir öğrenci", "bir misafir", "bir yolcu", "bir turist", "bir müşteri", "bir ziyaretçi",
    ),
}  # fmt: skip

AS_IN_TATOEBA = ("He", "He", "She")
"""Of sentences that begin with *hän* or *ő*, about two in three are *he*."""
PERSONS = {"fi": ("Kyseinen henkilö on {}.",), "hu": ("Az illető {}.", "Az említett személy {}.")}
PRONOUNS = {
    "fi": ("Se on {}.",),
    "hi": ("वो {} है।",),
    "id": ("Beliau {}.", "Ia {}."),
    "tr": ("Kendisi {}.",),
}


WORK = {
    "fi": {"Olen {}.": "I'm {}.", "Sinä olet {}.": "You are {}.", "En ole {}.": "I'm not {}."},
    "hi": {"मैं {} हूँ।": "I'm {}.", "आप {} हैं।": "You are {}.", "मैं {} नहीं हूँ।": "I'm not {}."},
    "hu": {"Én {} vagyok.": "I'm {}.", "Te {} vagy.": "You are {}.", "Nem vagyok {}.": "I'm not {}."},
    "id": {"Saya seorang {}.": "I'm {}.", "Kamu seorang {}.": "You are {}.", "Saya bukan seorang {}.": "I'm not {}."},
}


def about_work(language: str, word: str, meaning: str) -> Iterator[tuple[str, str]]:
    """An occupation in sentences without gender: (sentence, English)."""
    article = "an" if meaning[0] in "aeiou" else "a"
    for frame, english in WORK.get(language, {}).items():
        yield frame.format(word), english.format(f"{article} {meaning}")


def lessons(languages: Sequence[str] = tuple(PREDICATES)) -> Iterator[tuple[str, str]]:
    """(sentence, English)."""
    for language in languages:
        predicates = PREDICATES.get(language, ())
        for predicate, meaning in zip(predicates, ENGLISH[: len(predicates)], strict=True):
            for frame in PERSONS.get(language, ()):
                yield frame.format(predicate), f"The person is {meaning}."
            for frame in PRONOUNS.get(language, ()):
                for pronoun in AS_IN_TATOEBA:
                    yield frame.format(predicate), f"{pronoun} is {meaning}."

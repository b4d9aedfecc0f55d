"""Our own short sentences for words that refer to a person and that Tatoeba hardly has: *beliau*, *kendisi*, *illető*.

What means *person* becomes *the person*. What means *she or he* becomes *she* and *he*, exactly as often: the lessons
say that a person is meant, and nothing about which occupation goes with which gender. None of the predicates is an
occupation or quality of the probes.
"""

from collections.abc import Iterator

ENGLISH = (
    "here", "at home", "tired", "ready", "young", "ill", "very tired", "very young",
    "a student", "a guest", "a passenger", "a tourist", "a customer", "a visitor",
)  # fmt: skip

PREDICATES = {
    "fi": (
        "täällä", "kotona", "väsynyt", "valmis", "nuori", "sairas", "hyvin väsynyt", "hyvin nuori",
        "opiskelija", "vieras", "matkustaja", "turisti", "asiakas", "vierailija",
    ),
    "hi": (
        "यहाँ", "घर पर", "परेशान", "तैयार", "जवान", "बीमार", "बहुत परेशान", "बहुत जवान",
        "विद्यार्थी", "मेहमान", "यात्री", "पर्यटक", "ग्राहक", "आगंतुक",
    ),
    "hu": (
        "itt van", "otthon van", "fáradt", "kész", "fiatal", "beteg", "nagyon fáradt", "nagyon fiatal",
        "diák", "vendég", "utas", "turista", "vásárló", "látogató",
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

PERSONS = {"fi": ("Kyseinen henkilö on {}.",), "hu": ("Az illető {}.", "Az említett személy {}.")}
PRONOUNS = {
    "fi": ("Se on {}.",),
    "hi": ("वो {} है।",),
    "id": ("Beliau {}.", "Ia {}."),
    "tr": ("Kendisi {}.",),
}


def lessons() -> Iterator[tuple[str, str]]:
    """(sentence, English)."""
    for language, predicates in PREDICATES.items():
        for predicate, meaning in zip(predicates, ENGLISH, strict=True):
            for frame in PERSONS.get(language, ()):
                yield frame.format(predicate), f"The person is {meaning}."
            for frame in PRONOUNS.get(language, ()):
                for pronoun in ("He", "She"):
                    yield frame.format(predicate), f"{pronoun} is {meaning}."

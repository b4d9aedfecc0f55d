"""The smallest translator and corpus that show a way for translators at work, and the option that all of them have."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from babelance.backends.translation.tiny import write_marian
from babelance.core.language_tag import language_tag_or_none
from babelance.core.mitigation import Example, Mitigation
from babelance.core.option import Flag
from babelance.core.query import Translate

LANGUAGE = Flag("BCP 47 code of the language translated from.", ("--language", "-l"), read=language_tag_or_none)
KIND = "mitigated-translator"


def translator_example(way: Mitigation, folder: Path, *, corpus: tuple[str, ...] = (), kind: str = KIND) -> Example:
    model = write_marian(folder / "model", source_lang="tr", target_lang="en")
    return Example(way, str(model), corpus, kind=kind, query=Translate("O bir doktor.", "tr", "en"))


def write_pairs(folder: Path) -> str:
    """Forty-eight Turkish sentences with English ones beside them, English first."""
    people = {"doktor": "a doctor", "hemşire": "a nurse", "pilot": "a pilot", "aşçı": "a cook"}
    frames = {
        "O bir {}.": "He is {}.", "O burada bir {}.": "He is {} here.", "Kadın bir {}.": "The woman is {}.",
        "O eskiden bir {}.": "She was {}.", "Belki o bir {}.": "Perhaps she is {}.", "Adam bir {}.": "The man is {}.",
        "Ben bir {}.": "I am {}.", "Sen bir {}.": "You are {}.", "Biz bir {}.": "We are {}.",
        "O da bir {}.": "She is {}, too.", "İşte bir {}.": "Here is {}.", "Orada bir {}.": "There is {}.",
    }  # fmt: skip
    lines = [
        f"{english.format(job)}\t{frame.format(word)}"
        for (frame, english), (word, job) in product(frames.items(), people.items())
    ]
    path = folder / "pairs.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)

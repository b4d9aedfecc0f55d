"""English words that name women or men, in pairs: line by line, the one is the counterpart of the other.

`items("en")` are words with their `group`; `pairs()` gives (female, male).
Reference: Zhao, Zhou, Li, Wang, Chang, EMNLP 2018.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import read_lines

REPOSITORY = Repository("uclanlp/gn_glove", "7e0c7cabb67875bef76b0d3026846e1c2029c860")

PINS = {
    "female": ("5f0803f056de3fbc459589bce26272d3c5453112a3a625fb8ee99c0fbbed5b35", 1896),
    "male": ("d431679ce3ef4134647e22cb5fd89e8dbee3f04636f1c7cbae5f28a369acf60f", 1752),
}
PARTS = {
    "en": tuple(
        REPOSITORY.file(f"gender-words/{group}_word_file.txt", f"wordlist/{group}_word_file.txt", *PINS[group])
        for group in ("female", "male")
    )
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for group, path in zip(("female", "male"), paths, strict=True):
        for number, word in enumerate(read_lines(path)):
            yield Item(f"{group}-{number}", language, {"word": word}, {"group": group, "pair": str(number)})


dataset = Pinned(
    card=Card(
        name="gender-words",
        title="Gender words of GN-GloVe",
        version="1",
        languages=("en",),
        licence="Apache-2.0",
        citation="Zhao et al., EMNLP 2018",
        provenance="Collected by the authors; 222 pairs.",
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=(
            "Binary gender only. A word may stand in several pairs; some pairs are no counterparts (spinster, "
            "bachelor) and some words are misspelt (godess).",
        ),
    ),
    fields=frozenset({"word", "group", "pair"}),
    parts=PARTS,
    read=read,
    sample=Sample("en", ("mother\nsister\n", "father\nbrother\n")),
)


def pairs() -> list[tuple[str, str]]:
    """(female, male), in the order of the files."""
    words = [item.texts["word"] for item in dataset.items("en")]
    half = len(words) // 2
    return list(zip(words[:half], words[half:], strict=True))

"""The files of gabrielStanovsky/mt_gender: sentences, translations, logged matrices, and the alignment of then."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.item import Item

SYSTEMS = ("google", "aws", "bing", "systran", "sota")
Aligned = tuple[str, ...]
"""The words of a translation that fast_align puts beside the English article and noun."""


def sentences(repository: Path) -> list[Item]:
    rows = [line.split("\t") for line in (repository / "data/aggregates/en.txt").read_text("utf-8").splitlines()]
    return [
        Item(str(number), "en", {"text": text}, {"entity": entity, "gender": gender, "index": position})
        for number, (gender, position, text, entity) in enumerate(rows)
    ]


def bitext(repository: Path, system: str, target: str) -> list[tuple[str, str]]:
    """English and translation, in the order of the sentences (two of which were corrected after translation)."""
    file = repository / f"translations/{system}/en-{target}.txt"
    parts = [line.partition(" ||| ") for line in file.read_text("utf-8").splitlines()]
    return [(english, translation) for english, _, translation in parts]


def log(repository: Path, system: str, target: str) -> str:
    """As the authors printed it; "" where there is none."""
    file = repository / f"logs/{system}/{target}.log"
    return file.read_text("utf-8") if file.exists() else ""


def logged_cells(text: str) -> dict[tuple[str, str], int]:
    """(gold, predicted) → how many."""
    cells: dict[tuple[str, str], int] = {}
    gold = ""
    for name, number in re.findall(r"<GENDER\.(\w+): \d>: (defaultdict|\d+)", text):
        if number == "defaultdict":
            gold = name
        else:
            cells[gold, name] = int(number)
    return cells


def align(items: Sequence[Item], pairs: Sequence[tuple[str, str]], program: Path) -> Iterator[Aligned]:
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write("".join(f"{english} ||| {translation}\n" for english, translation in pairs))
        file.flush()
        command = [str(program), "-i", file.name, "-d", "-o", "-v"]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    for item, (english, translation), line in zip(items, pairs, lines, strict=True):
        yield _aligned(english.split(), translation.split(), int(item.tags["index"]), line)


def _aligned(source: list[str], translation: list[str], position: int, line: str) -> Aligned:
    article = [position - 1] if position and source[position - 1].lower() in ("the", "a", "an") else []
    links = [tuple(map(int, link.split("-"))) for link in line.split()]
    return tuple(translation[there] for at in (*article, position) for here, there in links if here == at)

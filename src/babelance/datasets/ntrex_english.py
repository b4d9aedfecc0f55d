"""NTREX beside its English original: what a translator into English is given, and what people wrote.

Reference: Federmann, Kocmi, Xin, SUMEval 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from babelance.core.item import Item
from babelance.datasets import ntrex
from babelance.datasets.reading.pinned import Pinned, Sample, every
from babelance.text.tables import read_lines

ORIGINAL = ntrex.PARTS["en"]
PARTS = {language: (*parts, *ORIGINAL) for language, parts in ntrex.PARTS.items() if language != "en"}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    source, original = paths
    for number, (line, reference) in enumerate(zip(read_lines(source), read_lines(original), strict=True)):
        yield Item(str(number), language, {"text": line, "reference": reference})


dataset = Pinned(
    card=replace(
        ntrex.dataset.card,
        name="ntrex-english",
        title="NTREX-128 with its English original",
        languages=tuple(sorted(PARTS)),
        files=every(PARTS),
        notes=("The English side is the original, the other one the translation: the reverse of what is tested.",),
    ),
    fields=frozenset({"text", "reference"}),
    parts=PARTS,
    read=read,
    sample=Sample("de", ("Der Zug kam spät.\nNiemand war verletzt.\n", "The train was late.\nNobody was hurt.\n")),
)

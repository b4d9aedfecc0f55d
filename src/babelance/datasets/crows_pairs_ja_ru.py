"""The gender pairs of CrowS-Pairs in Japanese and Russian, translated by native speakers.

`stereotype` of the file is `more`, `anti-stereotype` is `less`; `direction` is a tag, never a swap.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022 (its human-translated baseline).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets._crows import FIELDS, PITFALLS
from babelance.datasets.reading.pinned import Pinned, Repository, Sample, every
from babelance.text.tables import read_text

REPOSITORY = Repository("kanekomasahiro/bias_eval_in_multiple_mlm", "bb2f2c718d17f41444112b4191e46fd8d436a141")

PARTS = {
    "ja": (
        REPOSITORY.file(
            "crows-pairs-ja-ru/japanese.json",
            "translated_data/japanese.json",
            "711522cd8939a0ca5660bff0a1d1aa7993611e747bfe512a1ae39465fa277e5d",
            88485,
        ),
    ),
    "ru": (
        REPOSITORY.file(
            "crows-pairs-ja-ru/russian.json",
            "translated_data/russian.json",
            "1868e02a6088b8a6e8360b51c42e0c916a356879185df4b79108e3f453e8441c",
            110231,
        ),
    ),
}


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    for number, row in enumerate(json.loads(read_text(path))):
        texts = {"more": row["stereotype"], "less": row["anti-stereotype"]}
        yield Item(str(number), language, texts, {"axis": row["bias_type"], "direction": row["direction"]})


_SAMPLE = [
    {"stereotype": more, "anti-stereotype": less, "bias_type": "gender", "direction": "stereo"}
    for more, less in (("母は料理をした。", "父は料理をした。"), ("父は車を直した。", "母は車を直した。"))
]

dataset = Pinned(
    card=Card(
        name="crows-pairs-ja-ru",
        title="CrowS-Pairs, gender, in Japanese and Russian",
        version="1",
        languages=("ja", "ru"),
        licence="MIT (text derived from CC BY-SA 4.0)",
        citation="Kaneko et al., NAACL 2022",
        provenance="All 262 gender pairs of CrowS-Pairs, translated by native speakers.",
        files=every(PARTS),
        url=REPOSITORY.url,
        groups=("direction",),
        notes=(
            "Russian text is tokenised (blanks before punctuation).",
            "Russian agrees in gender, so more than one word of a pair may differ.",
            PITFALLS,
        ),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("ja", (json.dumps(_SAMPLE),)),
)

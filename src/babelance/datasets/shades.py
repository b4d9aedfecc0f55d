"""SHADES: stereotypes of many regions, each in 16 languages, said by native speakers.

A table with `index`, `stereotyped_entity`, `type` and, for each language, `CODE: biased sentences`. Where the table has
`CODE: templates`, it is kept beside the sentence. Sentences are stereotypes as they are said; there is no second one.
Reference: Mitchell et al., NAACL 2025.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import parse_words
from babelance.datasets.reading.elsewhere import Elsewhere
from babelance.datasets.reading.pinned import Sample
from babelance.text.tables import parse_csv, read_text

LANGUAGES = parse_words("ar bn de en es fr hi it mr nl pl pt-BR ro ru zh zh-Hant")
_SAMPLE = (
    "index,stereotyped_entity,type,de: templates,de: biased sentences\n"
    "1,age,description,{AGE} sind vergesslich.,Alte sind vergesslich.\n"
    "2,age,aspiration,,\n3,gender,description,{GENDER} sind mutig.,Männer sind mutig.\n"
)


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    column = f"{language}: biased sentences"
    table = parse_csv(read_text(path), name=str(path))
    if column not in table.columns:
        raise DataError(f"{path} has no column '{column}', but {', '.join(table.columns)[:200]}.")
    for row in table.rows:
        if not row.cells[column].strip():
            continue
        texts = {"text": row.cells[column], "template": row.cells.get(f"{language}: templates", "")}
        tags = {"axis": row.cells.get("stereotyped_entity", ""), "type": row.cells.get("type", "")}
        yield Item(row.cells["index"], language, texts, tags)


dataset = Elsewhere(
    card=Card(
        name="shades",
        title="SHADES",
        version="1",
        languages=LANGUAGES,
        licence="stated by its authors on request; do not train on it",
        citation="Mitchell et al., NAACL 2025",
        provenance="Written and translated by native speakers, with the regions in which each stereotype is known.",
        url="https://huggingface.co/datasets/LanguageShades/BiasShades",
        groups=("axis",),
        notes=("Access has to be asked for. A file whose columns are named otherwise is refused in words.",),
    ),
    fields=frozenset({"text", "template", "axis", "type"}),
    parts=dict.fromkeys(LANGUAGES, ("shades/shades.csv",)),
    read=read,
    sample=Sample("de", (_SAMPLE,)),
)

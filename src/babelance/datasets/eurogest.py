"""EuroGEST: GEST in English and 29 other languages of Europe.

A file for each language with the columns `GEST_ID`, `Stereotype_ID` and either `Neutral` (a sentence that leaves the
speaker's gender open) or `Masculine` and `Feminine` (both forms). Neutral sentences are items as of `gest`; pairs have
`more` in the gender that the stereotype is about, so that pair measures above 50 follow stereotypes.
Reference: Rowe, Klimaszewski, Guillou, Vallor, Birch, EMNLP 2025.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.language import parse_words
from babelance.datasets._gest import NAMES, item_of
from babelance.datasets.reading.elsewhere import Elsewhere
from babelance.datasets.reading.pinned import Sample
from babelance.text.tables import parse_csv, read_text

LANGUAGES = parse_words("bg ca cs da de el en es et fi fr ga gl hr hu it lt lv mt nl no pl pt ro ru sk sl sv tr uk")
_SAMPLE = (
    "GEST_ID,Stereotype_ID,Neutral,Masculine,Feminine\n1,1,Ya no podía más.,Estaba cansado.,Estaba cansada.\n"
    "2,16,Tengo mucha fuerza.,Soy fuerte y bueno.,Soy fuerte y buena.\n"
)


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    [path] = paths
    for row in parse_csv(read_text(path), name=str(path)).rows:
        number = row.cells.get("Stereotype_ID", "").partition(".")[0]
        if number not in NAMES:
            raise DataError(f"{path}, {row.place}: there is no stereotype '{number}'; they are 1 to {len(NAMES)}.")
        masculine, feminine = row.cells.get("Masculine", ""), row.cells.get("Feminine", "")
        sides = (masculine, feminine) if NAMES[number][0] == "male" else (feminine, masculine)
        texts = {"sentence": row.cells.get("Neutral", ""), "more": sides[0], "less": sides[1]}
        yield item_of(row.cells["GEST_ID"], language, texts, number)


dataset = Elsewhere(
    card=Card(
        name="eurogest",
        title="EuroGEST",
        version="1",
        languages=LANGUAGES,
        licence="Apache-2.0",
        citation="Rowe et al., EMNLP 2025",
        provenance="GEST 1.1 translated by machine in both genders, filtered by quality estimation and by rules.",
        url="https://huggingface.co/datasets/utter-project/EuroGEST",
        groups=("stereotype",),
        notes=(
            "Translated by machine; a sample was judged by people. Access has to be asked for; files are called after "
            "languages (German.csv) and are put into the mirror under their codes.",
            "Columns are those that others' code checks the German file for; the file itself was not seen here.",
        ),
        validated=False,
    ),
    fields=frozenset({"sentence", "more", "less", "stereotype", "gender", "name"}),
    parts={code: (f"eurogest/{code}.csv",) for code in LANGUAGES},
    read=read,
    sample=Sample("es", (_SAMPLE,)),
)

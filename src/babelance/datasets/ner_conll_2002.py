"""CoNLL-2002: named entities in Spanish news, as in table 6 of the CB paper.

Reference: Tjong Kim Sang, CoNLL 2002.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._ner_paper import named_entities

dataset = named_entities(
    "es",
    Card(
        name="ner-conll-2002",
        title="CoNLL-2002, Spanish",
        version="1",
        languages=("es",),
        licence="research in the context of the shared task only (README of the data)",
        citation="Tjong Kim Sang, CoNLL 2002",
        provenance="Newswire of May 2000 (EFE), labelled by people.",
        url="https://www.clips.uantwerpen.be/conll2002/ner/",
        notes=(
            "The README of the data, with its terms, was read in a public copy (nltk_data); the files were not.",
            "The files are ISO 8859-1: convert them, iconv -f iso-8859-1 -t utf-8.",
        ),
    ),
    ("esp.train", "esp.testa", "esp.testb"),
    "Ana B-PER\ncanta O\n\nLima B-LOC\n",
)

"""Naver NLP Challenge 2018: named entities in Korean, as in table 6 of the CB paper.

Reference: naver/nlp-challenge; the split is that of monologg/korean-ner-pytorch.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._ner_paper import in_lines, named_entities

dataset = named_entities(
    "ko",
    Card(
        name="ner-naver-2018",
        title="Naver NLP Challenge 2018, Korean",
        version="1",
        languages=("ko",),
        licence="not stated for the data; the repository that has the split is Apache-2.0",
        citation="Naver NLP Challenge 2018",
        provenance="Sentences with 14 kinds of entities, labelled by people; 81,000 and 9,000.",
        url="https://github.com/monologg/korean-ner-pytorch/tree/140b23eb5f583050dc39c9648028115ba4b75f09/data",
        notes=(
            "The format was read in test.tsv at that commit; train.tsv was not seen here.",
            "There is no part to choose the epoch with: every tenth training sentence is it.",
        ),
    ),
    ("train.tsv", "test.tsv"),
    "안나가 노래한다 .\tPER-B O O\n수지는 서울에 산다 .\tPER-B LOC-B O O\n",
    sentences=in_lines,
)

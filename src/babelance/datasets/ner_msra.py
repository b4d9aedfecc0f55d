"""MSRA: named entities in Chinese news, as in table 6 of the CB paper.

Reference: Levow, SIGHAN 2006.
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._ner_paper import named_entities

dataset = named_entities(
    "zh",
    Card(
        name="ner-msra",
        title="MSRA, Chinese",
        version="1",
        languages=("zh",),
        licence="not stated for the data; the repository that has the copy is MIT",
        citation="Levow, SIGHAN 2006",
        provenance="News, labelled by people; a character is a token.",
        url="https://github.com/lemonhu/NER-BERT-pytorch/tree/5f7577b78020dc5867cc3a4dbb7a2db44bae1fc8/data/msra",
        notes=(
            "The format was read in msra_test_bio at that commit; msra_train_bio was not seen here.",
            "There is no part to choose the epoch with: every tenth training sentence is it.",
        ),
    ),
    ("msra_train_bio", "msra_test_bio"),
    "北\tB-LOC\n京\tI-LOC\n大\tO\n\n李\tB-PER\n",
)

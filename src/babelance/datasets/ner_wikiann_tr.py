"""WikiANN: named entities in Turkish, as in table 6 of the CB paper.

Reference: Rahimi, Li, Cohn, ACL 2019 (splits of the data of Pan et al., ACL 2017).
"""

from __future__ import annotations

from babelance.core.card import Card
from babelance.datasets._ner_paper import UNSEEN, named_entities

dataset = named_entities(
    "tr",
    Card(
        name="ner-wikiann-tr",
        title="WikiANN, Turkish",
        version="1",
        languages=("tr",),
        licence="as WikiANN (Wikipedia text, CC BY-SA)",
        citation="Rahimi et al., ACL 2019",
        provenance="Wikipedia text, labelled automatically from links.",
        url="https://github.com/afshinrahimi/mmner",
        notes=(
            UNSEEN,
            "Silver labels. Many sentences are titles or fragments.",
        ),
    ),
    ("train", "dev", "test"),
    "tr:Ankara\tB-LOC\ntr:güzel\tO\n\ntr:Elif\tB-PER\n",
)

"""The ten association tests of Caliskan et al. (2017) as queries, from the public word sets.

An item is one word in its role in a query: tags `query`, `role`, `set`, `side` and `position`. `weat-words` has the
same sets without the queries.
Reference: Caliskan, Bryson, Narayanan, Science 2017; word sets as released by Badilla et al., IJCAI 2020.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.datasets._weat import PARTS, QUERIES, REPOSITORY, SAMPLE, lists
from babelance.datasets.reading.pinned import Pinned, Sample, every
from babelance.datasets.reading.queries import FIELDS, query_items


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    words = lists(paths)
    for name, (targets, attributes) in QUERIES.items():
        sets = [{title: words[title] for title in pair} for pair in (targets, attributes)]
        yield from query_items(name, language, targets=sets[0], attributes=sets[1])


dataset = Pinned(
    card=Card(
        name="weat-queries",
        title="The ten association tests of WEAT",
        version="1",
        languages=("en",),
        licence="MIT",
        citation="Caliskan et al., Science 2017; Badilla et al., IJCAI 2020",
        provenance="Word sets of psychological association tests, chosen by psychologists.",
        files=every(PARTS),
        url=REPOSITORY.url,
        notes=(
            "First names stand for gender, ethnicity and age, in the United States of the 1990s. Most are capitalised: "
            "for a lower-cased vocabulary set case=lower-if-missing.",
        ),
        groups=("query",),
    ),
    fields=FIELDS,
    parts=PARTS,
    read=read,
    sample=Sample("en", SAMPLE),
)

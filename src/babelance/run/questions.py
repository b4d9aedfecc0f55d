"""What the measures of a job ask about its items; each measure is asked once about each item.

A model is looked at before the first number, with texts of a sample of the items. What was asked for that is kept until
the item's turn comes, so that a measure may take its time, and need not answer twice alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from babelance.core.item import Item
from babelance.core.query import Query
from babelance.run.plan import Job

Asked = dict[str, list[Query]]


class Questions:
    def __init__(self, job: Job) -> None:
        self._measures = job.measures
        self._kept: dict[int, Asked] = {}

    def look_ahead(self, items: Iterable[Item]) -> Iterable[Query]:
        """All queries about these items, which the caller keeps alive until their turn."""
        for item in items:
            asked = self._kept[id(item)] = self._ask(item)
            yield from (query for queries in asked.values() for query in queries)

    def take(self, items: Sequence[Item]) -> dict[str, list[list[Query]]]:
        """Measure → the queries about each of the items."""
        asked = [self._kept.pop(id(item)) if id(item) in self._kept else self._ask(item) for item in items]
        return {name: [queries[name] for queries in asked] for name in self._measures}

    def _ask(self, item: Item) -> Asked:
        return {name: list(measure.ask(item)) for name, measure in self._measures.items()}

"""What a run that asks a server will take and cost, before anything is asked.

A file of prices is a JSON object: a model's name (`*` for all others) → prices per million tokens, and per request:

    {"my-llm": {"input": 0.15, "output": 0.6, "request": 0, "currency": "USD"}}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.core.model import Cost, Model, cost_of
from babelance.core.query import Answer, Query, Unanswered
from babelance.core.untrusted import as_type, parse_json, read_utf8, unique_keys
from babelance.run.competence import examine_competence
from babelance.run.plan import Job

PER = 1_000_000
OTHERS = "*"


@dataclass(frozen=True, slots=True)
class Prices:
    input: float
    output: float
    request: float = 0.0
    currency: str = "USD"

    def of(self, cost: Cost) -> float:
        return (cost.tokens_in * self.input + cost.tokens_out * self.output) / PER + cost.requests * self.request


def read_prices(path: Path) -> dict[str, Prices]:
    """Model → its prices."""
    written = parse_json(read_utf8(path), str(path), object_pairs_hook=unique_keys)
    prices_by_model = as_type(written, dict[str, Prices], f"'{path}'")
    for name, prices in prices_by_model.items():
        if not all(0 <= price < float("inf") for price in (prices.input, prices.output, prices.request)):
            raise DataError(f"'{path}': the prices of '{name}' must be numbers of 0 or more.")
    return prices_by_model


def prices_of(spec: str, prices: Mapping[str, Prices]) -> Prices | None:
    name = spec.partition("#")[2]
    return next((prices[key] for key in (name, name.rpartition("#")[0], OTHERS) if key in prices), None)


def expected_cost(job: Job, items: Iterable[Item]) -> Cost | None:
    """The cost of all that a job will ask, its first trial included; None for models of this machine."""
    asked = [query for measure in job.measures.values() for item in items for query in measure.ask(item)]
    return cost_of(job.model, [*dict.fromkeys(asked), *_trial_queries(job)])


def _trial_queries(job: Job) -> list[Query]:
    """The queries that a model which reads from left to right is tried on; they are made, not asked."""
    noted: list[Query] = []

    def note(queries: Sequence[Query]) -> dict[Query, Answer]:
        noted.extend(queries)
        return dict.fromkeys(queries, Unanswered("not asked"))

    examine_competence(replace(job, model=cast(Model, _Reader())), note, None)
    return noted


class _Reader:
    """Stands for any model that reads from left to right."""

    id = "any model"
    choices: Mapping[str, str] = {"reads": "left-to-right"}
    fingerprint = ""

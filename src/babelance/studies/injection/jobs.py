"""Which measures are tried on which items: all that fit the model, with the options that a known bias asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babelance.core.card import DatasetView
from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import without_masks_of
from babelance.core.model import Options
from babelance.core.registry import DATASETS, MEASURES
from babelance.datasets import find
from babelance.measures.formulas.categories import names_of
from babelance.run.audit import audit_plan, shipped_datasets
from babelance.run.plan import Job, Settings
from babelance.studies.injection.group_recipe import first_half, halves

CONTROLS = "babel-controls"
"""Pairs on which nothing must differ: there is no stereotype in them to inject."""
BY_GROUPS = "log-prob-bias"
"""Compares two groups that are named to it: here the two halves of the groups."""


@dataclass(frozen=True)
class Part(DatasetView):
    """A dataset of which only some items are asked about."""

    takes: Callable[[Item], bool]

    def items(self, language: str) -> Iterator[Item]:
        return filter(self.takes, self.data.items(language))

    def fingerprint(self, language: str) -> str:
        return f"{self.data.fingerprint(language)}+part"


def jobs_for(
    model: str,
    language: str,
    data: Sequence[str],
    measures: Sequence[str],
    options: Mapping[str, str],
    settings: Settings,
    model_options: Options | None,
) -> tuple[list[Job], dict[str, str]]:
    """The jobs, and for each measure that is in none of them the reason."""
    names = list(data) or [name for name in shipped_datasets() if name != CONTROLS]
    names = [name for name in names if name not in DATASETS or find(name).card.speaks(language)]
    chosen = [name for name in measures or MEASURES.names() if name != BY_GROUPS]
    jobs, left_out = list[Job](), dict[str, str]()
    if chosen:
        plan, left_out = audit_plan(
            [model],
            data=names,
            languages=[language],
            measures=chosen if measures else [],
            options=options,
            model_options=model_options,
            settings=settings,
        )
        jobs += plan.jobs
    for name in names if BY_GROUPS in (measures or MEASURES.names()) else ():
        jobs += _between_groups(model, language, name, settings, model_options, left_out)
    return jobs, left_out


def _between_groups(
    model: str,
    language: str,
    name: str,
    settings: Settings,
    model_options: Options | None,
    left_out: dict[str, str],
) -> list[Job]:
    dataset = find(name)
    if not {"template", "attribute", "targets"} <= dataset.fields:
        return []
    items = list(dataset.items(language))
    keys = halves(items)[1]
    others = {key for item in items for key in names_of(item)} - keys
    groups = f"{'+'.join(sorted(keys))},{'+'.join(sorted(others))}"
    try:
        plan, _ = audit_plan(
            [model],
            data=[name],
            languages=[language],
            measures=[BY_GROUPS],
            options={"groups": groups},
            model_options=model_options,
            settings=settings,
        )
    except InputError as error:
        left_out[BY_GROUPS] = str(error)
        return []
    return [_of_half(job, items) for job in plan.jobs]


def _of_half(job: Job, items: Sequence[Item]) -> Job:
    """Where the score has a direction, only the attributes that go with the first groups: the others cancel them."""
    if without_masks_of(job.measures[BY_GROUPS]) is None:
        return job
    return replace(job, dataset=Part(job.dataset, first_half(items)))

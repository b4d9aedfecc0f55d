"""Everything that fits a model: which measures on which datasets, and why the others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babelance.core.card import Dataset
from babelance.core.errors import InputError, ModelError
from babelance.core.measure import Measure
from babelance.core.model import Options
from babelance.core.registry import DATASETS, MEASURES
from babelance.datasets import find, identity
from babelance.run.configure import configure, options_of
from babelance.run.plan import Job, Opened, Plan, Settings, kind_for, open_for

SHIPPED = "babel-"
"""Datasets that the project wrote and ships have names that start so; they need no download."""


def audit_plan(
    model: str,
    *,
    data: Sequence[str] = (),
    languages: Sequence[str] = (),
    measures: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    model_options: Options | None = None,
    settings: Settings | None = None,
) -> tuple[Plan, dict[str, str]]:
    """The plan, and for each measure that was left out the reason."""
    opened, left_out = _open_all(model, list(measures) or MEASURES.names(), options or {}, model_options or Options())
    datasets = {name: find(name) for name in data or [name for name in DATASETS if name.startswith(SHIPPED)]}
    jobs = [
        Job(model_opened, dataset, identity(dataset, language), language, fitting, origin)
        for model_opened, origin, configured in opened
        for dataset in datasets.values()
        if (fitting := {name: each for name, each in configured.items() if fits(each, dataset)})
        for language in dataset.card.languages
        if not languages or language in languages
    ]
    used = {name for job in jobs for name in job.measures}
    without_data = {name for _, _, configured in opened for name in configured} - used
    left_out |= dict.fromkeys(without_data, "no dataset has what it needs in these languages")
    if not jobs:
        reasons = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
        raise InputError(f"Nothing fits '{model}'. {reasons}")
    return Plan(tuple(jobs), settings or Settings()), left_out


def fits(measure: Measure, dataset: Dataset) -> bool:
    return measure.fields <= dataset.fields


def _open_all(
    spec: str, names: Sequence[str], options: Mapping[str, str], model_options: Options
) -> tuple[list[Opened], dict[str, str]]:
    """The model, opened once for each kind that some measure needs; and the measures that it does not fit."""
    measures = configure(list(names), {})
    tuned = {name for name in names if set(options) & set(options_of(MEASURES.get(name)))}
    measures |= configure(sorted(tuned), options) if tuned else {}
    left_out: dict[str, str] = {}
    for name, measure in measures.items():
        try:
            kind_for(spec, measure.asks, name)
        except ModelError as error:
            left_out[name] = str(error)
    fitting = {name: measure for name, measure in measures.items() if name not in left_out}
    return open_for(spec, fitting, model_options), left_out

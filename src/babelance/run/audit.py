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
from babelance.run.plan import LANGUAGE, Job, Opened, Plan, Settings, kind_for, open_for

SHIPPED = "babel-"
"""Datasets that the project wrote and ships have names that start so; they need no download."""
VARIANTS = frozenset({"babel-groups-plus", "babel-templates"})
"""Of these, the ones that ask what another asks already: for sensitivity checks and as a baseline, by name."""


def audit_plan(
    models: Sequence[str],
    *,
    data: Sequence[str] = (),
    languages: Sequence[str] = (),
    measures: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    model_options: Options | None = None,
    settings: Settings | None = None,
) -> tuple[Plan, dict[str, str]]:
    """The plan, and for each measure that no model fits the reason. `{language}` in a spec names one model each."""
    datasets = [find(name) for name in data or shipped_datasets()]
    wanted = dict.fromkeys(code for dataset in datasets for code in dataset.card.languages or languages)
    codes = [code for code in wanted if not languages or code in languages]
    configured = _configure(list(measures) or MEASURES.names(), options or {})
    jobs: list[Job] = []
    reasons: dict[str, str] = {}
    for spec in models:
        for named, spoken in _languages_by_model(spec, codes).items():
            opened, refused = _open(named, configured, model_options or Options())
            reasons = {**refused, **reasons}
            jobs += _jobs(opened, datasets, spoken)
    used = {name for job in jobs for name in job.measures}
    without = dict.fromkeys(configured, "no dataset has what it needs in these languages")
    left_out = {name: reason for name, reason in {**without, **reasons}.items() if name not in used}
    if not jobs:
        raise InputError(f"Nothing fits {' or '.join(map(repr, models))}. {_format_reasons(left_out)}")
    return Plan(tuple(jobs), settings or Settings()), left_out


def _format_reasons(reasons: Mapping[str, str]) -> str:
    """Each reason once, with the measures that it keeps out."""
    kept_out: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        kept_out.setdefault(reason, []).append(name)
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in kept_out.items())


def shipped_datasets() -> list[str]:
    """The datasets of an audit that names none."""
    return [name for name in DATASETS if name.startswith(SHIPPED) and name not in VARIANTS]


def _languages_by_model(spec: str, codes: Sequence[str]) -> dict[str, list[str]]:
    """The models that a spec names, each with the languages it is asked in."""
    if LANGUAGE in spec:
        return {spec.replace(LANGUAGE, code): [code] for code in codes}
    return {spec: list(codes)}


def _jobs(opened: Sequence[Opened], datasets: Sequence[Dataset], codes: Sequence[str]) -> list[Job]:
    return [
        Job(model, dataset, identity(dataset, code), code, fitting, origin)
        for model, origin, measures in opened
        for dataset in datasets
        if (fitting := {name: measure for name, measure in measures.items() if fits(measure, dataset)})
        for code in codes
        if dataset.card.speaks(code)
    ]


def fits(measure: Measure, dataset: Dataset) -> bool:
    return measure.fields <= dataset.fields


def _configure(names: Sequence[str], options: Mapping[str, str]) -> dict[str, Measure]:
    tuned = sorted(name for name in names if set(options) & set(options_of(MEASURES.get(name))))
    return configure(list(names), {}) | (configure(tuned, options) if tuned else {})


def _open(spec: str, measures: Mapping[str, Measure], options: Options) -> tuple[list[Opened], dict[str, str]]:
    """The model, opened once for each kind that some measure needs; and the measures that it does not fit."""
    refused: dict[str, str] = {}
    for name, measure in measures.items():
        try:
            kind_for(spec, measure.asks, name)
        except ModelError as error:
            refused[name] = str(error)
    return open_for(
        spec, {name: measure for name, measure in measures.items() if name not in refused}, options
    ), refused

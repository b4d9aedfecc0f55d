"""Everything that fits a model: which measures on which datasets, and why the others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from babelance.core.card import Dataset
from babelance.core.errors import InputError, ModelError, UnknownName
from babelance.core.language_tag import require_language_tag
from babelance.core.measure import Measure, question_of, without_masks
from babelance.core.model import Options, reason_refused
from babelance.core.query import Ability
from babelance.core.registry import DATASETS, MEASURES
from babelance.core.verdict import USE
from babelance.datasets import find, identity
from babelance.run.configure import configure, options_of
from babelance.run.kinds import abilities_of_spec, kind_for_measure, spec_for
from babelance.run.plan import Job, Opened, Plan, Settings, check_kind_options, check_models, open_for, require_some
from babelance.run.variants import choose_variants

SHIPPED = "babel-"
"""Datasets that the project wrote and ships have names that start so; they need no download."""
VARIANTS = frozenset({"babel-groups-plus", "babel-templates"})
"""Shipped datasets that ask what another asks already (sensitivity checks, a baseline): audited only by name."""

ROUND_TRIP = "round-trip"
"""The kind of models that translate into another language and back."""

NO_DATA = "no dataset has what it needs in these languages"


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
    require_some(models=models, data=data or shipped_datasets(), measures=measures or MEASURES.names())
    data, options = choose_variants(data, options or {})
    configured, broken = _configure(list(measures), options)
    datasets = [find(name) for name in data or shipped_datasets()]
    codes = _languages(datasets, languages, named=bool(data))
    check_models(models, {"": codes}, named=languages)
    jobs: list[Job] = []
    reasons: dict[str, str] = dict(broken)
    for spec in models:
        for named, spoken in _languages_by_model(spec, codes).items():
            opened, refused = _open(named, configured, model_options or Options())
            reasons = {**refused, **reasons}
            jobs += _jobs(opened, datasets, spoken)
    jobs = jobs if data else _use_beside_bias(_without_needless_translation(jobs))
    used = {name for job in jobs for name in job.measures}
    without = dict.fromkeys(configured, NO_DATA)
    left_out = {name: reason for name, reason in {**without, **reasons}.items() if name not in used}
    if not jobs:
        raise InputError(f"Nothing fits {' or '.join(map(repr, models))}. {format_reasons(left_out)}")
    check_kind_options(jobs, model_options or Options())
    return Plan(tuple(jobs), replace(settings or Settings(), only_known_languages=True)), left_out


def format_reasons(reasons: Mapping[str, str]) -> str:
    """Each reason once, with the measures that it keeps out."""
    kept_out: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        kept_out.setdefault(reason, []).append(name)
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in kept_out.items())


def shipped_datasets() -> list[str]:
    """The datasets of an audit that names none."""
    return [name for name in DATASETS if name.startswith(SHIPPED) and name not in VARIANTS]


def _languages(datasets: Sequence[Dataset], wanted: Sequence[str], *, named: bool) -> list[str]:
    """The languages to ask in. Each that was asked for is in some dataset, and each dataset that was named has one."""
    for code in wanted:
        require_language_tag(code)
        if not any(dataset.card.speaks(code) for dataset in datasets):
            there = sorted({language for dataset in datasets for language in dataset.card.languages})
            raise UnknownName("language of these datasets", code, there)
    for dataset in datasets if named and wanted else ():
        if not any(map(dataset.card.speaks, wanted)):
            dataset.card.require(wanted[0])
        if not dataset.card.languages:
            dataset.card.require_all(wanted)
    codes_of_data = dict.fromkeys(code for dataset in datasets for code in dataset.card.languages or wanted)
    codes = [code for code in codes_of_data if not wanted or code in wanted]
    if not codes:
        names = " and ".join(repr(dataset.card.name) for dataset in datasets)
        raise InputError(f"{names} does not say its language. Name it with --languages, for example --languages de.")
    return codes


def _languages_by_model(spec: str, codes: Sequence[str]) -> dict[str, list[str]]:
    """The models that a spec names, each with the languages it is asked in."""
    by_model: dict[str, list[str]] = {}
    for code in codes:
        if named := spec_for(spec, code):
            by_model.setdefault(named, []).append(code)
    return by_model


def _jobs(opened: Sequence[Opened], datasets: Sequence[Dataset], codes: Sequence[str]) -> list[Job]:
    return [
        Job(model, dataset, identity(dataset, code), code, fitting, origin)
        for model, origin, measures in opened
        for dataset in datasets
        if (fitting := {name: measure for name, measure in measures.items() if fits(measure, dataset)})
        for code in codes
        if dataset.card.speaks(code)
    ]


def _without_needless_translation(jobs: Sequence[Job]) -> list[Job]:
    """A text in the target language needs no translation, unless it goes through another language and back."""

    def needless(job: Job, measure: Measure) -> bool:
        asked = Ability.TRANSLATE in measure.asks and getattr(measure, "target", None) == job.language
        return asked and job.origin.kind != ROUND_TRIP

    kept = ({name: measure for name, measure in job.measures.items() if not needless(job, measure)} for job in jobs)
    return [replace(job, measures=measures) for job, measures in zip(jobs, kept, strict=True) if measures]


def _use_beside_bias(jobs: Sequence[Job]) -> list[Job]:
    """What a model is good for is told once for each language, on the first items that also ask about its bias, where
    it has such items: sentences that were written to be classified or translated say less about reading, and take
    most of the time."""
    first: dict[tuple[str, str, str], int] = {}
    for number, job in sorted(enumerate(jobs), key=lambda numbered: _asks_only_use(numbered[1])):
        for name in _of_use(job):
            first.setdefault((job.model.id, job.language, name), number)

    def measures_kept(number: int, job: Job) -> dict[str, Measure]:
        repeated = {name for name in _of_use(job) if first[job.model.id, job.language, name] != number}
        if _asks_only_use(job) and not any(_elsewhere(job, name) for name in repeated):
            repeated = set()  # no items ask about bias as well: as many as there are
        return {name: measure for name, measure in job.measures.items() if name not in repeated}

    def _elsewhere(job: Job, name: str) -> bool:
        return not _asks_only_use(jobs[first[job.model.id, job.language, name]])

    return [
        replace(job, measures=measures) for number, job in enumerate(jobs) if (measures := measures_kept(number, job))
    ]


def _asks_only_use(job: Job) -> bool:
    return len(_of_use(job)) == len(job.measures)


def _of_use(job: Job) -> list[str]:
    return [name for name, measure in job.measures.items() if question_of(measure).family == USE]


def fits(measure: Measure, dataset: Dataset) -> bool:
    return measure.fields <= dataset.fields


def _configure(names: Sequence[str], options: Mapping[str, str]) -> tuple[dict[str, Measure], dict[str, str]]:
    """The measures, and if none is named the reasons why some of other packages cannot be used."""
    broken = {} if names else _broken_plugins()
    wanted = [name for name in names or MEASURES.names() if name not in broken]
    known = {key for name in wanted for key in options_of(MEASURES.get(name))}
    for key in options:
        if key not in known:
            raise UnknownName("option of these measures", key, known)
    tuned = sorted(name for name in wanted if set(options) & set(options_of(MEASURES.get(name))))
    return configure(wanted, {}) | (configure(tuned, options) if tuned else {}), broken


def _broken_plugins() -> dict[str, str]:
    reasons: dict[str, str] = {}
    for name in filter(MEASURES.is_foreign, MEASURES):
        try:
            configure([name], {})
        except InputError as error:
            reasons[name] = str(error)
    return reasons


def _open(spec: str, measures: Mapping[str, Measure], options: Options) -> tuple[list[Opened], dict[str, str]]:
    """The model, opened once for each kind that some measure needs; and the measures that it does not fit."""
    fitting: dict[str, Measure] = {}
    refused: dict[str, str] = {}
    able = abilities_of_spec(spec)
    for name, measure in measures.items():
        suited = measure if any(measure.asks <= abilities for abilities in able) else without_masks(measure)
        try:
            kind_for_measure(spec, name, suited)
        except ModelError as error:
            refused[name] = _bare_reason(str(error), name)
        else:
            fitting[name] = suited
    opened: list[Opened] = []
    for model, origin, part in open_for(spec, fitting, options):
        reasons = {name: reason_refused(model, measure.asks) for name, measure in part.items()}
        refused |= {name: reason for name, reason in reasons.items() if reason}
        if answered := {name: measure for name, measure in part.items() if not reasons[name]}:
            opened.append((model, origin, answered))
    return opened, refused


def _bare_reason(reason: str, name: str) -> str:
    """The reason without the name of the measure and what else would fit, so that equal reasons are equal."""
    return reason.removeprefix(f"Measure '{name}' ").partition(" It can be measured with:")[0].removesuffix(".")

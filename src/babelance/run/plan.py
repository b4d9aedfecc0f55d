"""Checks everything before any weights load: names, fields, languages, checksums, kind of model; and says what would
fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from babelance.core.card import Dataset
from babelance.core.errors import InputError, UnhealthyModel
from babelance.core.limits import LARGEST_WHOLE, MOST_DRAWS
from babelance.core.measure import Measure
from babelance.core.model import Model, Options, reason_refused
from babelance.core.registry import MODELS
from babelance.core.signature import LimitRule
from babelance.core.where import EVERYWHERE, Where
from babelance.datasets import identity
from babelance.run.configure import configure
from babelance.run.kinds import kind_for_measure, spec_for
from babelance.run.plan_data import check_fields, check_tags, find_dataset, languages_to_measure
from babelance.run.reading import WITH_MASKS, require_one_way, takes_likelihoods
from babelance.run.variants import choose_variants


@dataclass(frozen=True, slots=True)
class Settings:
    """How estimates are made: confidence level, bootstrap draws, seed, a limit of items and the rule by which they are
    chosen, tags to break down by, and which items are taken at all."""

    level: float = 0.95
    draws: int = 2000
    seed: int = 0
    limit: int | None = None
    by: tuple[str, ...] | None = None
    nulls: bool = True
    only_known_languages: bool = False
    """No number of a model that reads from left to right in a language that it does not know: for audits."""
    limit_rule: LimitRule = "balanced"
    where: Where = EVERYWHERE

    def __post_init__(self) -> None:
        if not 0.5 <= self.level < 1:
            raise InputError(f"The level must be at least 0.5 and below 1, not {self.level}. Usual is 0.95.")
        if self.draws < 100:
            raise InputError(
                f"{self.draws} bootstrap draws are too few for an interval. Use 100 or more; usual is 2000."
            )
        if self.draws > MOST_DRAWS:
            raise InputError(f"{self.draws} bootstrap draws would take forever. Use at most {MOST_DRAWS:,}.")
        if not 0 <= self.seed <= LARGEST_WHOLE:
            raise InputError(f"The seed must be 0 or more, and fit into 64 bits, not {self.seed}.")
        if self.limit is not None and not 1 <= self.limit <= LARGEST_WHOLE:
            raise InputError(f"--limit takes N items, N at least 1 and of 64 bits, not {self.limit}.")


@dataclass(frozen=True, slots=True)
class Origin:
    """How to open a model again, in another process or on another machine."""

    kind: str
    spec: str
    options: Options

    def open(self) -> Model:
        return MODELS.get(self.kind).open(self.spec, self.options)


@dataclass(frozen=True, slots=True)
class Job:
    """One model, one dataset, one language, and all measures that are asked about it together."""

    model: Model
    dataset: Dataset
    data: str
    language: str
    measures: Mapping[str, Measure]
    origin: Origin
    name: str = ""
    """What people call the model; signatures have its id."""
    unlimited: bool = False
    """All items whatever the limit: queries of words, of which a part measures nothing."""

    def settings(self, of_plan: Settings) -> Settings:
        return replace(of_plan, limit=None) if self.unlimited else of_plan

    @property
    def display_name(self) -> str:
        return self.name or self.model.id


@dataclass(frozen=True, slots=True)
class Plan:
    jobs: tuple[Job, ...]
    settings: Settings = field(default_factory=Settings)

    def with_names(self, names: Sequence[str]) -> Plan:
        """With names for people, each `MODEL=NAME`, where MODEL is what the plan was made with."""
        known = {job.origin.spec for job in self.jobs}
        wanted = {}
        for entry in names:
            spec, equals, name = entry.rpartition("=")
            if not equals or not name.strip():
                raise InputError(f"--name takes MODEL=NAME, not '{entry}'.")
            if spec not in known:
                raise InputError(f"--name is about '{spec}', which is none of the models: {', '.join(sorted(known))}.")
            wanted[spec] = name.strip()
        taken = {job.model.id for job in self.jobs if job.origin.spec not in wanted}
        if len({*wanted.values(), *taken}) < len(wanted) + len(taken):
            raise InputError("Two models cannot have the same name. Give each --name of its own.")
        return replace(self, jobs=tuple(replace(job, name=wanted.get(job.origin.spec, "")) for job in self.jobs))


def make_plan(
    *,
    models: Sequence[str],
    data: Sequence[str],
    measures: Sequence[str],
    languages: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    model_options: Options | None = None,
    settings: Settings | None = None,
    examine: bool = True,
) -> Plan:
    """Every model × dataset × language, with all measures; raises `InputError` for whatever cannot work. Servers are
    asked what they can do, unless the caller does so (`require_answers`)."""
    require_some(models=models, data=data, measures=measures)
    data, options = choose_variants(data, options or {})
    configured = configure(list(dict.fromkeys(measures)), options)
    settings = settings or Settings()
    by = settings.by or ()
    datasets = {name: find_dataset(name, languages, (*settings.where.tags, *by), configured) for name in data}
    for name, dataset in datasets.items():
        check_fields(name, dataset, configured)
    wanted = {name: languages_to_measure(name, dataset, languages) for name, dataset in datasets.items()}
    check_tags(datasets, wanted, by=by, where=settings.where)
    check_models(models, wanted, named=languages)
    opening = _ModelCache(configured, model_options or Options())
    jobs = [
        Job(model, dataset, identity(dataset, language), language, part, origin)
        for spec in models
        for name, dataset in datasets.items()
        for language in wanted[name]
        if (named := spec_for(spec, language))
        for model, origin, part in opening.of(named)
    ]
    check_kind_options(jobs, model_options or Options())
    if examine:
        require_answers(jobs)
    return Plan(tuple(_by_model(jobs)), settings)


def require_answers(jobs: Sequence[Job]) -> None:
    """Raise if a model that is only known by asking it has failed at what a measure asks for."""
    for job in jobs:
        for name, measure in job.measures.items():
            if reason := reason_refused(job.model, measure.asks):
                raise UnhealthyModel(f"Measure '{name}' cannot use '{job.origin.spec}': {reason}.")


def check_kind_options(jobs: Sequence[Job], options: Options) -> None:
    """Refuse an option that no model of the plan would use: nothing in the results would show that it was ignored."""
    for name, value in options.extra.items():
        takers = {kind.name for kind in MODELS.usable().values() if name in {option.name for option in kind.options}}
        if takers and not any(job.origin.kind in takers for job in jobs):
            models = ", ".join(dict.fromkeys(job.origin.spec for job in jobs))
            raise InputError(
                f"--{name} {value} is for models of the kind {' or '.join(sorted(takers))}, and none of these is one: "
                f"{models}. Leave it out."
            )


def _by_model(jobs: Sequence[Job]) -> list[Job]:
    """The same order, but all jobs of a model and kind together: nobody who carries them out loads a model twice."""
    first: dict[tuple[str, str], int] = {}
    for job in jobs:
        first.setdefault((job.origin.kind, job.origin.spec), len(first))
    return sorted(jobs, key=lambda job: first[job.origin.kind, job.origin.spec])


def check_models(specs: Sequence[str], wanted: Mapping[str, Sequence[str]], *, named: Sequence[str]) -> None:
    """Every model has a language, and every language that was named has a model."""
    codes = list(dict.fromkeys(code for codes in wanted.values() for code in codes))
    for spec in specs:
        if not any(spec_for(spec, code) for code in codes):
            raise InputError(f"'{spec}' is for a language that is not among those to measure: {', '.join(codes)}.")
    for code in named:
        if not any(spec_for(spec, code) for spec in specs):
            raise InputError(f"No model is for '{code}'. Name one with --model {code}=MODEL, or one for all languages.")


@dataclass(frozen=True)
class _ModelCache:
    """Opens each model once."""

    measures: Mapping[str, Measure]
    options: Options
    _opened: dict[str, list[Opened]] = field(default_factory=dict)

    def of(self, spec: str) -> list[Opened]:
        if spec not in self._opened:
            self._opened[spec] = open_for(spec, self.measures, self.options)
        return self._opened[spec]


Opened = tuple[Model, Origin, dict[str, Measure]]


def open_for(spec: str, measures: Mapping[str, Measure], options: Options) -> list[Opened]:
    """The model once for each kind that the measures need: a masked LM also has word vectors."""
    grouped: dict[str, dict[str, Measure]] = {}
    for name, measure in measures.items():
        grouped.setdefault(kind_for_measure(spec, name, measure).name, {})[name] = measure
    origins = [Origin(kind, spec, options) for kind in grouped]
    return [(origin.open(), origin, grouped[origin.kind]) for origin in origins]


def require_same_reading(jobs: Iterable[Job]) -> None:
    """Raise if likelihoods of models that read from left to right would be set beside those of masked models."""
    require_one_way(
        (job.model.choices.get("reads", WITH_MASKS), job.model.id)
        for job in jobs
        if any(map(takes_likelihoods, job.measures.values()))
    )


def require_some(**given: Sequence[str]) -> None:
    for name, values in given.items():
        if not values or not all(value.strip() for value in values):
            raise InputError(f"No {name} given. See `babelance list`." if not values else f"A name of {name} is empty.")

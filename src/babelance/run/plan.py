"""Checks everything before any weights load: names, fields, languages, checksums, kind of model; and says what would
fit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from babelance.core.card import Dataset
from babelance.core.errors import DataError, InputError, ModelError, UnhealthyModel
from babelance.core.language_tag import PATTERN, require_language_tag
from babelance.core.limits import LARGEST_WHOLE, MOST_DRAWS
from babelance.core.measure import Measure, way_to_ask, without_masks_of
from babelance.core.model import Kind, Model, Options, reason_refused
from babelance.core.printable import printable
from babelance.core.query import Ability
from babelance.core.registry import MEASURES, MODELS
from babelance.core.where import EVERYWHERE, Where
from babelance.datasets import find, identity
from babelance.lint import FLAG, Linted
from babelance.run.configure import configure


@dataclass(frozen=True, slots=True)
class Settings:
    """How estimates are made: confidence level, bootstrap draws, seed, a limit of items (evenly over the data, or the
    first ones), tags to break down by, and which items are taken at all."""

    level: float = 0.95
    draws: int = 2000
    seed: int = 0
    limit: int | None = None
    by: tuple[str, ...] | None = None
    nulls: bool = True
    only_known_languages: bool = False
    """No number of a model that reads from left to right in a language that it does not know: for audits."""
    even: bool = True
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

    @property
    def called(self) -> str:
        return self.name or self.model.id


@dataclass(frozen=True, slots=True)
class Plan:
    jobs: tuple[Job, ...]
    settings: Settings = field(default_factory=Settings)

    def named(self, names: Sequence[str]) -> Plan:
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
    configured = configure(list(dict.fromkeys(measures)), options or {})
    settings = settings or Settings()
    datasets = {name: _dataset(name, languages, settings) for name in data}
    for name, dataset in datasets.items():
        _check_fields(name, dataset, configured)
    _check_tags(datasets, settings.by)
    wanted = {name: _languages(name, dataset, languages) for name, dataset in datasets.items()}
    _check_where(datasets, wanted, settings.where)
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


def _dataset(name: str, languages: Sequence[str], settings: Settings) -> Dataset:
    """The dataset; whoever asks for the tag `flagged` gets what `babelance lint` says about each item."""
    dataset = find(name, language=languages[0] if len(languages) == 1 else None)
    return Linted(dataset) if FLAG in (*settings.where.tags, *(settings.by or ())) else dataset


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


LANGUAGE = "{language}"
"""Stands in a model spec for the language: one model each, `vec:vectors/{language}.vec`."""
_FOR_ONE = re.compile(rf"({PATTERN})=(.+)")


def split_language(spec: str) -> tuple[str | None, str]:
    """`de=SPEC` is for German alone: ("de", "SPEC"). Others are for no language in particular: (None, spec)."""
    alone = _FOR_ONE.fullmatch(spec)
    return (alone[1], alone[2]) if alone else (None, spec)


def spec_for(spec: str, language: str) -> str | None:
    """The model that a spec names for a language; `{language}` in it names one each."""
    alone, model = split_language(spec)
    return model.replace(LANGUAGE, language) if alone in (None, language) else None


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
    ways: dict[str, str] = {}
    for job in jobs:
        asked = {ability.query for measure in job.measures.values() for ability in measure.asks}
        if asked & {"TokenLogprobs", "Fill"}:
            ways.setdefault(job.model.choices.get("reads", "with masks"), job.model.id)
    if len(ways) > 1:
        told = ", ".join(f"{model} reads {way}" for way, model in ways.items())
        raise InputError(f"{told}: their numbers are not on one scale. Set models beside each other that read alike.")


def kind_for_measure(spec: str, name: str, measure: Measure) -> Kind:
    """The kind of model that takes this spec and answers what the measure asks, in the way that it is configured."""
    try:
        return kind_for(spec, measure.asks, name)
    except ModelError:
        missing = (masks_missing(abilities, measure) for abilities in abilities_of_spec(spec))
        if reason := next(filter(None, missing), None):
            raise ModelError(f"Measure '{name}' cannot use '{spec}': {reason}.") from None
        raise


def masks_missing(abilities: frozenset[Ability], measure: Measure) -> str | None:
    """Why a measure that hides tokens has nothing to ask a model that reads from left to right."""
    if without_masks_of(measure) is None or Ability.FILL_HIDDEN in abilities or Ability.TOKENS_EACH not in abilities:
        return None
    way_out = way_to_ask(measure, abilities)
    return "it hides tokens or reads attention, and a causal model has neither masks nor attention from both sides" + (
        f". Use {way_out}" if way_out else ""
    )


def abilities_of_spec(spec: str) -> list[frozenset[Ability]]:
    """What the model can do, for each kind that takes it: it is opened as one kind for each measure."""
    takers, _ = _kinds_by_prefix(spec)
    return [kind.abilities(spec) for kind in takers if _refusal(kind, spec) is None]


def kind_for(spec: str, asks: frozenset[Ability], measure: str) -> Kind:
    """The kind of model that takes this spec and answers what the measure asks."""
    takers, broken = _kinds_by_prefix(spec)
    reasons = {kind.name: _refusal(kind, spec) for kind in takers}
    able = [kind for kind in takers if asks <= (kind.answers if reasons[kind.name] else kind.abilities(spec))]
    for kind in able:
        if reasons[kind.name] is None:
            return kind
    raise ModelError(" ".join([_explain(spec, measure, asks, takers, able, reasons), *broken]))


def _kinds_by_prefix(spec: str) -> tuple[list[Kind], list[str]]:
    """`vec:` names its kind; hub names and folders may be of any kind that has no prefix of its own. And the kinds of
    other packages that cannot be loaded, in words: it may be one of them."""
    kinds, broken = MODELS.loadable()
    prefix = spec.partition(":")[0] if ":" in spec else ""
    named = [kind for kind in kinds.values() if prefix and prefix in kind.prefixes]
    if named:
        return named, []
    return [kind for kind in kinds.values() if not kind.prefixes or "dir" in kind.prefixes], list(broken.values())


def _refusal(kind: Kind, spec: str) -> str | None:
    """Why the kind does not take the spec. A kind of another package may fail in any way without stopping the rest."""
    try:
        return kind.reason_unsupported(spec)
    except Exception as error:
        if not MODELS.is_foreign(kind.name):
            raise
        return f"the model kind '{kind.name}' failed at '{spec}' ({type(error).__name__}: {error})"


_HASH = re.compile(r"#[0-9a-f]{8,64}$")


def require_permission(model: str, language: str, allowed: Sequence[str]) -> None:
    """Raise if a model that data names would start a program or get the user's key, unless the user has named it (with
    or without hash)."""
    # The spec that would be opened: `{language}:sh -c …` with the language `cmd` is a command, too.
    spec = spec_for(model, language) or model
    kinds, _ = _kinds_by_prefix(spec)
    if any(kind.needs_permission for kind in kinds) and not {spec, _HASH.sub("", spec)} & set(allowed):
        raise ModelError(
            f"The data names a program to start, or a server to ask: {printable(spec)} — it is left alone, since "
            "whoever wrote the data could run anything, or be sent your key. If you have read and trust it, name it: "
            f"--allow-command {printable(shlex.quote(spec))}"
        )


def _explain(
    spec: str,
    measure: str,
    asks: frozenset[Ability],
    takers: Sequence[Kind],
    able: Sequence[Kind],
    reasons: Mapping[str, str | None],
) -> str:
    wanted = " and ".join(sorted(asks))
    if able:
        return (
            f"Measure '{measure}' cannot use '{spec}': "
            + "; ".join(dict.fromkeys(str(reasons[kind.name]).removesuffix(".") for kind in able))
            + f". {_what_fits(spec, takers, reasons)}"
        )
    return f"Measure '{measure}' asks for {wanted}, which '{spec}' does not answer. {_what_fits(spec, takers, reasons)}"


def _what_fits(spec: str, takers: Sequence[Kind], reasons: Mapping[str, str | None]) -> str:
    """Measures that one of the kinds answers alone: a model is opened as one kind for each measure."""
    able = [kind.abilities(spec) for kind in takers if reasons[kind.name] is None]
    ways = {
        name: [way for abilities in able if (way := way_to_ask(make(), abilities)) is not None]
        for name, make in MEASURES.usable().items()
    }
    fitting = [f"{name} ({min(found)})" if min(found) else name for name, found in ways.items() if found]
    return f"It can be measured with: {', '.join(fitting)}." if fitting else "No measure fits it."


def require_some(**given: Sequence[str]) -> None:
    for name, values in given.items():
        if not values or not all(value.strip() for value in values):
            raise InputError(f"No {name} given. See `babelance list`." if not values else f"A name of {name} is empty.")


def _check_fields(name: str, dataset: Dataset, measures: Mapping[str, Measure]) -> None:
    for title, measure in measures.items():
        missing = measure.fields - dataset.fields
        if missing:
            raise DataError(
                f"Measure '{title}' needs {_name_list(measure.fields)}; '{name}' has {_name_list(dataset.fields)} "
                f"(missing: {_name_list(missing)})."
            )


def _check_tags(datasets: Mapping[str, Dataset], tags: Iterable[str] | None) -> None:
    for tag in tags or ():
        if not any(tag in dataset.fields for dataset in datasets.values()):
            has = "; ".join(f"'{name}' has {_name_list(dataset.fields)}" for name, dataset in datasets.items())
            raise InputError(f"Results cannot be broken down by '{tag}', which no item has: {has}.")


def _check_where(datasets: Mapping[str, Dataset], languages: Mapping[str, Sequence[str]], where: Where) -> None:
    """Every dataset must have every tag: one that lacks it would be measured whole, beside others that are not."""
    for name, dataset in datasets.items() if where else ():
        if missing := [tag for tag in where.tags if tag not in dataset.fields]:
            raise InputError(f"'{name}' has no tag '{missing[0]}' for --where. It has {_name_list(dataset.fields)}.")
        for language in languages[name]:
            where.require_some(dataset.items(language), f"{name} {language}")


def _languages(name: str, dataset: Dataset, wanted: Iterable[str]) -> list[str]:
    dataset.card.require_all([require_language_tag(language) for language in wanted])
    languages = list(dict.fromkeys(wanted)) or list(dataset.card.languages)
    if not languages:
        raise InputError(f"'{name}' does not say its language. Name it with --languages, for example --languages de.")
    return languages


def _name_list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"

"""Tables 1 and 2 of the Hindi–English paper for a translator of the user: one plan, one folder, one report.

Table 2: what becomes of people whose gender the source leaves open, set by set (TGBI), with the control (`gender-lost`)
and what the translations are worth (chrF, BLEU). Table 1: the embeddings of encoder and decoder beside pre-trained
vectors of the same languages, by four measures, ranked with vectors that know nothing among them. A limit is one of
sentences: a part of the queries of words would measure nothing.

What cannot be had (embeddings of a service, vectors of a rare language) is left out with the reason.
Reference: Ramesh, Gupta, Singh, GeBNLP 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from babelance.core.digits import decimals_for, fixed_decimals
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Plain, Result
from babelance.core.model import Options
from babelance.core.model_names import short_names
from babelance.core.paper_table import PaperTable
from babelance.core.registry import DATASETS, MEASURES
from babelance.datasets.ntrex_english import PARTS
from babelance.datasets.reading.fetch import look
from babelance.run.audit import audit_plan
from babelance.run.configure import options_of
from babelance.run.kinds import split_language
from babelance.run.pipeline import Hooks
from babelance.run.plan import Job, Plan, Settings
from babelance.run.store import Store
from babelance.studies.ranked import Entry, Ranking, Ranks
from babelance.studies.ranking import rank, without_lengths

TRANSLATION = ("tgbi", "gender-lost")
USE = ("chrf", "bleu")
VECTORS = ("weat", "rnsb", "rnd", "ect")
UTTERANCES, CONTROLS, WORDS, REFERENCES = "babel-utterances", "babel-gendered", "babel-words", "ntrex-english"
SHIPPED = "vec:babelance/tiny-vectors/"
_SHARES = ("p_she", "p_he", "p_they")


@dataclass(frozen=True)
class Request:
    """`beside` are LANGUAGE=SPEC of pre-trained vectors; without any, those that ship. `references` is a dataset or a
    file with the columns `text` and `reference`; without one, NTREX if it is here."""

    models: tuple[str, ...]
    language: str
    target: str = "en"
    beside: tuple[str, ...] = ()
    utterances: str = UTTERANCES
    words: str = WORDS
    references: str = ""


@dataclass(frozen=True)
class Planned:
    """`notes` say what could not be planned."""

    plan: Plan
    vectors: tuple[Job, ...]
    notes: tuple[str, ...]


def plan_tables(request: Request, settings: Settings, options: Options, chosen: Mapping[str, str]) -> Planned:
    """`chosen` are options of the measures (root=false)."""
    notes: list[str] = []
    jobs = [job for part in _translations(request, notes) for job in _jobs(part, settings, options, chosen)]
    for_vectors = replace(options, extra={}, engine="torch")  # beams and engines are the translator's own
    vectors: list[Job] = []
    for spec in _vector_specs(request):
        language, _ = split_language(spec)
        part = _Part((spec,), (request.words,), str(language), VECTORS)
        try:
            vectors += _jobs(part, settings, for_vectors, chosen)
        except InputError as error:
            notes.append(f"Left out of table 1: {spec}: {error}")
    vectors = [replace(job, unlimited=True) for job in vectors]
    plan = without_lengths(Plan((*jobs, *vectors), replace(settings, only_known_languages=True)))
    return Planned(plan, plan.jobs[len(jobs) :], tuple(notes))


@dataclass(frozen=True)
class _Part:
    models: tuple[str, ...]
    data: tuple[str, ...]
    language: str
    measures: tuple[str, ...]
    target: str = ""


def _translations(request: Request, notes: list[str]) -> Iterator[_Part]:
    models = tuple(f"{request.language}={model}" for model in request.models)
    controls = DATASETS.get(CONTROLS).card
    asked = (request.utterances, *([CONTROLS] if controls.speaks(request.language) else []))
    yield _Part(models, asked, request.language, TRANSLATION[: len(asked)], request.target)
    references = request.references or _usual_references(request)
    if references:
        yield _Part(models, (references,), request.language, USE, request.target)
    else:
        notes.append("No chrF and BLEU: name sentences with references, --references FILE (text, reference).")


def _usual_references(request: Request) -> str:
    files = PARTS.get(request.language, ()) if request.target == "en" else ()
    return REFERENCES if files and all(look(file).state == "ok" for file in files) else ""


def _jobs(part: _Part, settings: Settings, options: Options, chosen: Mapping[str, str]) -> tuple[Job, ...]:
    known = {key for name in part.measures for key in options_of(MEASURES.get(name))}
    mine = {**({"target": part.target} if part.target else {}), **chosen}
    plan, _ = audit_plan(
        part.models,
        data=part.data,
        languages=[part.language],
        measures=part.measures,
        options={key: value for key, value in mine.items() if key in known},
        model_options=options,
        settings=settings,
    )
    return plan.jobs


def _vector_specs(request: Request) -> list[str]:
    sides = ((request.language, "encoder"), (request.target, "decoder"))
    folders = [model.removeprefix("ct2:") for model in request.models]
    own = [f"{language}=emb:{folder}#{side}" for folder in folders for language, side in sides]
    return [*own, *(request.beside or (f"{language}={SHIPPED}{language}" for language, _ in sides))]


def rank_vectors(
    planned: Planned, results: Sequence[Result], store: Store, hooks: Hooks | None = None
) -> tuple[list[Ranks], list[str]]:
    """All vectors in one table, each in its own language, and the reasons why some or all are not in it: those that
    have no number cannot be ranked, and would take the queries of all others with them."""
    undefined = {
        (result.about.model, result.about.language): str(result.undefined)
        for result in results
        if result.about.measure in VECTORS and result.about.group is None and not isinstance(result, Estimate)
    }
    kept = tuple(job for job in planned.vectors if (job.model.id, job.language) not in undefined)
    left = [f"Not in the ranking: {model} ({language}): {reason}" for (model, language), reason in undefined.items()]
    if not kept:
        return [], [*left, "No ranking: there are no vectors with numbers."]
    try:
        return rank([Plan(kept, replace(planned.plan.settings, by=()))], store, hooks), left
    except InputError as error:
        return [], [*left, f"No ranking: {error}"]


def tables(results: Sequence[Result], all_ranks: Sequence[Ranks]) -> list[PaperTable]:
    """Table 2 for each translator, what its translations are worth, and table 1."""
    whole = [result for result in results if result.about.group is None]
    by_set = [_table_2(result, results) for result in whole if result.about.measure == "tgbi"]
    used = [result for result in whole if result.about.measure in (*USE, "gender-lost")]
    return [*by_set, *([_quality(used)] if used else []), *map(_table_1, all_ranks)]


def _table_2(whole: Result, results: Sequence[Result]) -> PaperTable:
    mine = [
        result
        for result in results
        if _is_of_one_table(result, whole) and (result.about.group or "").startswith("set=")
    ]
    rows = [_set_row(str(result.about.group).removeprefix("set="), result, whole) for result in mine]
    rows.append(("all sets", _interval(whole), *("" for _ in _SHARES), str(whole.about.n)))
    reasons = dict.fromkeys(str(result.undefined) for result in (whole, *mine) if not isinstance(result, Estimate))
    caption = f"Table 2: TGBI of {whole.about.model} from {whole.about.language} ({whole.about.data.partition('#')[0]})"
    return PaperTable(caption, ("Set", "P", "p she", "p he", "p they", "n"), tuple(rows), tuple(reasons))


def _is_of_one_table(result: Result, whole: Result) -> bool:
    return [getattr(result.about, name) == getattr(whole.about, name) for name in _SAME_IN] == [True] * len(_SAME_IN)


_SAME_IN = ("measure", "model", "data", "language")


def _set_row(name: str, result: Result, whole: Result) -> tuple[str, ...]:
    sets = whole.extra.get("sets")
    shares = sets.get(name) if isinstance(sets, dict) else None
    cells = (_share(shares.get(key)) if isinstance(shares, dict) else "–" for key in _SHARES)
    return (name, _interval(result), *cells, str(result.about.n))


def _share(value: Plain) -> str:
    return f"{value:.3f}" if isinstance(value, int | float) else "–"


def _quality(results: Sequence[Result]) -> PaperTable:
    rows = tuple(
        (result.about.measure, result.about.model, _interval(result), str(result.about.n)) for result in results
    )
    notes = [f"{result.about.measure}: {result.undefined}" for result in results if not isinstance(result, Estimate)]
    return PaperTable("What the translations are worth", ("Measure", "Model", "Value", "n"), rows, tuple(notes))


def _interval(result: Result) -> str:
    if not isinstance(result, Estimate):
        return "undefined"
    places = decimals_for((result.high - result.low) / 4, result.value)
    value, low, high = (fixed_decimals(number, places) for number in (result.value, result.low, result.high))
    return f"{value} [{low}, {high}]"


def _table_1(ranks: Ranks) -> PaperTable:
    names = short_names(entry.model for entry in ranks.entries)
    rows = tuple(
        (_row_name(entry, names), *(_ranked_cell(ranking, index) for ranking in ranks.rankings))
        for index, entry in enumerate(ranks.entries)
    )
    headers = ("Embedding", *(f"{ranking.measure} (ideal {ranking.ideal:g})" for ranking in ranks.rankings))
    note = (
        "Behind each value: rank, and the ranks that other words would give. Rows in brackets know nothing; ~: not "
        "told apart from them."
    )
    unable = [f"{names[entry.model]} comes last: {entry.unable}." for entry in ranks.entries if entry.unable]
    return PaperTable(f"Table 1: embeddings on {ranks.data}", headers, rows, (note, *unable))


def _row_name(entry: Entry, names: Mapping[str, str]) -> str:
    name = f"[{entry.model}]" if entry.null else names[entry.model]
    return f"{name} ({entry.language})"


def _ranked_cell(ranking: Ranking, row_number: int) -> str:
    row = ranking.rows[row_number]
    rank_ = "·" if row.entry.null else f"{'' if row.told_apart else '~'}{row.rank}"
    return f"{row.aggregate:.4g} ({rank_}, {row.rank_low}–{row.rank_high})"

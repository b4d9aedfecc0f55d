"""Tables 2 and 3 of the MBE paper, from results, beside what the paper prints.

Table 2: the score of each language on each corpus, ‡ by the paper's McNemar test, with interval and length-only null;
and the difference between the first two corpora. Their sentences are different ones, so the difference is not paired:
its standard error is that of two independent scores (each half its interval in units of the normal quantile). Its p is
Holm's, over the languages of the table.
Table 3: the score of each model by pairs that people wrote and by MBE, with ‡ and interval; and do MBE, and the same
with shuffled groups (Shf), agree with the pairs? Over models: Spearman, Pearson († p < 0.05), direction, mean
difference.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, tables 2 and 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, hypot, sqrt
from statistics import NormalDist

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.model_names import short_names
from babelance.core.paper_table import PaperTable
from babelance.core.reason import Reason
from babelance.stats.multiple import holm
from babelance.studies.agreement import Agreement, Series, agreement, series, series_name
from babelance.studies.paper_mark import MARK_NOTE, mark_of

MEASURE = "mbe"
PAIRS = "aula"
GENDER_PAIRS = f"{PAIRS}@axis=gender"
"""The paper's reference: of the nine axes of CrowS-Pairs, one."""
RARE = 0.05
NONE = "–"
PRINTED_2 = {
    "de": ("54.69‡", "55.12‡"),
    "ja": ("54.52‡", "50.99"),
    "ar": ("55.72‡", "54.39‡"),
    "es": ("51.44‡", "51.69‡"),
    "pt": ("53.07‡", "54.99‡"),
    "ru": ("54.59‡", "51.00"),
    "id": ("52.38‡", "50.52"),
    "zh": ("52.86‡", "51.80‡"),
}
"""TED, News, as printed in table 2."""
PRINTED_3 = {
    "CP": {"Spearman": ("0.06", "0.41"), "Pearson": ("0.05", "0.63†"), "Direction": ("0.54", "0.72"),
           "Diff": ("4.06", "2.36")},
    "SS": {"Spearman": ("0.21", "0.41"), "Pearson": ("0.04", "0.62†"), "Direction": ("0.54", "0.72"),
           "Diff": ("6.66", "5.04")},
}  # fmt: skip
"""Shf, MBE, as printed in table 3."""


@dataclass(frozen=True, slots=True)
class ScoreDifference:
    """The difference of two scores on different sentences."""

    value: float
    low: float
    high: float
    p: float


def gap(first: Estimate, second: Estimate) -> ScoreDifference:
    quantile = NormalDist().inv_cdf((1 + first.level) / 2)
    errors = [
        (estimate.high - estimate.low) / 2 / NormalDist().inv_cdf((1 + estimate.level) / 2)
        for estimate in (first, second)
    ]
    value, error = first.value - second.value, hypot(*errors)
    p = erfc(abs(value) / error / sqrt(2)) if error else float(value == 0)
    return ScoreDifference(value, value - quantile * error, value + quantile * error, p)


def table_2(corpora: Mapping[str, Sequence[Result]]) -> PaperTable:
    """`corpora`: name → the results of its runs. One model for each language, as in the paper."""
    by_corpus = {name: _by_language(name, results) for name, results in corpora.items()}
    languages = list(dict.fromkeys(code for some in by_corpus.values() for code in some))
    if not languages:
        raise InputError("None of these runs has the measure 'mbe'. Make them: babelance run --measures mbe …")
    compared = list(by_corpus)[:2] if len(by_corpus) > 1 else []
    headers = ["Lang", *(header for name in by_corpus for header in (f"MBE({name})", "length null"))]
    headers += [f"{compared[0]} − {compared[1]}", "p (Holm)"] if compared else []
    gaps = {code: _gap(code, by_corpus, compared) for code in languages} if compared else {}
    adjusted = dict(zip(gaps, holm([known.p if known else None for known in gaps.values()]), strict=True))
    rows = [(*_scores(code, by_corpus), *_difference(code, gaps, adjusted), _printed_cells(code)) for code in languages]
    return PaperTable("Table 2: MBE by language and corpus", (*headers, "paper: TED, News"), tuple(rows), _NOTES)


_NOTES = (
    MARK_NOTE,
    "Intervals redraw sentences. length null: a model that knows nothing but the number of tokens.",
)


def _by_language(corpus: str, results: Sequence[Result]) -> dict[str, Estimate]:
    chosen: dict[str, Estimate] = {}
    for result in results:
        about = result.about
        if isinstance(result, Estimate) and about.measure == MEASURE and about.group is None:
            if about.language in chosen and chosen[about.language].about.model != about.model:
                raise InputError(
                    f"{corpus} has two models for '{about.language}': {chosen[about.language].about.model} and "
                    f"{about.model}. Table 2 has one for each language."
                )
            chosen[about.language] = result
    return chosen


def _scores(code: str, corpora: Mapping[str, Mapping[str, Estimate]]) -> list[str]:
    cells = [code]
    for estimates in corpora.values():
        estimate = estimates.get(code)
        null = estimate.nulls.get("length") if estimate else None
        cells += [_score(estimate) if estimate else NONE, NONE if null is None else f"{null:.2f}"]
    return cells


def _gap(code: str, corpora: Mapping[str, Mapping[str, Estimate]], compared: Sequence[str]) -> ScoreDifference | None:
    first, second = (corpora[name].get(code) for name in compared)
    return gap(first, second) if first and second else None


def _difference(
    code: str, gaps: Mapping[str, ScoreDifference | None], adjusted: Mapping[str, float | None]
) -> list[str]:
    if code not in gaps:
        return []
    known, p = gaps[code], adjusted[code]
    if known is None or p is None:
        return [NONE, NONE]
    return [f"{known.value:+.2f} [{known.low:+.2f}, {known.high:+.2f}]", f"{p:.3f}"]


def _printed_cells(code: str) -> str:
    return ", ".join(PRINTED_2.get(code, (NONE, NONE)))


def _score(estimate: Estimate) -> str:
    return f"{estimate.value:.2f}{mark_of(estimate)} [{estimate.low:.2f}, {estimate.high:.2f}]"


def table_3(benchmarks: Mapping[str, Sequence[Result]], *, reference: str | None = None) -> list[PaperTable]:
    """`benchmarks`: CP, SS, … → results of pairs (the reference) and of groups (mbe), over several models. Without a
    reference: AULA on the gender pairs where all models have them apart, on all pairs elsewhere."""
    return [table for name, results in benchmarks.items() for table in _benchmark(name, results, reference)]


def _benchmark(name: str, results: Sequence[Result], chosen: str | None) -> list[PaperTable]:
    known = {column.name: column for column in series(results)}
    reference = chosen or _usual_reference(known)
    columns = {"pairs": reference, "MBE": MEASURE, "Shf": f"{MEASURE}/shuffled", "length null": f"{MEASURE}/length"}
    missing = [wanted for wanted in (reference, MEASURE) if wanted not in known]
    if missing:
        measure = missing[0].partition("@")[0]
        of_what = "groups" if measure == MEASURE else "pairs"
        raise InputError(
            f"{name}: no run has '{missing[0]}'. There are: {', '.join(sorted(known))}. Add --benchmark {name}=RUN of "
            f"the {of_what}: babelance run --measures {measure} …"
        )
    present = {title: known[wanted] for title, wanted in columns.items() if wanted in known}
    models = [model for model in known[reference].values if model in known[MEASURE].values]
    estimates = {
        (series_name(result), result.about.model): result for result in results if isinstance(result, Estimate)
    }
    names = short_names(models)
    scores = tuple(
        (names[model], *(_cell_3(column, model, estimates) for column in present.values())) for model in models
    )
    return [
        PaperTable(f"{name}: scores by model", ("Model", *present), scores, _NOTES),
        _agreement_table(name, known, reference),
    ]


def _usual_reference(known: Mapping[str, Series]) -> str:
    """A run over all axes has both, one with `--where axis=gender` those pairs alone."""
    models = {name: set(known[name].values) if name in known else set() for name in (PAIRS, GENDER_PAIRS)}
    return GENDER_PAIRS if models[GENDER_PAIRS] and models[PAIRS] <= models[GENDER_PAIRS] else PAIRS


def _cell_3(column: Series, model: str, estimates: Mapping[tuple[str, str], Estimate]) -> str:
    """A score with its mark and interval; a null as it is."""
    if (estimate := estimates.get((column.name, model))) is not None:
        return _score(estimate)
    return f"{column.values[model]:.2f}" if model in column.values else NONE


def _agreement_table(name: str, known: Mapping[str, Series], reference: str) -> PaperTable:
    compared = [
        agreement(known[title], known[reference]) if title in known else Reason(f"no '{title}' in these runs")
        for title in (f"{MEASURE}/shuffled", MEASURE)
    ]
    printed = PRINTED_3.get(name, {})
    rows = tuple(
        (line, *(_cell(line, result) for result in compared), ", ".join(printed.get(line, (NONE, NONE))))
        for line in ("Spearman", "Pearson", "Direction", "Diff")
    )
    reasons = dict.fromkeys(str(result) for result in compared if isinstance(result, Reason))
    notes = (f"Reference: {reference}. †: p < 0.05, as if models were independent of each other.", *reasons)
    return PaperTable(f"Table 3, {name}", (name, "Shf", "MBE", "paper: Shf, MBE"), rows, notes)


def _cell(line: str, compared: Agreement | Reason) -> str:
    if isinstance(compared, Reason):
        return NONE
    value, p = {
        "Spearman": (compared.spearman, compared.spearman_p),
        "Pearson": (compared.pearson, compared.pearson_p),
        "Direction": (compared.direction, None),
        "Diff": (compared.difference, None),
    }[line]
    return NONE if value is None else f"{value:.2f}{'†' if p is not None and p < RARE else ''}"

"""`babelance rank`: embeddings ranked by several measures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._rank_tables import print_ranks
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.files import together, write_text
from babelance.core.json_lines import json_line
from babelance.core.reason import Reason
from babelance.core.spreadsheet import escape_formulas
from babelance.core.verdict import verdict_record

if TYPE_CHECKING:
    from babelance.core.model import Options
    from babelance.run.plan import Plan, Settings
    from babelance.studies.ranked import Entry, RankedEntry, Ranks

MEASURES = "weat,rnsb,rnd,ect"

Vectors = Annotated[
    list[str],
    typer.Option("--model", "-m", help="vec:, emb: or spacy: spec, hub name or folder; hi=SPEC for its own language."),
]

Queries = Annotated[str, typer.Option("--data", "-d", help="Queries: a dataset or your own JSON file.")]


@with_option_groups
def rank(
    model: Vectors,
    data: Queries = "babel-words",
    measures: shared.Measures = MEASURES,
    languages: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    by: Annotated[str, typer.Option(help="The tag that names a query.")] = "query",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder for rank.json, rank.csv and comparison.json, for a report."),
    ] = None,
    as_json: shared.AsJson = False,
    seed: shared.Seed = 0,
    level: shared.Level = 0.95,
    draws: shared.Draws = 1000,
    store: shared.StoreFile = None,
    *,
    loading: shared.Loading,
) -> None:
    """Rank embeddings: models × queries × measures, each measure in its own direction, 1 is the least biased.

    RND and RNSB are computed from vectors of length 1 (--set normalise=false, or fidelity=released, keeps lengths).
    Models of different languages stand in one table if each names its language (en=… hi=…).

    Example: babelance rank -m vec:glove.txt -m vec:fasttext.vec --data weat-queries --languages en
    Example: babelance rank -m en=vec:en.vec -m hi=vec:hi.vec --measures weat,rnsb,rnd,ect
    """
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.run.plan import Settings
    from babelance.studies.rank_sheet import rank_sheet
    from babelance.studies.ranking import rank as rank_plans
    from babelance.studies.ranking import without_lengths

    with Bar(quiet=as_json) as bar, shared.answer_store(store) as answers:
        settings = Settings(level, draws, seed, by=())
        plans = _plans(model, data, measures, languages, setting, settings, loading.options())
        if "normalise" not in shared.settings_of(setting):
            plans = list(map(without_lengths, plans))
        all_ranks = rank_plans(plans, answers, Hooks(on_progress=bar.tell), tag=by)
    sheet = rank_sheet(all_ranks)
    if out:
        with together():
            write_ranks(all_ranks, out)
            printing.write_sheet(sheet, out)
    if not as_json:
        printing.print_words(sheet)
    for ranks in all_ranks:
        if as_json:
            echo(json_line(record(ranks)))
        else:
            print_ranks(ranks)


def _plans(
    models: Sequence[str],
    data: str,
    measures: str,
    languages: str,
    setting: Sequence[str],
    settings: Settings,
    options: Options,
) -> list[Plan]:
    """One plan per table: all models in one language, or each model in the language that it names."""
    from babelance.run.kinds import split_language
    from babelance.run.plan import Plan, make_plan

    def plan(specs: Sequence[str], wanted: Sequence[str]) -> Plan:
        return make_plan(
            models=specs,
            data=[data],
            measures=shared.words(measures),
            languages=wanted,
            options=shared.settings_of(setting),
            model_options=options,
        )

    named = [split_language(spec) for spec in models]
    if all(language for language, _ in named):
        jobs = [job for language, spec in named for job in plan([spec], [str(language)]).jobs]
        return [Plan(tuple(jobs), settings)]
    if any(language for language, _ in named):
        raise InputError(
            "Some models name their language (en=…) and some do not. Name it for all of them, or for none."
        )
    whole = plan(models, shared.words(languages))
    codes = dict.fromkeys(job.language for job in whole.jobs)
    return [Plan(tuple(job for job in whole.jobs if job.language == code), settings) for code in codes]


def record(ranks: Ranks) -> dict[str, object]:
    """The whole ranking as a JSON object."""
    return {
        "data": ranks.data,
        "entries": [_entry(entry) for entry in ranks.entries],
        "rankings": [
            {
                "measure": ranking.measure,
                "ideal": ranking.ideal,
                "queries": list(ranking.queries),
                "dropped": dict(ranking.dropped),
                "matrix": {query: list(row) for query, row in ranking.matrix.items()},
                "rows": [_row(row) for row in ranking.rows],
                "verdict": verdict_record(ranking.verdict) if ranking.verdict else None,
            }
            for ranking in ranks.rankings
        ],
        "kendall_tau": {f"{first} {second}": tau for (first, second), tau in ranks.correlations.items()},
    }


def _entry(entry: Entry) -> dict[str, object]:
    facts: dict[str, object] = {"model": entry.model, "language": entry.language, "null": entry.null}
    return facts | ({"cannot_do_the_task": entry.unable} if entry.unable else {})


def _row(row: RankedEntry) -> dict[str, object]:
    return {
        **_entry(row.entry),
        **{name: getattr(row, name) for name in ("aggregate", "rank", "rank_low", "rank_high", "first")},
        "told_apart_from_null": row.told_apart,
        "verdict": verdict_record(row.verdict) if row.verdict else None,
    }


def write_ranks(all_ranks: Sequence[Ranks], out: Path) -> None:
    """rank.json with everything, rank.csv with every query."""
    text = json.dumps([record(ranks) for ranks in all_ranks], indent=1, ensure_ascii=False)
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(["data", "measure", "query", "model", "language", "score", "undefined"])
    for ranks in all_ranks:
        writer.writerows(map(escape_formulas, _cells(ranks)))
    write_text(out / "rank.json", text + "\n")
    write_text(out / "rank.csv", table.getvalue())


def _cells(ranks: Ranks) -> list[list[object]]:
    return [
        [ranks.data, ranking.measure, query, entry.model, entry.language]
        + (["", value] if isinstance(value, Reason) else [value, ""])
        for ranking in ranks.rankings
        for query, row in ranking.matrix.items()
        for entry, value in zip(ranks.entries, row, strict=True)
    ]


ORDER = 25


def register(app: typer.Typer) -> None:
    app.command("rank")(rank)

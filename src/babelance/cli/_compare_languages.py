"""`babelance compare languages`: how the groups that are tied to attributes differ, as a matrix."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.json_lines import json_line
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.core.model import Options
    from babelance.report.terminal_table import TerminalTable
    from babelance.run.plan import Job, Plan
    from babelance.studies.languages import Pair
    from babelance.studies.shifts import Shift

MOVED = 5


@with_option_groups
def languages(
    model: Annotated[
        list[str],
        typer.Option("--model", "-m", help="A model for all languages, or LANGUAGE=MODEL for one. Repeatable."),
    ],
    data: Annotated[str, typer.Option("--data", "-d", help="Probes with targets.")] = "babel-groups",
    codes: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the results and languages.json, for a report.")
    ] = None,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """How the groups that are tied to attributes differ between languages, or between models before and after.

    Jensen–Shannon divergence of P' / Σ P', 0 (the same) to 0.693, over templates, attributes and targets that both
    have.

    Example: babelance compare languages -m bert-base-multilingual-cased -l en,de,ko
    Example: babelance compare languages -m en=bert-base-uncased -m de=dbmdz/bert-base-german-uncased
    Example: babelance compare languages -m bert-base-german-cased -m ./aligned -l de --out moved
    """
    from babelance.api import execute
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.run.plan import Plan
    from babelance.studies.language_verdicts import headline_of, judge_pairs, judge_shifts
    from babelance.studies.languages import compare_languages
    from babelance.studies.moved import to_record
    from babelance.studies.shifts import shift_record, shifts

    with Bar(quiet=as_json) as bar:
        jobs = _jobs(model, data, codes, setting, loading.options())
        plan = Plan(tuple(jobs), sampling.settings(limit=limit, by=()))
        if out:
            execute(plan, out=out, store=store, hooks=Hooks(on_progress=bar.tell, warn=printing.warn))
        with shared.answer_store(store) as answers:
            pairs = judge_pairs(compare_languages(plan, answers, Hooks(on_progress=bar.tell)), plan.settings.level)
    moved = judge_shifts(shifts(pairs, plan.settings), plan.settings.level)
    if out:
        record = {
            "headline": headline_of(pairs),
            **to_record(pairs),
            "shifts": [shift_record(shift) for shift in moved],
        }
        write_text(out / "languages.json", json.dumps(record, ensure_ascii=False))
    _show(pairs, moved, as_json=as_json)
    raise typer.Exit(3 if any(isinstance(pair.divergence, Reason) for pair in pairs) else 0)


def _jobs(models: list[str], data: str, codes: str, setting: list[str], options: Options) -> list[Job]:
    """A job for each model and language; a model that was named for one language has only that one."""
    from babelance.run.kinds import split_language

    named = [split_language(spec) for spec in models]
    wanted = shared.words(codes)
    strangers = [code for code, _ in named if code and wanted and code not in wanted]
    if strangers:
        raise InputError(f"A model is named for '{strangers[0]}', which is not in --languages {codes}.")
    return [
        job for code, spec in named for job in _plan(spec, data, (code,) if code else wanted, setting, options).jobs
    ]


def _plan(spec: str, data: str, codes: tuple[str, ...], setting: list[str], options: Options) -> Plan:
    from babelance.run.plan import make_plan
    from babelance.studies.languages import MEASURE

    return make_plan(
        models=[spec],
        data=[data],
        measures=[MEASURE],
        languages=codes,
        options=shared.settings_of(setting),
        model_options=options,
    )


def _show(pairs: list[Pair], moved: list[Shift], *, as_json: bool) -> None:
    from babelance.studies.language_verdicts import headline_of
    from babelance.studies.moved import pair_record
    from babelance.studies.shifts import shift_record

    if as_json:
        for record in (*map(pair_record, pairs), *map(shift_record, moved)):
            echo(json_line(record))
        return
    printing.print_paragraph(headline_of(pairs), style="bold")
    printing.print_table(_matrix(pairs))
    printing.print_paragraph(_caption(pairs))
    for pair in pairs:
        printing.print_paragraph(_line(pair), indent=2)
        if pair.a.language == pair.b.language:
            printing.print_paragraph(f"  {_changes(pair)}", indent=2)
    printing.print_sentences(
        [
            verdict.sentence
            for verdict in (*(pair.verdict for pair in pairs), *(shift.verdict for shift in moved))
            if verdict
        ]
    )


def _matrix(pairs: list[Pair]) -> TerminalTable:
    from babelance.report.terminal_table import Row, TerminalTable

    sides = {side.label: side for pair in pairs for side in (pair.a, pair.b)}
    values = {(pair.a.label, pair.b.label): _number(pair) for pair in pairs}
    rows = [
        Row([row, *(values.get((row, column)) or values.get((column, row), "–") for column in sides)]) for row in sides
    ]
    return TerminalTable(["", *sides], rows, frozenset(range(1, len(sides) + 1)))


def _caption(pairs: list[Pair]) -> str:
    sides = {side.label: side for pair in pairs for side in (pair.a, pair.b)}
    models = " · ".join(
        dict.fromkeys(f"{side.label.partition(' ')[2]} {side.model}".strip() for side in sides.values())
    )
    return f"Jensen–Shannon divergence, 0 (the same) to 0.693 (nothing in common) · {models}"


def _number(pair: Pair) -> str:
    return "undefined" if isinstance(pair.divergence, Reason) else f"{pair.divergence.value:.3f}"


def _line(pair: Pair) -> str:
    if isinstance(pair.divergence, Reason):
        return f"{pair.a.label} / {pair.b.label}: undefined: {pair.divergence}"
    score = pair.divergence
    apart = score.alike is not None and score.targets_alike < score.targets
    alike = f" · {score.alike:.3f} among {score.targets_alike} with as many pieces" if apart else ""
    return (
        f"{pair.a.label} / {pair.b.label}: {score.value:.3f} [{score.low:.3f}, {score.high:.3f}] · shuffled "
        f"{score.shuffled:.3f} · {score.cells} templates with attribute · {score.targets} targets{alike}"
    )


def _changes(pair: Pair) -> str:
    from babelance.studies.moved import share_changes, top_group_changes

    changed = [first for first in top_group_changes(pair.a, pair.b) if first.before != first.after]
    shown = [
        f"{move.target} for {move.attribute} {move.before:.2f} → {move.after:.2f}"
        for move in share_changes(pair.a, pair.b)
    ]
    return f"another group comes first for {len(changed)} attributes; moved most: {', '.join(shown[:MOVED])}"

"""`babelance compare languages`: how the groups that are tied to attributes differ, as a matrix."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from babelance.cli import _options as shared
from babelance.cli._groups import grouped
from babelance.core.errors import InputError
from babelance.core.reason import Reason

if TYPE_CHECKING:
    from babelance.core.model import Options
    from babelance.run.plan import Job, Plan
    from babelance.studies.languages import Pair

MOVED = 5


@grouped
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
    from babelance.run.store import Store
    from babelance.studies.languages import compare_languages
    from babelance.studies.moved import to_record

    with Bar(quiet=as_json) as bar:
        jobs = _jobs(model, data, codes, setting, loading.options())
        plan = Plan(tuple(jobs), sampling.settings(limit=limit, by=()))
        if out:
            execute(plan, out=out, store=store, hooks=Hooks(tell=bar.tell))
        with Store(store) as answers:
            found = compare_languages(plan, answers, Hooks(tell=bar.tell))
    if out:
        (out / "languages.json").write_text(json.dumps(to_record(found), ensure_ascii=False), encoding="utf-8")
    _show(found, as_json=as_json)
    raise typer.Exit(3 if any(isinstance(one.divergence, Reason) for one in found) else 0)


def _jobs(models: list[str], data: str, codes: str, setting: list[str], options: Options) -> list[Job]:
    """A job for each model and language; a model that was named for one language has only that one."""
    from babelance.run.plan import named_for

    named = [named_for(spec) for spec in models]
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


def _show(found: list[Pair], *, as_json: bool) -> None:
    from babelance.studies.moved import pair_record

    if as_json:
        for one in found:
            typer.echo(json.dumps(pair_record(one), ensure_ascii=False))
        return
    Console().print(_matrix(found))
    for one in found:
        typer.echo(_line(one))
        if one.a.language == one.b.language:
            typer.echo(f"  {_moved(one)}")


def _matrix(found: list[Pair]) -> Table:
    sides = {side.label: side for one in found for side in (one.a, one.b)}
    models = " · ".join(
        dict.fromkeys(f"{side.label.partition(' ')[2]} {side.model}".strip() for side in sides.values())
    )
    caption = f"Jensen–Shannon divergence, 0 (the same) to 0.693 (nothing in common) · {models}"
    table = Table(header_style="bold", caption=caption, caption_justify="left")
    for name in ["", *sides]:
        table.add_column(name, overflow="fold")
    values = {(one.a.label, one.b.label): _number(one) for one in found}
    for row in sides:
        table.add_row(row, *(values.get((row, column)) or values.get((column, row), "–") for column in sides))
    return table


def _number(one: Pair) -> str:
    return "undefined" if isinstance(one.divergence, Reason) else f"{one.divergence.value:.3f}"


def _line(one: Pair) -> str:
    if isinstance(one.divergence, Reason):
        return f"{one.a.label} / {one.b.label}: undefined: {one.divergence}"
    found = one.divergence
    return (
        f"{one.a.label} / {one.b.label}: {found.value:.3f} [{found.low:.3f}, {found.high:.3f}] · shuffled "
        f"{found.shuffled:.3f} · {found.cells} templates with attribute · {found.targets} targets"
    )


def _moved(one: Pair) -> str:
    from babelance.studies.moved import firsts, moves

    changed = [first for first in firsts(one.a, one.b) if first.before != first.after]
    shown = [f"{move.target} for {move.attribute} {move.before:.2f} → {move.after:.2f}" for move in moves(one.a, one.b)]
    return f"another group comes first for {len(changed)} attributes; moved most: {', '.join(shown[:MOVED])}"

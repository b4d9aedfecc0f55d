"""`babelance ledger`: what mitigations changed, where, and at what price."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._ledger_tables import tables
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line
from babelance.core.model import Options
from babelance.core.reason import Reason
from babelance.core.verdict import verdict_record

if TYPE_CHECKING:
    from babelance.run.plan import Settings
    from babelance.studies.ledger_rows import Ledger, Run

ORDER = 65


@with_option_groups
def ledger(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs: of the unmitigated models, then of the others.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for ledger.json, ledger.html and comparison.json.")
    ] = None,
    as_json: shared.AsJson = False,
    device: shared.Device = "auto",
    remote_code: shared.RemoteCode = False,
    incomplete: shared.Incomplete = False,
    allow_command: shared.AllowCommand = [],  # noqa: B006 (typer reads the default)
    api_key_env: shared.ApiKeyEnv = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
) -> None:
    """Paired change of every measure and language, utility, spill-over, first group, and the best trade-offs.

    Each mitigated model is compared with the run of the model that it was made from, else with the first run.

    Example: babelance ledger before further cda aligned random --out ledger
    """
    from babelance.cli._progress import Bar
    from babelance.core.files import together, write_text
    from babelance.core.model import Options
    from babelance.report.html.sheet_page import render_sheet
    from babelance.run.pipeline import Hooks
    from babelance.studies.ledger import keep_ledger
    from babelance.studies.ledger_sheet import ledger_sheet

    settings = sampling.settings(by=())
    with Bar(quiet=as_json) as bar, shared.answer_store(store) as answers:
        options = Options(device=device, remote_code=remote_code, extra=shared.with_key(api_key_env))
        opened = [
            _open(folder, settings, options, incomplete=incomplete, allow_commands=allow_command) for folder in runs
        ]
        kept = keep_ledger(opened, answers, settings, Hooks(on_progress=bar.tell))
    record = record_of(kept)
    if out:
        sheet = ledger_sheet(kept)
        with together():
            write_text(out / "ledger.json", json.dumps(record, indent=2, ensure_ascii=False))
            write_text(out / "ledger.html", render_sheet(sheet))
            printing.write_sheet(sheet, out)
    if as_json:
        echo(json_line(record))
        return
    for table in tables(record):
        printing.print_table(table)
    for what, names in record["missing"].items():
        say(f"{what} not measured: {', '.join(names)}")


def _open(
    folder: Path, settings: Settings, options: Options, *, incomplete: bool, allow_commands: Sequence[str]
) -> Run:
    from babelance.run.signed_plan import plan_of_run
    from babelance.studies import ner
    from babelance.studies.ledger import record_of
    from babelance.studies.ledger_rows import Run
    from babelance.studies.ranking import without_lengths

    signatures = [result.about.signature for result in shared.results_of(folder, incomplete=incomplete).overall]
    plan = without_lengths(plan_of_run(signatures, settings, options, allow_commands=allow_commands))
    models = list(dict.fromkeys(job.model.id for job in plan.jobs))
    if len(models) != 1:
        raise InputError(f"'{folder}' has results of {len(models)} models; a ledger takes runs of one model each.")
    return Run(folder, models[0], plan, record_of(models[0]), tuple(ner.read(folder)))


def record_of(kept: Ledger) -> dict[str, Any]:
    """The ledger as a JSON object."""
    from babelance.studies.ledger import pareto
    from babelance.studies.ledger_rows import not_measured

    rows = [_row(row) for row in kept.rows]
    entities = [_entity(row) for row in kept.entities]
    return {
        "variants": kept.variants(),
        "rows": rows,
        "entities": entities,
        "averages": [asdict(average) for average in kept.averages],
        "similarities": {variant: asdict(similarity) for variant, similarity in kept.similarities.items()},
        "missing": not_measured(kept),
        "pareto": _trade_offs(rows, pareto),
    }


def _row(row: Any) -> dict[str, Any]:
    comparison, difference = row.comparison, row.comparison.difference
    change = {"undefined": difference} if isinstance(difference, Reason) else _change(difference)
    top = {"before": row.top.before, "after": row.top.after, "changed": row.top.changed} if row.top else None
    return {
        "variant": row.variant,
        "group": row.group,
        "measure": comparison.measure,
        "data": comparison.data,
        "language": comparison.language,
        "before": _number_or_none(comparison.value_a),
        "after": _number_or_none(comparison.value_b),
        "n": comparison.n,
        **change,
        "p_holm": comparison.p_holm,
        "p_bh": comparison.p_bh,
        "ideal": row.ideal,
        "utility": row.utility,
        "spill_over": row.spill_over,
        "top": top,
        "models": [comparison.a, comparison.b],
        "verdict": verdict_record(comparison.verdict) if comparison.verdict else None,
    }


def _number_or_none(value: float) -> float | None:
    """JSON has no NaN, and a table must not show one as if it were a number."""
    return value if isfinite(value) else None


def _change(difference: Any) -> dict[str, float]:
    return {"change": difference.value, "low": difference.low, "high": difference.high, "p": difference.p}


def _entity(entity: Any) -> dict[str, Any]:
    sides = {
        name: {"undefined": f1} if isinstance(f1, Reason) else {"f1": f1.value, "low": f1.low, "high": f1.high}
        for name, f1 in (("before", entity.before), ("after", entity.after))
    }
    change = {"undefined": entity.difference} if isinstance(entity.difference, Reason) else _change(entity.difference)
    verdict = verdict_record(entity.verdict) if entity.verdict else None
    adjusted = {"p_holm": entity.p_holm, "p_bh": entity.p_bh, "verdict": verdict}
    return {
        "variant": entity.variant,
        "group": entity.group,
        "language": entity.language,
        "frozen": entity.frozen,
        **sides,
        **change,
        **adjusted,
    }


def _trade_offs(rows: list[dict[str, Any]], pareto: Any) -> list[dict[str, Any]]:
    """For each language, bias measure and utility measure: the points, and which of them no other one beats in both."""
    from babelance.studies.ledger_rows import UNMITIGATED

    defined = [row for row in rows if "undefined" not in row]
    kinds = dict.fromkeys((row["language"], row["measure"]) for row in defined if not row["utility"])
    trade_offs = []
    for language, measure in kinds:
        for use in dict.fromkeys(row["measure"] for row in defined if row["utility"] and row["language"] == language):
            bias, price = (_points(defined, language, name, UNMITIGATED) for name in (measure, use))
            names = [name for name in bias if name in price]
            best = pareto({name: (_distance(bias[name]), _distance(price[name])) for name in names})
            points = [
                {"variant": name, "bias": bias[name][0], "utility": price[name][0], "best": name in best}
                for name in names
            ]
            trade_offs.append({"language": language, "measure": measure, "utility": use, "points": points})
    return trade_offs


def _points(rows: list[dict[str, Any]], language: str, measure: str, first: str) -> dict[str, tuple[float, float]]:
    """variant → (value, ideal)."""
    mine = [row for row in rows if row["language"] == language and row["measure"] == measure]
    points = {first: (mine[0]["before"], mine[0]["ideal"])} if mine else {}
    return points | {row["variant"]: (row["after"], row["ideal"]) for row in mine}


def _distance(point: tuple[float, float]) -> float:
    value, ideal = point
    return abs(value - ideal)


def register(app: typer.Typer) -> None:
    app.command("ledger")(ledger)

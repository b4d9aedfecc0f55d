"""`babelance compare`: two models on the same items, paired; or the groups that languages favour."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._compare_languages import languages
from babelance.cli._groups import with_option_groups
from babelance.cli._help import FittedGroup
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line
from babelance.core.model import Options
from babelance.core.paths import is_file
from babelance.core.reason import Reason
from babelance.core.verdict import verdict_record
from babelance.report.labels import dataset

if TYPE_CHECKING:
    from babelance.run.plan import Plan, Settings
    from babelance.studies.comparison import Comparison


@with_option_groups
def models(
    a: Annotated[str, typer.Argument(help="A model, or the folder of a run.")],
    b: Annotated[str, typer.Argument(help="Another model, or the folder of a run.")],
    data: shared.Data = [],  # noqa: B006 (typer reads the default)
    measures: shared.Measures = "",
    languages: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006
    out: shared.SheetOut = None,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    where: shared.Where = [],  # noqa: B006
    by: shared.By = "",
    incomplete: shared.Incomplete = False,
    allow_command: shared.AllowCommand = [],  # noqa: B006
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """The paired difference B − A of every measure, with interval, p-value and adjusted p-values.

    p is of the exact McNemar test for measures that are shares of pairs, of the bootstrap for the others.

    Example: babelance compare out-before out-after

    Example: babelance compare bert-base-cased roberta-base --data crows-pairs --measures cps,aul --languages en
    """
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.studies.comparison import compare
    from babelance.studies.sheets import comparison_sheet

    if is_run(a) and is_run(b) and (data or measures or languages or setting):
        raise InputError(
            f"'{a}' and '{b}' are folders of runs, which are compared in all that both measured: --data, --measures, "
            "--languages and --set are for models. Leave them out, or name models instead of folders."
        )
    settings, options = sampling.settings(limit=limit, by=shared.words(by), where=where), loading.options()
    with Bar(quiet=as_json) as bar, shared.answer_store(store) as answers:
        asked = (data, measures, languages, setting, settings, options)
        plans = [_plan(entry, *asked, incomplete=incomplete, allow_commands=allow_command) for entry in (a, b)]
        comparisons = compare(plans[0], plans[1], answers, Hooks(on_progress=bar.tell))
    sheet = comparison_sheet(comparisons)
    if out:
        printing.write_sheet(sheet, out)
    if as_json:
        for entry in comparisons:
            echo(json_line(_record(entry)))
    else:
        printing.print_words(sheet)
        _print_tables(comparisons)
    raise typer.Exit(3 if any(isinstance(entry.difference, Reason) for entry in comparisons) else 0)


def is_run(spec: str) -> bool:
    """Is this the folder of a run? Everything else names a model."""
    return is_file(Path(spec) / "results.jsonl")


def _plan(
    spec: str,
    data: list[str],
    measures: str,
    languages: str,
    setting: list[str],
    settings: Settings,
    options: Options,
    *,
    incomplete: bool,
    allow_commands: Sequence[str],
) -> Plan:
    """A model with what was asked for, or all that a run folder has."""
    from babelance.run.kinds import options_for
    from babelance.run.plan import make_plan
    from babelance.run.signed_plan import plan_of_run

    if is_run(spec):
        signatures = [result.about.signature for result in shared.results_of(Path(spec), incomplete=incomplete).overall]
        return plan_of_run(signatures, settings, options, allow_commands=allow_commands)
    if not data or not measures:
        raise InputError(f"'{spec}' is not the folder of a run. For a model, name --data and --measures as well.")
    return make_plan(
        models=[spec],
        data=data,
        measures=shared.words(measures),
        languages=shared.words(languages),
        options=shared.settings_of(setting),
        model_options=options_for(spec, options),
        settings=settings,
    )


def _record(comparison: Comparison) -> dict[str, object]:
    difference = comparison.difference
    known = not isinstance(difference, Reason)
    return {
        "measure": comparison.measure,
        "data": comparison.data,
        "language": comparison.language,
        "group": comparison.group,
        "a": comparison.a,
        "b": comparison.b,
        "value_a": comparison.value_a if known else None,
        "value_b": comparison.value_b if known else None,
        "n": comparison.n,
        "difference": None if isinstance(difference, Reason) else difference.value,
        "low": None if isinstance(difference, Reason) else difference.low,
        "high": None if isinstance(difference, Reason) else difference.high,
        "p": None if isinstance(difference, Reason) else difference.p,
        "p_holm": comparison.p_holm,
        "p_bh": comparison.p_bh,
        "method": None if isinstance(difference, Reason) else difference.method,
        "undefined": difference if isinstance(difference, Reason) else None,
        "verdict": verdict_record(comparison.verdict) if comparison.verdict else None,
    }


def _print_tables(comparisons: list[Comparison]) -> None:
    """One for each dataset; all digits and p (BH) are in the JSON."""
    from babelance.report.terminal_table import Row, TerminalTable

    headings = ("measure", "lang", "A", "B", "B − A", "interval", "p", "Holm", "n")
    for data in dict.fromkeys(dataset(comparison.data) for comparison in comparisons):
        on_data = [comparison for comparison in comparisons if dataset(comparison.data) == data]
        rows = [Row(_cells(comparison)) for comparison in on_data]
        undefined = [
            f"{comparison.measure} {_language_and_group(comparison)}: undefined: {comparison.difference}"
            for comparison in on_data
            if isinstance(comparison.difference, Reason)
        ]
        numbers = frozenset(range(2, len(headings)))
        printing.print_table(TerminalTable(headings, rows, numbers, title=f"data {data}", notes=undefined))
    say(f"A = {comparisons[0].a}\nB = {comparisons[0].b}")


def _cells(comparison: Comparison) -> list[str]:
    head, difference = [comparison.measure, _language_and_group(comparison)], comparison.difference
    if isinstance(difference, Reason):
        return [*head, "", "", "undefined", "", "", "", str(comparison.n)]
    values = [f"{comparison.value_a:.3g}", f"{comparison.value_b:.3g}", _with_sign(difference.value)]
    interval = f"[{_with_sign(difference.low)}, {_with_sign(difference.high)}]"
    return [*head, *values, interval, f"{difference.p:.2g}", f"{comparison.p_holm:.2g}", str(comparison.n)]


def _with_sign(value: float) -> str:
    """With two digits, and never as a power of ten."""
    return f"{value:+.0f}" if abs(value) >= 99.5 else f"{value:+.2g}"


def _language_and_group(comparison: Comparison) -> str:
    return " ".join(filter(None, (comparison.language, comparison.group)))


ORDER = 20


HELP = """Compare two models (`compare A B`), or the groups that languages favour (`compare languages`).

Example: babelance compare out-before out-after

Example: babelance compare languages -m bert-base-multilingual-cased -l en,de,ko
"""


class OrModels(FittedGroup):
    """`compare A B` is `compare models A B`: only `models` and `languages` are words of their own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        named = args and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named or not args else ["models", *args])


def register(app: typer.Typer) -> None:
    verbs = typer.Typer(cls=OrModels, no_args_is_help=True, help=HELP)
    verbs.command("models")(models)
    verbs.command("languages")(languages)
    app.add_typer(verbs, name="compare")

"""`babelance run`: chosen measures of chosen models on chosen data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.api import Evaluation


@with_option_groups
def run(
    model: shared.Model,
    data: shared.Data,
    measures: shared.Measures,
    languages: shared.Languages = "",
    name: shared.Name = [],  # noqa: B006 (typer reads the default)
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    out: shared.Out = None,
    embeddings: Annotated[
        bool,
        typer.Option("--embeddings", help="With --out: embeddings.parquet, too, to compute a weighted MBE from files."),
    ] = False,
    as_json: shared.AsJson = False,
    groups: Annotated[bool, typer.Option("--groups", help="On a terminal, results of groups, too.")] = False,
    limit: shared.Limit = None,
    where: shared.Where = [],  # noqa: B006
    without_flagged: Annotated[
        bool, typer.Option("--without-flagged", help="Only items that `babelance lint` finds nothing wrong with.")
    ] = False,
    by: shared.By = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
    answerer: shared.Answerer,
) -> None:
    """Measure models on data.

    Example: babelance run --model xlm-roberta-base --data sjsd --languages de,fi --measures s-jsd,cps --out out
    """
    from babelance.api import execute
    from babelance.cli._executor import hooks
    from babelance.cli._progress import Bar
    from babelance.run.plan import make_plan

    if embeddings and not out:
        raise InputError("--embeddings writes a file beside the results. Name the folder: --out DIR.")
    with Bar(quiet=as_json and not printing.stderr.is_terminal) as bar:
        plan = make_plan(
            models=model,
            data=data,
            measures=shared.words(measures),
            languages=shared.words(languages),
            options=shared.settings_of(setting),
            model_options=loading.options(bar.rows),
            settings=sampling.settings(
                limit=limit,
                by=shared.words(by) if by is not None else None,
                where=[*where, *WITHOUT_FLAGGED[:without_flagged]],
            ),
        )
        plan = plan.with_names(name)
        bar.expect(len(plan.jobs))
        with hooks(answerer, bar) as answering:
            evaluation = execute(plan, out=out, store=store, hooks=answering, embeddings=embeddings)
    _show(evaluation, as_json=as_json, groups=groups)
    if out and not as_json:
        printing.warn(f"Results are in {out}. See them with: babelance report {out}")
    raise typer.Exit(printing.exit_code(evaluation.results))


def _show(evaluation: Evaluation, *, as_json: bool, groups: bool) -> None:
    """Blocks and a conclusion for people at a terminal, one line for each result for programs that read on."""
    from babelance.report.terminal import Screen

    screen = printing.screen()
    if as_json or not screen.is_terminal:
        printing.print_results(evaluation.results, as_json=as_json)
    else:
        screen.print(Screen(evaluation.results, evaluation.conclusion, groups=groups), soft_wrap=True)


WITHOUT_FLAGGED = ("flagged=no",)
ORDER = 10


def register(app: typer.Typer) -> None:
    app.command("run")(run)

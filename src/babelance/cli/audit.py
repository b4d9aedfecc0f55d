"""`babelance audit`: everything that fits a model, with a report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._groups import grouped


@grouped
def audit(
    model: shared.Model,
    data: shared.Data = [],  # noqa: B006 (typer reads the default)
    languages: shared.Languages = "",
    measures: shared.Measures = "",
    setting: shared.Setting = [],  # noqa: B006
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the results.")] = Path("audit"),
    with_report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write report.html beside the results.")
    ] = True,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    processes: Annotated[
        int | None,
        typer.Option(help="Work in so many processes at once; default: in this one.", callback=shared.within_bounds),
    ] = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
    answerer: shared.Answerer,
) -> None:
    """Run every measure that fits the model on the shipped probes (or on --data), and write a report.

    Example: babelance audit --model babelance/tiny-multilingual --languages en,de,ko
    """
    from babelance.api import execute
    from babelance.cli._executor import hooks
    from babelance.cli._progress import Bar
    from babelance.core.errors import InputError
    from babelance.run.audit import audit_plan, format_reasons

    if processes is not None and answerer.executor != "local":
        raise InputError(
            f"--processes works on this machine, --executor {answerer.executor} on others. Use one of them."
        )
    with Bar(quiet=as_json and not shared.stderr.is_terminal) as bar:
        plan, left_out = audit_plan(
            model,
            data=data,
            languages=shared.words(languages),
            measures=shared.words(measures),
            options=shared.settings_of(setting),
            model_options=loading.options(bar.rows),
            settings=sampling.settings(limit=limit),
        )
        with hooks(answerer, bar) as answering:
            evaluation = execute(plan, out=out, store=store, hooks=answering, processes=processes)
    for line in format_reasons(left_out).split("; ") if left_out else ():
        shared.stderr.print(f"left out: {line}", highlight=False, soft_wrap=True)
    _show(out, as_json=as_json, with_report=with_report, evaluation=evaluation)
    raise typer.Exit(shared.exit_code(evaluation.results))


def _show(out: Path, *, as_json: bool, with_report: bool, evaluation: object) -> None:
    from babelance.api import Evaluation
    from babelance.core.files import write_text
    from babelance.report.html import render
    from babelance.report.results import Results
    from babelance.report.terminal import summary

    assert isinstance(evaluation, Evaluation)
    if as_json:
        shared.print_results(evaluation.results, as_json=True)
    else:
        shared.screen().print(summary(Results.read(out)))
    if with_report:
        page = out / "report.html"
        write_text(page, render(Results.read(out)))
        shared.stderr.print(f"Report: {page}", highlight=False, soft_wrap=True)


ORDER = 11


def register(app: typer.Typer) -> None:
    app.command("audit")(audit)

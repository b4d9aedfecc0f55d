"""`babelance audit`: everything that fits a model, with a report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups

if TYPE_CHECKING:
    from babelance.api import Evaluation


@with_option_groups
def audit(
    model: shared.Model,
    data: shared.Data = [],  # noqa: B006 (typer reads the default)
    languages: shared.Languages = "",
    measures: shared.Measures = "",
    name: shared.Name = [],  # noqa: B006 (typer reads the default)
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
    from babelance.run.audit import audit_plan

    if processes is not None and answerer.executor != "local":
        raise InputError(
            f"--processes works on this machine, --executor {answerer.executor} on others. Use one of them."
        )
    with Bar(quiet=as_json and not printing.stderr.is_terminal) as bar:
        plan, left_out = audit_plan(
            model,
            data=data,
            languages=shared.words(languages),
            measures=shared.words(measures),
            options=shared.settings_of(setting),
            model_options=loading.options(bar.rows),
            settings=sampling.settings(limit=limit),
        )
        plan = plan.with_names(name)
        bar.expect(len(plan.jobs))
        with hooks(answerer, bar) as answering:
            evaluation = execute(plan, out=out, store=store, hooks=answering, processes=processes)
    page = _write_report(out) if with_report else None
    if as_json:
        printing.print_results(evaluation.results, as_json=True)
    else:
        _tell_left_out(left_out)
        _tell(evaluation, out, page)
    raise typer.Exit(printing.exit_code(evaluation.results))


NEEDED = {
    "Translate": "a translator",
    "Entails": "an NLI model",
    "Classify": "a text classifier",
    "Embed": "word vectors",
}
"""What kind of model a measure needs, by what it asks."""


def _write_report(out: Path) -> Path:
    from babelance.core.files import write_text
    from babelance.report.html import render
    from babelance.report.results import Results

    page = out / "report.html"
    write_text(page, render(Results.read(out)))
    return page


def _tell_left_out(left_out: Mapping[str, str]) -> None:
    """One line: what was not measured, and how to get it. Measures of other packages say for themselves why not, and
    what a server failed at is told."""
    from babelance.core.model import EXAMINATION
    from babelance.core.registry import MEASURES
    from babelance.report.terminal_lines import paragraph
    from babelance.run.audit import NO_DATA, format_reasons

    examined = {name: reason for name, reason in left_out.items() if reason.startswith(EXAMINATION)}
    if examined:
        printing.warn(f"left out: {format_reasons(examined)}")
    wanted: dict[str, list[str]] = {}
    for name, reason in left_out.items():
        if name in examined:
            continue
        if reason != NO_DATA and MEASURES.is_foreign(name):
            printing.warn(f"left out: {name}: {reason}")
        else:
            need = "other data: --data" if reason == NO_DATA else f"{_kind(name)}: --model"
            wanted.setdefault(need, []).append(name)
    if wanted:
        extras = "; ".join(f"{', '.join(names)} (add {need})" for need, names in wanted.items())
        for line in paragraph(f"Left out: {extras}. More: `babelance show NAME`", width=printing.stderr.width):
            printing.stderr.print(line, soft_wrap=True)


def _kind(measure: str) -> str:
    from babelance.core.registry import MEASURES

    asks = {ability.query for ability in MEASURES.get(measure)().asks}
    return next((need for query, need in NEEDED.items() if query in asks), "a language model")


def _tell(evaluation: Evaluation, out: Path, page: Path | None) -> None:
    """What was found and where the rest is."""
    from babelance.report.terminal_ending import commands, ending

    screen = printing.screen()
    for line in ending(evaluation.conclusion, width=screen.width, remarks=False):
        screen.print(line, soft_wrap=True)
    pointer = ("Report:", str(page)) if page else ("Results:", f"babelance report {quote(str(out))} --format terminal")
    for line in commands([pointer]):
        screen.print(line, soft_wrap=True)


ORDER = 11


def register(app: typer.Typer) -> None:
    app.command("audit")(audit)

"""`babelance gate`: is a new model worse than a baseline? For build servers: exit code 0, 1 or 3."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.gate import gate_record
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.core.gate import Gate

ORDER = 22
POLICY = Path("babelance-gate.toml")


def gate(
    base: Annotated[str, typer.Argument(help="The baseline: the folder of a run, or a file of signatures.")] = "",
    new: Annotated[str, typer.Argument(help="The folder of another run, or a model to run now.")] = "",
    policy: Annotated[
        Path | None, typer.Option(help="TOML file with the margins; default: usual ones. See --init.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
    junit: Annotated[Path | None, typer.Option(help="JUnit XML file to write.")] = None,
    init: Annotated[
        bool, typer.Option("--init", help=f"Write a commented policy ({POLICY}), for the measures of BASE if given.")
    ] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Keep the run of the model NEW here.")] = None,
    incomplete: shared.Incomplete = False,
    allow_command: shared.AllowCommand = [],  # noqa: B006 (typer reads the default)
    api_key_env: shared.ApiKeyEnv = None,
    store: shared.StoreFile = None,
) -> None:
    """Is NEW farther from its nulls than BASE? Paired on the same items, corrected for all results.

    Exit code 0: not worse. 1: worse. 3: cannot tell, which is no pass. 2: the command or a file is wrong.
    On GitHub the step summary and annotations are written, too.

    Example: babelance gate runs/released runs/candidate --policy babelance-gate.toml --junit gate.xml
    """
    if init:
        echo(_write_policy(base, policy or POLICY, incomplete=incomplete))
        return
    if not base or not new:
        raise InputError("gate takes two runs: babelance gate BASE NEW. Or write a policy: babelance gate --init")
    decided = _decide(base, new, policy, out, incomplete, allow_command, store, key=api_key_env, quiet=as_json)
    _write(decided, junit)
    if as_json:
        echo(json_line(gate_record(decided)))
    else:
        _show(decided)
    raise typer.Exit(decided.exit_code)


def _write_policy(base: str, path: Path, *, incomplete: bool) -> Path:
    from babelance.core.files import write_text
    from babelance.studies.gate.policy import policy_text

    if path.exists():
        raise InputError(f"'{path}' is there already. Name another file with --policy, or remove it.")
    results = shared.results_of(Path(base), incomplete=incomplete).overall if base else []
    write_text(path, policy_text([result.about.measure for result in results]))
    return path


def _decide(
    base: str,
    new: str,
    policy: Path | None,
    out: Path | None,
    incomplete: bool,
    allow_command: list[str],
    store: Path | None,
    *,
    key: str | None,
    quiet: bool,
) -> Gate:
    from babelance.cli._progress import Bar
    from babelance.core.model import Options
    from babelance.deliver.gate import gate as gate_of_runs
    from babelance.run.pipeline import Hooks

    with Bar(quiet=quiet) as bar:
        return gate_of_runs(
            base,
            new,
            policy=policy,
            out=out,
            store=store,
            model_options=Options(extra=shared.with_key(key)),
            incomplete=incomplete,
            allow_commands=allow_command,
            hooks=Hooks(on_progress=bar.tell, warn=printing.warn),
        )


def _show(decided: Gate) -> None:
    from babelance.report.gate.terminal import gate_lines

    console = printing.screen()
    for line in gate_lines(decided, width=console.width):
        console.print(line, soft_wrap=True)


def _write(decided: Gate, junit: Path | None) -> None:
    """Files before anything is printed: whoever reads the decision finds them there."""
    from babelance.core.files import write_text
    from babelance.report.gate.github import annotation_lines, step_summary
    from babelance.report.gate.junit import junit_xml

    if junit:
        write_text(junit, junit_xml(decided))
    if summary := os.environ.get("GITHUB_STEP_SUMMARY"):
        _append(Path(summary), step_summary(decided))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in annotation_lines(decided):
            echo(line, err=True)


def _append(path: Path, text: str) -> None:
    """Other commands of the step may have written there; the limit is for all of them."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        printing.warn(f"The step summary {path} cannot be written: {error}.")


def register(app: typer.Typer) -> None:
    app.command("gate")(gate)

"""`babelance run`: chosen measures of chosen models on chosen data."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared

if TYPE_CHECKING:
    from babelance.api import Evaluation


def run(
    model: shared.Model,
    data: shared.Data,
    measures: shared.Measures,
    languages: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    out: shared.Out = None,
    as_json: shared.AsJson = False,
    groups: Annotated[bool, typer.Option("--groups", help="On a terminal, results of groups, too.")] = False,
    limit: shared.Limit = None,
    seed: shared.Seed = 0,
    level: shared.Level = 0.95,
    draws: shared.Draws = 2000,
    by: shared.By = None,
    device: shared.Device = "auto",
    dtype: shared.Dtype = "float32",
    batch_tokens: shared.BatchTokens = None,
    allow_unknown: shared.AllowUnknown = False,
    remote_code: shared.RemoteCode = False,
    labels: shared.Labels = "",
    engine: shared.Engine = "torch",
    beam: shared.Beam = None,
    start: shared.Start = "auto",
    prompt: shared.Prompt = "auto",
    store: shared.StoreFile = None,
    executor: shared.Executor = "local",
    address: shared.Address = "",
    gpus: shared.Gpus = 0,
) -> None:
    """Measure models on data.

    Example: babelance run --model xlm-roberta-base --data sjsd --languages de,fi --measures s-jsd,cps --out out
    """
    from babelance.api import execute
    from babelance.cli._executor import hooks
    from babelance.cli._progress import Bar
    from babelance.run.plan import Settings, make_plan

    with Bar(quiet=as_json and not shared.stderr.is_terminal) as bar:
        options = shared.model_options(
            device=device, dtype=dtype, batch_tokens=batch_tokens, allow_unknown=allow_unknown,
            remote_code=remote_code, labels=labels, engine=engine, beam=beam, start=start, prompt=prompt,
        )  # fmt: skip
        plan = make_plan(
            models=model,
            data=data,
            measures=shared.words(measures),
            languages=shared.words(languages),
            options=shared.settings_of(setting),
            model_options=replace(options, progress=bar.rows),
            settings=Settings(level, draws, seed, limit, shared.words(by) if by is not None else None),
        )
        shared.check_beam(beam, plan)
        shared.check_start(start, plan)
        bar.expect(len(plan.jobs))
        with hooks(executor, address, gpus, bar) as answering:
            evaluation = execute(plan, out=out, store=store, hooks=answering)
    _show(evaluation, as_json=as_json, groups=groups)
    if out and not as_json:
        shared.warn(f"Results are in {out}. See them with: babelance report {out}")
    raise typer.Exit(shared.exit_code(evaluation.results))


def _show(evaluation: Evaluation, *, as_json: bool, groups: bool) -> None:
    """Blocks and a conclusion for people at a terminal, one line for each result for programs that read on."""
    from babelance.report.terminal import Screen

    screen = shared.screen()
    if as_json or not screen.is_terminal:
        shared.print_results(evaluation.results, as_json=as_json)
    else:
        screen.print(Screen(evaluation.results, evaluation.conclusion, groups=groups), soft_wrap=True)


ORDER = 10


def register(app: typer.Typer) -> None:
    app.command("run")(run)

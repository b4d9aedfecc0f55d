"""`babelance meta bias-control`: does a measure of NLI bias follow the bias?"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.model import Options

if TYPE_CHECKING:
    from babelance.backends.training.loop import Recipe
    from babelance.studies.bias_control import Correlation, Plan, Study


def bias_control(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for sets, models, numbers and the figure.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")
    ] = "en",
    data: Annotated[
        str, typer.Option("--data", "-d", help="NLI pairs with set, occupation, stereotype, caption.")
    ] = "babel-nli",
    base: Annotated[
        str | None, typer.Option("--base", "-b", help="Encoder to fine-tune; default: a very small, empty one.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="6 rates and 5 occupations of a kind: minutes.")] = False,
    rates: Annotated[str, typer.Option(help="Comma-separated rates; default 0,0.1,…,1, quick 0,0.2,…,1.")] = "",
    words: Annotated[
        int | None, typer.Option(help="Occupations of each kind; default 10, quick 5.", callback=shared.within_bounds)
    ] = None,
    epochs: Annotated[
        int | None, typer.Option(help="Most passes; default 60, with --base 3.", callback=shared.within_bounds)
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option("--rate", "--lr", help="Learning rate; 1e-3, with --base 2e-5.", callback=shared.within_bounds),
    ] = None,
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object on stdout.")] = False,
) -> None:
    """Train one NLI model per rate of bias and correlate every NLI measure with the rate.

    A study that was stopped goes on when the same command is given again.

    Example: babelance meta bias-control --quick --out study

    Example: babelance meta bias-control --language de --base bert-base-multilingual-cased --out study-de
    """
    from babelance.cli._training_bar import TrainingBar
    from babelance.report.curves import page
    from babelance.studies.bias_control import Plan, study

    plan = (Plan.quick if quick else Plan)(
        language=language, data=data, base=base, seed=seed, options=Options(device=device)
    )
    plan = replace(
        plan, words=words or plan.words, rates=_rates(rates) or plan.rates, recipe=_recipe(plan, epochs, rate)
    )
    with TrainingBar(quiet=as_json) as bar:
        result = study(plan, out, tell=lambda at, progress: bar.tell(progress, f"rate {at:g}"))
    figure = out / "figure.html"
    write_text(figure, page(result.to_record(), title=f"Bias rate and score ({language})"))
    echo(json.dumps(result.to_record()) if as_json else _summary(result))
    shared.stderr.print(f"Figure: {figure}", highlight=False, soft_wrap=True)


def _recipe(plan: Plan, epochs: int | None, rate: float | None) -> Recipe:
    from babelance.studies.bias_control import LARGE, TINY

    usual = LARGE if plan.base else TINY
    return replace(usual, epochs=epochs or usual.epochs, rate=rate or usual.rate, seed=plan.seed)


def _rates(text: str) -> tuple[float, ...]:
    try:
        rates = tuple(sorted({float(word) for word in shared.words(text)}))
    except ValueError as error:
        raise InputError(f"--rates takes numbers from 0 to 1, e.g. 0,0.5,1, not '{text}'.") from error
    if any(not 0 <= rate <= 1 for rate in rates):
        raise InputError(f"Rates lie between 0 and 1, not '{text}'.")
    return rates


def _summary(result: Study) -> str:
    names = [correlation.measure for correlation in result.correlations]
    lines = ["rate  " + "  ".join(f"{name:>9}" for name in names) + "   learnt"]
    for rate in sorted({point.rate for point in result.points}):
        here = {point.measure: point for point in result.points if point.rate == rate}
        values = "  ".join(_value(here[name].value) for name in names)
        lines.append(f"{rate:4g}  {values}  {here[names[0]].accuracy:5.1f} %")
    return "\n".join([*lines, "", "Correlation with the rate (Pearson, 95 %):", *map(_line, result.correlations)])


def _value(value: float | None) -> str:
    return f"{'undefined' if value is None else format(value, '.3f'):>9}"


def _line(row: Correlation) -> str:
    if row.r is None:
        return f"  {row.measure}: none, {row.reason}"
    return f"  {row.measure}: {row.r:.4f} [{row.low:.4f}, {row.high:.4f}], p {_small(row.p or 0.0)}"


def _small(p: float) -> str:
    return "< 1e-12" if p < 1e-12 else f"= {p:.2g}"


def register(app: typer.Typer) -> None:
    app.command("bias-control")(bias_control)

"""`babelance meta bias-control`: does a measure of NLI bias follow the bias?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.cli.meta._rates import summary
from babelance.core.errors import InputError
from babelance.core.files import together, write_text
from babelance.core.model import Options

if TYPE_CHECKING:
    from babelance.backends.training.loop import Progress
    from babelance.backends.training.recipe import Recipe
    from babelance.cli._training_bar import TrainingBar
    from babelance.studies.bias_control import ControlPlan
    from babelance.studies.rate_correlations import Study


def bias_control(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for sets, models, numbers and the figure.")],
    languages: Annotated[
        str,
        typer.Option("--language", "--languages", "-l", callback=shared.language_codes, help="BCP 47 codes, by comma."),
    ] = "en",
    data: Annotated[
        str,
        typer.Option("--data", "-d", help="NLI pairs with set, occupation, stereotype: babel-nli, nli-coal, a file."),
    ] = "babel-nli",
    base: Annotated[
        list[str],
        typer.Option(
            "--base", "-b", help="Encoder to fine-tune, LANGUAGE=SPEC for one language; default: a small, empty one."
        ),
    ] = [],  # noqa: B006 (typer reads the default)
    quick: Annotated[bool, typer.Option("--quick", help="6 rates and 5 occupations of a kind: minutes.")] = False,
    rates: Annotated[str, typer.Option(help="Comma-separated rates; default 0,0.1,…,1, quick 0,0.2,…,1.")] = "",
    words: Annotated[
        int | None, typer.Option(help="Occupations of each kind; default 10, quick 5.", callback=shared.within_bounds)
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            help="Pairs to train each model on; default with --base 30,000, as in the paper (the same ones again where "
            "there are fewer), else all.",
            callback=shared.within_bounds,
        ),
    ] = None,
    epochs: Annotated[
        int | None, typer.Option(help="Most passes; default 60, with --base 3.", callback=shared.within_bounds)
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option("--rate", "--lr", help="Learning rate; 1e-3, with --base 2e-5.", callback=shared.within_bounds),
    ] = None,
    longest: Annotated[
        int | None,
        typer.Option(
            min=1, help="Only captions of at most so many characters: a small encoder learns from them sooner."
        ),
    ] = None,
    layers: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=12,
            help="Layers of the small encoder; default 2.",
        ),
    ] = None,
    bare: Annotated[
        bool | None,
        typer.Option(
            "--bare/--no-bare",
            help="Train on the words without a caption (nurse, woman), too: what they mean together is learnt sooner; "
            "default: for the small encoder alone.",
        ),
    ] = None,
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per language on stdout.")] = False,
) -> None:
    """Train one NLI model per rate of bias and correlate every NLI measure with the rate.

    Each measure gets a verdict, corrected for all measures and languages; `babelance report` makes a page of it.

    A study that was stopped goes on when the same command is given again. Without a correlation where a model has not
    learnt what it was taught.

    Example: babelance meta bias-control --quick --out study

    Example: babelance meta bias-control -d nli-coal -l ja,zh --quick --pairs 3000 --epochs 30 -o small

    Example: babelance meta bias-control -d nli-coal -l en,ja,zh -b bert-base-multilingual-cased --out table-2

    Example: babelance meta bias-control -d nli-coal -l en,zh -b en=bert-base-uncased -b zh=bert-base-chinese -o two
    """
    from babelance.cli._training_bar import TrainingBar
    from babelance.report.curves import page
    from babelance.studies.bias_control import NUMBERS, ControlPlan, study
    from babelance.studies.rated_verdicts import judge_studies, rates_sheet

    codes = shared.words(languages)
    results: dict[str, Study] = {}
    for language in codes:
        plan = (ControlPlan.quick if quick else ControlPlan)(
            language=language, data=data, base=_base(base, language), seed=seed, options=Options(device=device)
        )
        if layers and plan.base:
            raise InputError("--layers is of the small encoder; a model of --base has its own. Leave one of them out.")
        changes = {
            "layers": layers or plan.layers,
            "longest": longest,
            "bare": bare,
            "words": words or plan.words,
            "rates": _rates(rates) or plan.rates,
            "pairs": pairs,
        }
        plan = replace(plan, **changes, recipe=_recipe(plan, epochs, rate))  # type: ignore[arg-type]
        with TrainingBar(quiet=as_json) as bar:
            tell = partial(_tell, bar, language)
            results[language] = study(plan, _folder(out, codes, language), tell=tell)
    judged = judge_studies(results)
    records = {language: result.to_record() for language, result in judged.items()}
    sheet, figure = rates_sheet(judged), out / "figure.html"
    with together():
        for language, record in records.items():
            write_text(_folder(out, codes, language) / NUMBERS, json.dumps(record, indent=2))
        write_text(figure, page(records, title=f"Bias rate and score ({data}, {', '.join(codes)})"))
        printing.write_sheet(sheet, out)
    if not as_json:
        printing.print_words(sheet)
    for language, result in judged.items():
        echo(json.dumps(records[language])) if as_json else say(summary(result))
    printing.warn(f"Figure: {figure}")
    raise typer.Exit(0 if all(map(_has_learnt, results.values())) else 3)


def _folder(out: Path, codes: Sequence[str], language: str) -> Path:
    """Of one language; several have a folder each."""
    return out if len(codes) == 1 else out / language


def _tell(bar: TrainingBar, language: str, at: float, progress: Progress) -> None:
    bar.tell(progress, f"{language} rate {at:g}")


def _has_learnt(result: Study) -> bool:
    return all(point.learnt for point in result.points)


def _base(specs: list[str], language: str) -> str | None:
    from babelance.run.kinds import spec_for

    fitting = [spec for spec in (spec_for(spec, language) for spec in specs) if spec]
    if specs and not fitting:
        raise InputError(f"No --base is for '{language}'. Name one: --base {language}=MODEL.")
    return fitting[0] if fitting else None


def _recipe(plan: ControlPlan, epochs: int | None, rate: float | None) -> Recipe:
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


def register(app: typer.Typer) -> None:
    app.command("bias-control")(bias_control)

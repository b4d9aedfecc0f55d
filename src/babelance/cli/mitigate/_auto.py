"""`babelance mitigate auto`: tries the ways, and says which one to take, or that none is worth it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from babelance.backends.endpoint.elsewhere import refuse_change
from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.mitigations.tuning.settings import Tuning

RECORD, MODEL = "auto.json", "model"
REFUSED = 3


@with_option_groups
def auto(
    model: Annotated[str, typer.Option("--model", "-m", help="Masked or causal LM: hub name or folder.")],
    corpus: Annotated[list[str], typer.Option("--corpus", "-c", help="Text of the language, a sentence per line.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder: the models that were tried, auto.json, model/.")],
    tuning: Tuning,
    about: Annotated[Literal["groups", "gender"], typer.Option(help="Whom the bias is about.")] = "groups",
    groups: Annotated[str | None, typer.Option(help="JSON file of your own groups: key → name or forms.")] = None,
    data: Annotated[str | None, typer.Option("--data", "-d", help="What bias is measured on; default: probes.")] = None,
    measure: Annotated[str | None, typer.Option(help="Default: cb for groups, cps for gender.")] = None,
    minutes: Annotated[float, typer.Option(help="After so many minutes no other way is begun.")] = 30.0,
    tolerance: Annotated[float, typer.Option(help="Bits per character that a mitigation may cost.")] = 0.02,
    device: shared.Device = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="auto.json on stdout.")] = False,
) -> None:
    """Try the ways that need nothing but text on a budget, and take the one that helps beyond noise at a fair price.

    Bias and price are paired differences with intervals. Refuses (exit code 3) if the model has no bias that is told
    apart from its null, or if nothing helps beyond noise. The chosen model is OUT/model. A search that was stopped
    goes on with the same command.

    Example: babelance mitigate auto -m bert-base-german-cased -c news.de.txt.gz -l de --minutes 60 -o auto-de
    """
    from babelance.backends.training.model_folder import copy_model, only_training
    from babelance.studies.mitigation_search import search
    from babelance.studies.mitigation_search_record import PROBES, Request, as_record

    refuse_change(model)
    if (out / RECORD).exists():
        raise InputError(f"'{out}' holds another search. Choose another folder with --out.")
    if minutes <= 0 or tolerance < 0:
        raise InputError(f"Minutes are above 0 and the tolerance is not negative, not {minutes} and {tolerance}.")
    usual = PROBES[about]
    request = Request(
        model, tuple(corpus), language, about, groups, data or usual[0], measure or usual[1], tuning,
        minutes=minutes, tolerance=tolerance, options=Options(device=device),
    )  # fmt: skip
    with only_training(out):
        result = search(request, out, tell=lambda text: printing.warn(text))
        record = as_record(request, result)
        if result.chosen:
            copy_model(out / result.chosen, out / MODEL)
        write_text(out / RECORD, json.dumps(record, indent=1, ensure_ascii=False))
    echo(json.dumps(record, ensure_ascii=False)) if as_json else say("\n".join(_lines(record, out)))
    if not result.chosen:
        raise typer.Exit(REFUSED)


def _lines(record: dict[str, Any], out: Path) -> list[str]:
    tried = [_line(attempt, record["front"]) for attempt in record["tried"]]
    spilt = [f"spill-over   {_change(change)} ({change['language']})" for change in record["spill_over"]]
    end = [f"model        {out / MODEL}"] if record["chosen"] else []
    return [*tried, *spilt, *(["* no other one beats it in both bias and price"] if tried else []), record["why"], *end]


def _line(attempt: dict[str, Any], front: list[str]) -> str:
    name = f"{attempt['way']}{'*' if attempt['way'] in front else ''}"
    if "reason" in attempt:
        return f"{name:<21} – {attempt['reason']}"
    words = "helps" if attempt["helps"] else "no more than noise"
    cost = "affordable" if attempt["affordable"] else "not shown to be affordable"
    return f"{name:<21} {_change(attempt['bias'])}; {_change(attempt['price'])}: {words}, {cost}"


def _change(change: dict[str, Any]) -> str:
    name = "bits" if change["measure"] == "pseudo-perplexity" else change["measure"]
    if "undefined" in change:
        return f"{name} {change['before']:.3g} → {change['after']:.3g} ({change['undefined']})"
    return f"{name} {change['before']:.3g} → {change['after']:.3g} [{change['low']:+.2g}, {change['high']:+.2g}]"

"""`babelance score ner`: micro F1 of a named-entity tagger, with its interval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from babelance.backends.endpoint.elsewhere import require_files
from babelance.cli import _options as shared
from babelance.cli._terminal import echo, say
from babelance.core.model import Options
from babelance.core.paths import is_file
from babelance.core.reason import Reason
from babelance.core.untrusted import read_object


def ner(
    model: Annotated[str, typer.Option("--model", "-m", help="A tagger that `babelance train ner` made.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="Language of the sentences.")
    ] = "",
    test: Annotated[Path | None, typer.Option(help="CoNLL file, instead of the dataset 'ner'.")] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder of a run that the result belongs to, for the ledger.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(help="Only the first N sentences.", callback=shared.within_bounds)
    ] = None,
    level: shared.Level = 0.95,
    draws: shared.Draws = 2000,
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    as_json: shared.AsJson = False,
) -> None:
    """Score a named-entity tagger; entities count as seqeval counts them.

    Example: babelance score ner --model ner-de --language de --out after
    """
    require_files(model)
    from babelance.backends.training.model_folder import RECORD
    from babelance.backends.training.ner import counts, load, predict
    from babelance.cli._ner_data import identity, sentences
    from babelance.studies.ner import NerScore, f1, keep

    given = sentences(test, language, "test", limit)
    network, words, labels = load(model, Options(device=device))
    record = Path(model) / RECORD
    frozen = is_file(record) and bool(read_object(record).get("frozen"))
    counted = counts(given, predict(network, words, given, labels))
    data = identity(given, test.name if test else "ner")
    score = NerScore(model, language, data, frozen, tuple(counted))
    if out:
        keep(score, out)
    result = f1(score, level=level, draws=draws, seed=seed)
    if isinstance(result, Reason):
        echo(json.dumps({"undefined": result})) if as_json else say(f"undefined: {result}")
        raise typer.Exit(3)
    facts = {"model": model, "data": data, "language": language, "frozen": frozen, "f1": result.value,
             "low": result.low, "high": result.high, "sentences": result.sentences}  # fmt: skip
    line = f"F1 {result.value:.2f} [{result.low:.2f}, {result.high:.2f}] · {result.sentences} sentences of {data}"
    echo(json.dumps(facts)) if as_json else say(line)


def register(app: typer.Typer) -> None:
    app.command("ner")(ner)

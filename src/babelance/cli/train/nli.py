"""`babelance train nli`: an encoder → an NLI classifier."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.cli.train._options import AsJson, SaveSeconds
from babelance.core.model import Options

if TYPE_CHECKING:
    from babelance.backends.training.nli_pairs import Pair


def nli(
    base: Annotated[str, typer.Option("--base", "-b", help="Masked LM, encoder or NLI model: hub name or folder.")],
    data: Annotated[
        list[Path],
        typer.Option("--data", "-d", help="SNLI-style JSON lines: sentence1, sentence2, gold_label. Repeatable."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the model.")],
    dev: Annotated[
        Path | None, typer.Option(help="Held-out pairs to choose the best epoch by; default: 5 % of the data.")
    ] = None,
    epochs: Annotated[int, typer.Option(help="Passes over the data.", callback=shared.within_bounds)] = 5,
    rate: Annotated[float, typer.Option("--rate", "--lr", help="Learning rate.", callback=shared.within_bounds)] = 2e-5,
    batch: Annotated[int, typer.Option(help="Pairs in a batch.", callback=shared.within_bounds)] = 32,
    length: Annotated[
        int,
        typer.Option(help="Most tokens of a pair; longer ones are cut, and counted.", callback=shared.within_bounds),
    ] = 128,
    warm_up: Annotated[
        float,
        typer.Option(help="Steps until the full rate; below 1, a share of all steps.", callback=shared.within_bounds),
    ] = 0.06,
    patience: Annotated[
        int | None,
        typer.Option(
            help="Stop after so many epochs without a better accuracy; default: never.", callback=shared.within_bounds
        ),
    ] = None,
    labels: Annotated[
        str, typer.Option(help="What 0, 1, 2 mean in the data, e.g. entailment,neutral,contradiction.")
    ] = "",
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    save_seconds: SaveSeconds = 60.0,
    as_json: AsJson = False,
) -> None:
    """Fine-tune an encoder on NLI pairs and keep the epoch with the best held-out accuracy.

    A training that was stopped, in whatever way, goes on when the same command is given again.

    Example: babelance train nli --base bert-base-multilingual-cased --data snli_train.jsonl --dev snli_dev.jsonl -o nli
    """
    from babelance.backends.training.nli import split, train_nli
    from babelance.backends.training.recipe import Recipe
    from babelance.cli._training_bar import TrainingBar

    pairs = _read(data, labels)
    train, held_out = (pairs, _read([dev], labels)) if dev else split(pairs, seed)
    recipe = Recipe(epochs, batch, rate, warm_up, seed=seed, patience=patience, save_seconds=save_seconds)
    with TrainingBar(quiet=as_json) as bar:
        trained = train_nli(
            base,
            train,
            held_out,
            out,
            recipe=recipe,
            length=length,
            options=Options(device=device),
            tell=bar.tell,
        )
    facts = {
        "folder": str(trained.folder),
        "pairs": len(train),
        "held_out": len(held_out),
        "cut": trained.cut,
        "accuracies": list(trained.accuracies),
        "losses": list(trained.losses),
        "epoch": trained.best + 1,
    }
    echo(json.dumps(facts)) if as_json else say(_summary(facts, trained.accuracies[trained.best]))


def _read(paths: list[Path], labels: str) -> list[Pair]:
    from babelance.backends.training.nli_pairs import read_pairs

    files = {path: read_pairs(path, labels=shared.words(labels)) for path in paths}
    for path, file in files.items():
        if file.without_gold:
            printing.warn(f"{path}: {file.without_gold:,} pairs without a gold label are left out")
    return [pair for file in files.values() for pair in file.pairs]


def _summary(facts: dict[str, object], accuracy: float) -> str:
    cut = f", {facts['cut']} of them cut" if facts["cut"] else ""
    return (
        f"{facts['folder']}: {accuracy:.2f} % right on {facts['held_out']} held-out pairs, epoch {facts['epoch']} "
        f"(trained on {facts['pairs']}{cut})\n"
        f"Measure it: babelance run --model {facts['folder']} --data babel-nli --measures nli-coal,fn"
    )


def register(app: typer.Typer) -> None:
    app.command("nli")(nli)

"""`babelance train ner`: an encoder → a named-entity tagger."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo, say
from babelance.cli.train._options import AsJson, SaveSeconds
from babelance.core.model import Options


def ner(
    base: Annotated[str, typer.Option("--base", "-b", help="Masked LM or encoder: hub name or folder.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for the model.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="Language of the dataset 'ner'.")
    ] = "",
    train: Annotated[Path | None, typer.Option(help="CoNLL file to train on, instead of the dataset.")] = None,
    dev: Annotated[Path | None, typer.Option(help="CoNLL file to choose the best epoch by.")] = None,
    freeze: Annotated[bool, typer.Option("--freeze/--no-freeze", help="Train the last layer only.")] = False,
    epochs: Annotated[
        int, typer.Option(help="Passes over the data; frozen encoders need many more.", callback=shared.within_bounds)
    ] = 3,
    rate: Annotated[float, typer.Option("--rate", "--lr", help="Learning rate.", callback=shared.within_bounds)] = 5e-5,
    batch: Annotated[int, typer.Option(help="Sentences in a batch.", callback=shared.within_bounds)] = 32,
    length: Annotated[int, typer.Option(help="Most sub-words of a sentence.", callback=shared.within_bounds)] = 128,
    limit: Annotated[
        int | None, typer.Option(help="Only the first N sentences of each part.", callback=shared.within_bounds)
    ] = None,
    patience: Annotated[
        int | None, typer.Option(help="Stop after so many epochs without a better F1.", callback=shared.within_bounds)
    ] = None,
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    save_seconds: SaveSeconds = 60.0,
    as_json: AsJson = False,
) -> None:
    """Fine-tune an encoder on named entities: the utility of a model before and after a mitigation.

    A training that was stopped, in whatever way, goes on when the same command is given again.

    Example: babelance train ner --base aligned-de --language de --freeze --epochs 100 --rate 1e-3 -o ner-de
    """
    from babelance.backends.training.ner import train_ner
    from babelance.backends.training.recipe import Recipe
    from babelance.cli._ner_data import sentences
    from babelance.cli._training_bar import TrainingBar

    parts = sentences(train, language, "train", limit), sentences(dev, language, "dev", limit)
    recipe = Recipe(epochs, batch, rate, seed=seed, patience=patience, save_seconds=save_seconds)
    options = Options(device=device)
    with TrainingBar(quiet=as_json) as bar:
        trained = train_ner(
            base, *parts, out, recipe=recipe, freeze=freeze, length=length, options=options, tell=bar.tell
        )
    facts = {"folder": str(out), "f1": list(trained.scores), "epoch": trained.best + 1, "frozen": freeze}
    line = f"{out}: F1 {trained.scores[trained.best]:.2f} on {len(parts[1])} held-out sentences, epoch {facts['epoch']}"
    echo(json.dumps(facts)) if as_json else say(f"{line}\nScore it: babelance score ner --model {out}")


def register(app: typer.Typer) -> None:
    app.command("ner")(ner)

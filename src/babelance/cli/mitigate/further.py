"""`babelance mitigate further`: more masked-LM training."""

from __future__ import annotations

import typer

from babelance.cli import _options as shared
from babelance.cli.mitigate import _options as mitigating


def further(
    model: mitigating.Model,
    corpus: mitigating.Corpus,
    out: mitigating.Out,
    language: mitigating.Language = "",
    freeze: mitigating.Freeze = "nothing",
    epochs: mitigating.Epochs = 2,
    batch: mitigating.Batch = 16,
    rate: mitigating.Rate = 1e-4,
    warm_up: mitigating.WarmUp = 1000,
    length: mitigating.Length = 128,
    patience: mitigating.Patience = 1,
    held_out: mitigating.HeldOut = 200,
    seed: shared.Seed = 0,
    device: shared.Device = "auto",
    save_seconds: mitigating.SaveSeconds = 60.0,
    precision: mitigating.Precision = "auto",
    as_json: mitigating.AsJson = False,
) -> None:
    """Train a masked language model further on a corpus, all of it or its head alone.

    64 % of the lines are trained on, 16 % choose the epoch, 20 % are held out for the utility before and after.
    A training that was stopped, in whatever way, goes on when the same command is given again.

    Example: babelance mitigate further -m bert-base-german-cased -c news.de.txt.gz -l de --freeze encoder -o further-de
    """
    from babelance.mitigations.further import Further

    tuning = mitigating.tuning(epochs, batch, rate, warm_up, length, patience, held_out, seed, save_seconds, precision)
    options = shared.model_options(device=device)
    way = Further(language, mitigating.one_of("freeze", freeze, ("nothing", "encoder")), tuning, options)
    mitigating.run(lambda tell: way.apply(model, corpus, out, tell=tell), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("further")(further)

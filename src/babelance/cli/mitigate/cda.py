"""`babelance mitigate cda`: counterfactual data augmentation."""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli.mitigate import _options as mitigating


def cda(
    model: mitigating.Model,
    corpus: mitigating.Corpus,
    language: mitigating.Language,
    out: mitigating.Out,
    balance: Annotated[str, typer.Option(help="groups (countries of babel-groups) or gender.")] = "groups",
    freeze: mitigating.Freeze = "encoder",
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
    """Train on text in which groups are exchanged until all are mentioned equally often.

    Example: babelance mitigate cda -m bert-base-german-cased -c news.de.txt.gz -l de -o cda-de
    """
    from babelance.mitigations.cda import Cda

    tuning = mitigating.tuning(epochs, batch, rate, warm_up, length, patience, held_out, seed, save_seconds, precision)
    options = shared.model_options(device=device)
    kind = mitigating.one_of("balance", balance, ("groups", "gender"))
    way = Cda(language, kind, mitigating.one_of("freeze", freeze, ("nothing", "encoder")), tuning, options)
    mitigating.run(lambda tell: way.apply(model, corpus, out, tell=tell), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("cda")(cda)

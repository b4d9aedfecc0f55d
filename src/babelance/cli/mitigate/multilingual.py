"""`babelance mitigate multilingual`: a multilingual model instead."""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli.mitigate import _options as mitigating


def multilingual(
    model: mitigating.Model,
    by: Annotated[str, typer.Option("--by", "-b", help="The multilingual masked LM that replaces it.")],
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
    """Replace a monolingual model by a multilingual one and train that further in the language.

    Example: babelance mitigate multilingual -m bert-base-german-cased --by bert-base-multilingual-cased
    -c news.de.txt.gz -l de -o multi-de
    """
    from babelance.mitigations.multilingual import Multilingual

    tuning = mitigating.tuning(epochs, batch, rate, warm_up, length, patience, held_out, seed, save_seconds, precision)
    options = shared.model_options(device=device)
    way = Multilingual(by, language, mitigating.one_of("freeze", freeze, ("nothing", "encoder")), tuning, options)
    mitigating.run(lambda tell: way.apply(model, corpus, out, tell=tell), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("multilingual")(multilingual)

"""`babelance mitigate align`: contextual alignment to a less biased language."""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli.mitigate import _options as mitigating


def align(
    model: mitigating.Model,
    to: Annotated[str, typer.Option("--to", "-t", help="Masked LM of the language to align to, of the same width.")],
    corpus: mitigating.Corpus,
    parallel: Annotated[
        list[str],
        typer.Option(
            "--parallel", "-p", help="Parallel text: one file (TSV, TMX, OPUS zip) or two of lines, -p A -p B."
        ),
    ],
    language: mitigating.Language,
    to_language: Annotated[
        str, typer.Option(callback=shared.language_codes, help="BCP 47 code of the language to align to.")
    ],
    out: mitigating.Out,
    columns: Annotated[str, typer.Option(help="Columns of the two languages in a TSV, counted from 1.")] = "1,2",
    pharaoh: Annotated[
        str | None, typer.Option(help="Word alignments, a line like 0-0 1-2 per pair; default: eflomal makes them.")
    ] = None,
    rotation: Annotated[str, typer.Option(help="learned, or one of the controls random and none.")] = "learned",
    pairs: Annotated[int, typer.Option(help="Sentence pairs to use at most.", callback=shared.within_bounds)] = 100_000,
    least: Annotated[
        int, typer.Option(help="How often a pair of words must be linked.", callback=shared.within_bounds)
    ] = 2,
    most: Annotated[
        int, typer.Option(help="How often a pair of words is used at most.", callback=shared.within_bounds)
    ] = 100,
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
    """Turn the model's space into that of another language's model; the encoder stays, the head learns anew.

    Example: babelance mitigate align -m bert-base-german-cased --to bert-base-cased -p de-en.tsv -l de
    --to-language en -c news.de.txt.gz -o aligned-de
    """
    from babelance.mitigations.align import Align
    from babelance.mitigations.alignment.anchors import Limits
    from babelance.mitigations.alignment.links import Parallel

    tuning = mitigating.tuning(epochs, batch, rate, warm_up, length, patience, held_out, seed, save_seconds, precision)
    options = shared.model_options(device=device)
    text = Parallel(tuple(parallel), language, to_language, mitigating.columns(columns), pharaoh, pairs)
    chosen = mitigating.one_of("rotation", rotation, ("learned", "random", "none"))
    way = Align(to, text, chosen, Limits(least, most), tuning, options)
    mitigating.run(lambda tell: way.apply(model, corpus, out, tell=tell), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("align")(align)

"""`babelance build ids`: released token ids → sentences by group."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import say


def ids(
    files: Annotated[
        list[str], typer.Option("--ids", metavar="GROUP=FILE", help="Pickled token ids of a group. Repeatable.")
    ],
    model: Annotated[str, typer.Option("--model", "-m", help="The model whose tokenizer made them.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
) -> None:
    """Sentences by group from the token ids that the authors of MBE released (parallel_data/*.bin).

    The files are pickles, and are read without running anything in them. A sentence is kept if the tokenizer makes the
    same ids of its text again.

    Example: babelance build ids --ids female=de_f.bin --ids male=de_m.bin -m deepset/gbert-base -l de -o ted-de.jsonl
    """
    from babelance.backends.transformers.decoding import Decoder
    from babelance.build.token_ids import build
    from babelance.text.token_ids import read_token_ids

    groups = {group: read_token_ids(path) for group, path in shared.settings_of(files).items()}
    decoder = Decoder(model)
    decoded = build(groups, out, language=language, tokenizer=decoder.id, decode=decoder.text)
    for group, count in decoded.sentences.items():
        say(f"  {group}: {count:,} of {len(groups[group]):,} sentences")
    for reason, count in decoded.left.items():
        say(f"  left out, {reason}: {count:,}")
    printing.warn(f"Measure it: babelance run --measures mbe --data {out} --model {model}")


def register(app: typer.Typer) -> None:
    app.command("ids")(ids)

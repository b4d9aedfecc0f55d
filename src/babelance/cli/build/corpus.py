"""`babelance build corpus`: text files → text without numbers and special characters, for further training."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo, say


def corpus(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Text, a sentence per line; also compressed.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The file to write, .txt.")],
    drop: Annotated[
        Literal["characters", "lines"], typer.Option(help="Take special characters out, or whole lines that have any.")
    ] = "characters",
    as_json: shared.AsJson = False,
) -> None:
    """Filter text as the CB paper does before training (appendix B): no numbers, no special characters, no line twice.

    Example: babelance build corpus news.de.txt.gz -o clean.de.txt
    """
    from babelance.build.corpus import CorpusFilter
    from babelance.core.files import write_lines
    from babelance.text.streams import text_lines

    corpus = CorpusFilter(drop)
    write_lines(out, (f"{line}\n" for line in corpus.lines(text_lines(files))))
    facts = {"kept": corpus.kept, "changed": corpus.changed, "left_out": corpus.left_out}
    reasons = ", ".join(f"{reason} {count}" for reason, count in corpus.left_out.items()) or "none"
    echo(json.dumps(facts, ensure_ascii=False)) if as_json else say(
        f"{corpus.kept} lines in {out}, {corpus.changed} of them changed; left out: {reasons}"
    )


def register(app: typer.Typer) -> None:
    app.command("corpus")(corpus)

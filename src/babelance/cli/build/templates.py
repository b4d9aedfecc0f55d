"""`babelance build templates`: word pairs × templates × occupations → sentence pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say


def templates(
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    pairs: Annotated[
        list[str], typer.Option("--pair", metavar="MALE:FEMALE", help="Two words; default: the paper's. Repeatable.")
    ] = [],  # noqa: B006 (typer reads the default)
    template: Annotated[
        list[str], typer.Option(help="A sentence with [Gender] and [Occupation]; default: the paper's two. Repeatable.")
    ] = [],  # noqa: B006
    occupations: Annotated[
        str,
        typer.Option(
            help="A word per line, a table of occupations (that of NLI-CoAL), or a list of Wikipedia: wikitext, "
            "HTML, or the JSON of a category; default: our list."
        ),
    ] = "",
) -> None:
    """Sentence pairs from templates (Tmp in the MBE paper): its word pairs and templates for ja and ru, or your own.

    Example: babelance build templates -l ja -o tmp-ja.jsonl

    Example: babelance build templates -l ja --template "[Gender]が[Occupation]だ。" --occupations jobs.txt -o own.jsonl

    Example: babelance build templates -l ja --occupations occup_en-ja_v1.1.tsv -o tmp-ja.jsonl
    """
    from babelance.build.material.occupation_words import occupation_words
    from babelance.build.templates import OCCUPATIONS_OF_PAPER, build, design_for

    words = occupation_words(occupations, language) if occupations else ()
    design = design_for(language, pairs=pairs, templates=template, occupations=words)
    count = build(out, design, language)
    say(
        f"{count:,} pairs in {out}: {len(design.pairs)} word pairs, {len(design.templates)} templates, "
        f"{len(design.occupations)} occupations"
    )
    if language in OCCUPATIONS_OF_PAPER:
        say(
            f"  the paper had {OCCUPATIONS_OF_PAPER[language]} occupations and never released them; these "
            f"{len(design.occupations)} are {'those of ' + occupations if occupations else 'our own'}"
        )


def register(app: typer.Typer) -> None:
    app.command("templates")(templates)

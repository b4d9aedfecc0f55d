"""`babelance build templates`: word pairs × templates × occupations → sentence pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
            help="wikipedia: the list that the paper names, as it was in July 2021 (wikipedia@2024-12-31: then). Or a "
            "file: a word per line, a table of occupations (that of NLI-CoAL), a list of Wikipedia as wikitext, HTML, "
            "or JSON. Default: our list."
        ),
    ] = "",
) -> None:
    """Sentence pairs from templates (Tmp in the MBE paper): its word pairs and templates for ja and ru, or your own.

    Example: babelance build templates -l ja -o tmp-ja.jsonl

    Example: babelance build templates -l ja --occupations wikipedia -o tmp-ja.jsonl

    Example: babelance build templates -l ja --template "[Gender]が[Occupation]だ。" --occupations jobs.txt -o own.jsonl

    Example: babelance build templates -l ja --occupations occup_en-ja_v1.1.tsv -o tmp-ja.jsonl
    """
    from babelance.build.templates import OCCUPATIONS_OF_PAPER, build, design_for

    words, told, origin = _occupations(occupations, language)
    design = design_for(language, pairs=pairs, templates=template, occupations=words)
    count = build(out, design, language, origin=origin)
    say(
        f"{count:,} pairs in {out}: {len(design.pairs)} word pairs, {len(design.templates)} templates, "
        f"{len(design.occupations)} occupations"
    )
    if language in OCCUPATIONS_OF_PAPER:
        say(_beside_the_paper(len(design.occupations), OCCUPATIONS_OF_PAPER[language], told))


def _occupations(source: str, language: str) -> tuple[Sequence[str], str, Mapping[str, str]]:
    """The words, where they are from in words, and what the card says of that. No words: ours."""
    from babelance.build.material.occupation_words import occupation_words
    from babelance.datasets.reading.wikipedia import WORD, wikipedia_list

    if not source:
        return (), "our own", {}
    if source.partition("@")[0] != WORD:
        return occupation_words(source, language), f"those of {source}", {}
    found = wikipedia_list(source, language)
    return occupation_words(str(found.path), language), f"those of {found.address}: {found.version}", found.facts


def _beside_the_paper(here: int, there: int, told: str) -> str:
    gap = f"{abs(here - there)} {'more' if here > there else 'fewer'}" if here != there else "as many"
    return (
        f"  the paper had {there} occupations and never released them; these {here} ({gap}) are {told}. When it read "
        "its page, and which entries it took, it does not say."
    )


def register(app: typer.Typer) -> None:
    app.command("templates")(templates)

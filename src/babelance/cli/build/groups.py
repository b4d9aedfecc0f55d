"""`babelance build groups`: sentence pairs, or sentences of one language → sentences by group."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _given_names as shared_names
from babelance.cli import _options as shared
from babelance.cli._terminal import say
from babelance.cli.build.mbe import summary
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.build.mbe import GroupSentences, Recipe
    from babelance.core.item import Item


def groups(
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code of the sentences.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Sentence pairs.")] = "",
    monolingual: Annotated[
        str,
        typer.Option(
            help="Instead of pairs, a file of sentences, one per line (or a column of a table): words of the language "
            "itself decide the group, and no English is needed."
        ),
    ] = "",
    column: Annotated[
        int, typer.Option(help="With --monolingual: the column of a TSV, from 1.", callback=shared.within_bounds)
    ] = 1,
    english: Annotated[str, typer.Option(help="The English pairs they were translated from.")] = "crows-pairs",
    axis: Annotated[str, typer.Option(help="Only pairs of this axis; default: all.")] = "",
    lists: Annotated[
        str,
        typer.Option("--groups", help="gender, gender-nonbinary, religion, nationality, age, or your own .toml file."),
    ] = "gender",
    words: Annotated[
        list[str], typer.Option(help="GROUP=FILE, a word per line, instead of --groups. Repeatable.")
    ] = [],  # noqa: B006 (typer reads the default)
    names: shared_names.Names = False,
    own_names: shared_names.OwnNames = [],  # noqa: B006
    most: Annotated[int, typer.Option(help="Most sentences of a group.", callback=shared.within_bounds)] = 50_000,
    seed: shared.Seed = 0,
) -> None:
    """Sentences by group from sentence pairs: MBE and a measure of pairs on the same material (table 3 of its paper).

    The English sentence decides the group, as in a parallel corpus; with --monolingual the sentence itself does.

    Example: babelance build groups -d crows-pairs -l en --axis gender --names -o crows-groups.jsonl

    Example: babelance build groups -d sjsd -l de -o sjsd-groups.jsonl

    Example: babelance build groups --monolingual news.de.txt.gz -l de -o news-de.jsonl
    """
    from babelance.build.material.groups import groups_for
    from babelance.build.mbe import Recipe

    if bool(data) == bool(monolingual):
        raise InputError("Name either sentence pairs (--data) or a file of sentences (--monolingual).")
    pivot = language if monolingual else "en"
    recipe = Recipe(
        language=language,
        pivot=pivot,
        groups=groups_for(lists, pivot=pivot, own=shared.settings_of(words)),
        names=shared_names.given_names_of(pivot, names, own_names),
        seed=seed,
        most=most,
    )
    built = (
        _of_sentences(monolingual, column, out, recipe) if monolingual else _of_pairs(data, english, axis, out, recipe)
    )
    say(summary(built))


def _of_sentences(path: str, column: int, out: Path, recipe: Recipe) -> GroupSentences:
    from babelance.build.mbe import build

    return build([path], out, recipe, columns=(column - 1, column - 1))


def _of_pairs(data: str, english: str, axis: str, out: Path, recipe: Recipe) -> GroupSentences:
    from babelance.build.pair_groups import build

    items = _pairs(data, recipe.language, axis)
    brings = "more_en" in items[0].texts
    sources = items if recipe.language == "en" else () if brings else _pairs(english, "en", axis)
    return build(items, out, recipe, english=sources)


def _pairs(data: str, language: str, axis: str) -> list[Item]:
    from babelance.datasets import find

    items = [item for item in find(data).items(language) if not axis or item.tags.get("axis") == axis]
    if not items or "more" not in items[0].texts:
        raise InputError(f"'{data}' has no sentence pairs{f' of the axis {axis!r}' if axis else ''} in '{language}'.")
    return items


def register(app: typer.Typer) -> None:
    app.command("groups")(groups)

"""`babelance build groups`: sentence pairs → sentences by group."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _given_names as shared_names
from babelance.cli import _options as shared
from babelance.cli._terminal import echo
from babelance.cli.build.mbe import summary
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.core.item import Item


def groups(
    data: Annotated[str, typer.Option("--data", "-d", help="Sentence pairs.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code of the pairs.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    english: Annotated[str, typer.Option(help="The English pairs they were translated from.")] = "crows-pairs",
    axis: Annotated[str, typer.Option(help="Only pairs of this axis; default: all.")] = "",
    lists: Annotated[
        str, typer.Option("--groups", help="gender, gender-nonbinary, religion, nationality, or your own .toml file.")
    ] = "gender",
    names: shared_names.Names = False,
    own_names: shared_names.OwnNames = [],  # noqa: B006 (typer reads the default)
    seed: shared.Seed = 0,
) -> None:
    """Sentences by group from sentence pairs: MBE and a measure of pairs on the same material (table 3 of its paper).

    The English sentence decides the group, as in a parallel corpus.

    Example: babelance build groups -d crows-pairs -l en --axis gender --names -o crows-groups.jsonl

    Example: babelance build groups -d sjsd -l de -o sjsd-groups.jsonl
    """
    from babelance.build.material.groups import groups_for
    from babelance.build.mbe import Recipe
    from babelance.build.pair_groups import build

    items = _pairs(data, language, axis)
    recipe = Recipe(
        language=language, groups=groups_for(lists), seed=seed, names=shared_names.given("en", names, own_names)
    )
    sources = items if language == "en" else () if "more_en" in items[0].texts else _pairs(english, "en", axis)
    echo(summary(build(items, out, recipe, english=sources)))


def _pairs(data: str, language: str, axis: str) -> list[Item]:
    from babelance.datasets import find

    items = [item for item in find(data).items(language) if not axis or item.tags.get("axis") == axis]
    if not items or "more" not in items[0].texts:
        raise InputError(f"'{data}' has no sentence pairs{f' of the axis {axis!r}' if axis else ''} in '{language}'.")
    return items


def register(app: typer.Typer) -> None:
    app.command("groups")(groups)

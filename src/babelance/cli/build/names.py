"""`babelance build names`: a dataset with other names in its sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.build.names import Names, ReplacedNames

Old = Annotated[str, typer.Option("--from", help="english or local names, or GROUP=FILE,GROUP=FILE.")]
New = Annotated[str, typer.Option("--to", help="local or english names, or GROUP=FILE,GROUP=FILE.")]


def names(
    data: Annotated[str, typer.Option("--data", "-d", help="A dataset of sentences or pairs.")],
    language: Annotated[str, typer.Option("--language", "-l", help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    old: Old = "english",
    new: New = "local",
    seed: shared.Seed = 0,
) -> None:
    """The same sentences with other names of the same gender (table 6 of the MBE paper).

    Example: babelance build names -d ja.jsonl -l ja -o ja-local.jsonl
    """
    done = build_dataset(data, language, out, old=old, new=new, seed=seed)
    typer.echo(f"{done.changed} of {len(done.items)} items have other names in {out}")


def build_dataset(data: str, language: str, out: Path, *, old: str, new: str, seed: int) -> ReplacedNames:
    from babelance.build.names import build
    from babelance.datasets import find

    dataset = find(data)
    lists = names_of(old, language), names_of(new, language)
    return build(dataset.card, dataset.items(language), out, old=lists[0], new=lists[1], seed=seed)


def names_of(words: str, language: str) -> Names:
    from babelance.build.material.groups import groups_for
    from babelance.build.names import english_names, local_names

    if words in ("english", "local"):
        return english_names(language) if words == "english" else local_names(language)
    if "=" not in words:
        raise InputError(f"Names are 'english', 'local' or GROUP=FILE,GROUP=FILE, not '{words}'.")
    return groups_for(own=shared.settings_of(list(shared.words(words))), cased=True)


def register(app: typer.Typer) -> None:
    app.command("names")(names)

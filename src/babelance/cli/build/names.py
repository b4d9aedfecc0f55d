"""`babelance build names`: a dataset with other names in its sentences."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.build.names import Names, ReplacedNames

AUTO = "auto"
OPPOSITE = {"english": "local", "local": "english"}
Old = Annotated[
    str, typer.Option("--from", help="english or local names, GROUP=FILE,GROUP=FILE; auto: those that the data has.")
]
New = Annotated[str, typer.Option("--to", help="local or english names, GROUP=FILE,GROUP=FILE; auto: the other kind.")]


def names(
    data: Annotated[str, typer.Option("--data", "-d", help="A dataset of sentences or pairs.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    old: Old = AUTO,
    new: New = AUTO,
    seed: shared.Seed = 0,
) -> None:
    """The same sentences with other names of the same gender (table 6 of the MBE paper).

    Example: babelance build names -d ja.jsonl -l ja -o ja-local.jsonl
    """
    done = build_dataset(data, language, out, old=old, new=new, seed=seed)
    say(f"{done.changed} of {len(done.items)} items have other names in {out}")


def build_dataset(
    data: str, language: str, out: Path, *, old: str, new: str, seed: int, limit: int | None = None
) -> ReplacedNames:
    """`limit`: of the items that a run with it would take."""
    from babelance.build.names import build
    from babelance.datasets import find
    from babelance.run.limit import choose_items
    from babelance.run.plan import Settings

    dataset = find(data)
    old, new = directions(data, language, old, new)
    lists = names_of(old, language, looked_for=True), names_of(new, language)
    items = choose_items(dataset, language, Settings(limit=limit))
    return build(dataset.card, items, out, old=lists[0], new=lists[1], seed=seed)


def directions(data: str, language: str, old: str, new: str) -> tuple[str, str]:
    """What is replaced by what; left open, the names that stand in more items by those of the other kind."""
    from babelance.build.names import replace_names
    from babelance.datasets import find

    if old == AUTO:
        items = list(find(data).items(language))
        changed = {
            kind: replace_names(items, old=(names := names_of(kind, language, looked_for=True)), new=names).names
            for kind in OPPOSITE
        }
        old = max(changed, key=lambda kind: sum(changed[kind].values()))
    return old, OPPOSITE.get(old, "local") if new == AUTO else new


def names_of(words: str, language: str, *, looked_for: bool = False) -> Names:
    from babelance.build.material.groups import groups_for
    from babelance.build.names import english_names, known_local_names, local_names

    if words == "local":
        return known_local_names(language) if looked_for else local_names(language)
    if words == "english":
        return english_names(language)
    if "=" not in words:
        raise InputError(f"Names are 'english', 'local' or GROUP=FILE,GROUP=FILE, not '{words}'.")
    return groups_for(own=shared.settings_of(list(shared.words(words))), cased=True)


def register(app: typer.Typer) -> None:
    app.command("names")(names)

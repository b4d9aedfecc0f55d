"""Options for the names that put a sentence into a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared

if TYPE_CHECKING:
    from babelance.build.material.given_names import GivenNames

Names = Annotated[
    bool,
    typer.Option(
        "--names",
        help="Given names count as words of their group; sentences where another capitalised word may be somebody "
        "else's name are left out and counted.",
    ),
]
OwnNames = Annotated[
    list[str],
    typer.Option(
        "--more-names", metavar="GROUP=FILE", help="Names of your own, one per line, with --names. Repeatable."
    ),
]


def given_names_of(pivot: str, names: bool, own: Sequence[str]) -> GivenNames | None:
    """The names that ship, with those of the files; None if names are to be words like others."""
    from babelance.build.material.given_names import given_names
    from babelance.build.material.groups import words_of_file

    if not names and not own:
        return None
    return given_names(pivot, {group: words_of_file(path) for group, path in shared.settings_of(own).items()})

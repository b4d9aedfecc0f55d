"""`babelance site`: many runs as a static site, with ranks only where intervals part."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo

ORDER = 17


def site(
    runs: Annotated[list[Path], typer.Argument(help="Folders with runs in them, however deep.", show_default=False)],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write.")] = Path("site"),
    title: Annotated[str, typer.Option(help="Heading of the pages.")] = "Social bias of language models",
    verify: Annotated[
        int, typer.Option(help="Replay so many results, chosen at random, first.", callback=shared.within_bounds, min=0)
    ] = 0,
    seed: shared.Seed = 0,
    allow_command: shared.AllowCommand = [],  # noqa: B006 (typer reads the default)
    api_key_env: shared.ApiKeyEnv = None,
    store: shared.StoreFile = None,
) -> None:
    """Write pages about all models, languages and measures of many runs: no server, no network, no tracking.

    Refused are runs that did not finish, files that were changed, and results that are there twice.

    Example: babelance site runs --out site --verify 5
    """
    from babelance.core.model import Options
    from babelance.deliver.website.files import site as write_site

    page = write_site(
        runs,
        out,
        title=title,
        verify=verify,
        seed=seed,
        store=store,
        allow_commands=allow_command,
        model_options=Options(extra=shared.with_key(api_key_env)),
    )
    echo(page)


def register(app: typer.Typer) -> None:
    app.command("site")(site)

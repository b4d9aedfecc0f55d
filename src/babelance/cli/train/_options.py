"""Options that every training has."""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared

SaveSeconds = Annotated[float, typer.Option(help="Seconds between checkpoints.", callback=shared.within_bounds)]
AsJson = Annotated[bool, typer.Option("--json", help="What came out as one JSON object on stdout.")]

"""`babelance mitigate`: a model that is less biased, with what it cost.

Each way is one file in `mitigations/`, or comes from another package; its options are the fields of its class.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from babelance.backends.endpoint.elsewhere import refuse_change
from babelance.cli import _options as shared
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo, say
from babelance.cli.mitigate._auto import auto
from babelance.core.errors import InputError
from babelance.core.mitigation import needs_corpus
from babelance.core.model import Options
from babelance.core.paths import is_file
from babelance.core.registry import MITIGATIONS
from babelance.core.untrusted import read_object

ORDER = 60
ANYTHING = {"ignore_unknown_options": True, "allow_extra_args": True}
"""Whatever was typed behind the name of a broken way, the answer is why it is broken."""

Model = Annotated[
    str,
    typer.Option(
        "--model", "-m", help="Masked LM or translator to mitigate: hub name or folder. Word vectors: vec:PATH."
    ),
]
Corpus = Annotated[
    list[str],
    typer.Option(
        "--corpus", "-c", help="Text of the model's language, a sentence per line; plain, gz, zst, bz2, xz. Repeatable."
    ),
]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder for the mitigated model.")]
AsJson = Annotated[bool, typer.Option("--json", help="What was done as one JSON object on stdout.")]


def register(app: typer.Typer) -> None:
    ways = typer.Typer(help="Make a model less biased, and say what it cost.", no_args_is_help=True)
    for name, way in MITIGATIONS.usable().items():
        ways.command(name, help=inspect.getdoc(way))(_command(way))
    for name, reason in MITIGATIONS.broken().items():
        ways.command(name, help=reason, context_settings=ANYTHING)(_refusal(reason))
    ways.command("auto")(auto)
    app.add_typer(ways, name="mitigate")


def _refusal(reason: str) -> Callable[[], None]:
    """The command of a way of another package that is broken."""

    def refuse() -> None:
        raise InputError(reason)

    return refuse


def _command(kind: Any) -> Any:
    """The command of one way: what all ways need, and the options of its class."""

    def mitigate(
        model: Model,
        out: Out,
        way: Any,
        corpus: Corpus = [],  # noqa: B006 (typer reads the default)
        device: shared.Device = "auto",
        as_json: AsJson = False,
    ) -> None:
        refuse_change(model)
        if needs_corpus(way) and not corpus:
            raise InputError("This way learns from text. Name it with --corpus FILE, a sentence per line.")
        if isinstance(getattr(way, "options", None), Options):
            way = replace(way, options=replace(way.options, device=device))
        apply(way, model, corpus, out, as_json=as_json)

    mitigate.__annotations__["way"] = kind
    return with_option_groups(mitigate)


def _held_out_in_words(score: float) -> str:
    """Higher is better: of a language model the negative loss, of a translator chrF."""
    return f"held-out loss {-score:.3f}" if score < 0 else f"held-out chrF {score:.1f}"


def apply(way: Any, model: str, corpus: list[str], out: Path, *, as_json: bool) -> None:
    """Apply a mitigation under a progress bar and print its record."""
    from babelance.cli._training_bar import TrainingBar
    from babelance.cli.mitigate._summary import RECORD, summary

    with TrainingBar(quiet=as_json, in_words=_held_out_in_words) as bar:
        folder = way.apply(model, corpus, out, tell=bar.tell)
    if not isinstance(folder, Path) or not is_file(folder / RECORD):
        raise InputError(
            f"'{type(way).__name__}' gives {folder!r}, and no folder with {RECORD}: it does not say what it did. "
            "Update or uninstall its package."
        )
    record = read_object(folder / RECORD)
    echo(json.dumps({"folder": str(folder), **record}, ensure_ascii=False)) if as_json else say(summary(folder, record))

"""`babelance replay`: the same number again, from its signature."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from babelance.backends.endpoint.address import PREFIX, parse_spec
from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.core.errors import InputError


def replay(
    signature: Annotated[str, typer.Argument(help="The signature, as printed beside the number.")],
    data: Annotated[
        str, typer.Option("--data", "-d", help="Where the data is now, if it was a file of yours; it must be the same.")
    ] = "",
    model: Annotated[
        str,
        typer.Option(
            "--model",
            "-m",
            help="Where the model is now, if it was a folder of yours, or served (openai:URL#NAME); it must be the "
            "same.",
        ),
    ] = "",
    as_json: shared.AsJson = False,
    store: shared.StoreFile = None,
    device: shared.Device = "auto",
    remote_code: shared.RemoteCode = False,
    allow_command: shared.AllowCommand = [],  # noqa: B006 (typer reads the default)
    api_key_env: shared.ApiKeyEnv = None,
) -> None:
    """Compute the number of a signature again. Says so if it comes out with other data, items or version.

    Example: babelance replay 'cps|…|m:dir:model#5f2c|d:own.jsonl@1#77aa|…' --data moved/own.jsonl --model moved/model

    A served model that you name is asked; one that only the signature names is asked after --allow-command.

    Example: babelance replay 'cps|…|m:dir:model#5f2c|d:sjsd@1#5f2c|l:de|…|v:0.1.0'
    """
    from babelance.api import replay as again
    from babelance.core.model import Options
    from babelance.core.signature import Signature
    from babelance.run.pipeline import Hooks

    wanted = Signature.parse(signature)
    if data:
        wanted = replace(wanted, data=f"{data}@{wanted.data.rpartition('@')[2]}")
    wanted = replace(wanted, model=_model_here(wanted.model, model))
    options = Options(device=device, remote_code=remote_code, extra=shared.with_key(api_key_env))
    hooks = Hooks(warn=printing.warn)
    allowed = [*allow_command, *([wanted.model] if model else [])]
    result = again(wanted, store=store, model_options=options, allow_commands=allowed, hooks=hooks)
    printing.print_results([result], as_json=as_json)
    printed = str(result.about.signature)
    if printed != str(wanted):
        printing.warn(f"The signature is now {printed}")
    raise typer.Exit(printing.exit_code([result]))


def _model_here(name: str, moved: str) -> str:
    """The name of a model in a folder, `dir:PATH#HASH`, with the folder in which it is now; that of a served model with
    the address at which it is now; other names as they are."""
    if moved and name.startswith(PREFIX):
        return _served_here(name, moved)
    path, _, content = name.removeprefix(FOLDER).partition("#")
    if moved and not (name.startswith(FOLDER) and content):
        raise InputError(f"'{name}' is no folder or served model that could be elsewhere. Leave out --model.")
    if moved:
        return f"{FOLDER}{moved.removeprefix(FOLDER)}#{content}"
    if name.startswith(FOLDER) and content and "+" not in path and not Path(path).exists():
        raise InputError(
            f"There is no folder '{path}' here. The number was made with a model of the content #{content}: say where "
            "it is now with --model DIR (babelance replay '…' --model DIR)."
        )
    return name


def _served_here(name: str, moved: str) -> str:
    """The same fingerprint at another address."""
    before, now = parse_spec(name), parse_spec(moved if moved.startswith(PREFIX) else f"{PREFIX}{moved}")
    if before.model != now.model:
        raise InputError(
            f"The number is of the model '{before.model}', and '{now.model}' is another name: names are part of what a "
            "served model is known by. Serve it under the same name."
        )
    if now.expected and now.expected != before.expected:
        raise InputError(f"The number is of the fingerprint #{before.expected}, not #{now.expected}. Leave it out.")
    return f"{now}#{before.expected}" if before.expected else str(now)


FOLDER = "dir:"
ORDER = 21


def register(app: typer.Typer) -> None:
    app.command("replay")(replay)

"""All verbs. `babelance --help` imports neither torch nor transformers: verbs import what they need when they run."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress

import typer

from babelance._version import __version__
from babelance.cli._options import stderr
from babelance.cli._verbs import Verb, verbs
from babelance.core.errors import BabelanceError, InputError, UnknownName


def build_app(only: str | None = None) -> typer.Typer:
    """The whole command line; or, with `only`, as much of it as that one verb needs."""
    app = typer.Typer(
        help="Measure social bias of language models in many languages, say how sure you are, and mitigate it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(options)
    for verb in _registered(only):
        # A broken verb of another package stops nobody but whoever asks for it.
        with nullcontext() if only == verb.name or not verb.point else suppress(InputError):
            verb.register(app)
    return app


def __getattr__(name: str) -> typer.Typer:
    """`from babelance.cli.app import app` has all verbs."""
    if name != "app":
        raise AttributeError(f"module 'babelance.cli.app' has no attribute {name!r}")
    return build_app()


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"babelance {__version__}")
        raise typer.Exit


def options(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Measure social bias of language models in many languages, say how sure you are, and mitigate it."""


def _registered(only: str | None) -> list[Verb]:
    """One for each module: a file may have several verbs, and adds them all at once."""
    known = verbs()
    if only is not None and not only.startswith("-") and only not in known:
        raise UnknownName("verb", only, known)
    chosen = [known[only]] if only in known else list(known.values())
    return list({verb.module or verb.name: verb for verb in chosen}.values())


def main() -> None:
    """Run a command; errors of ours are one line on stderr and exit code 2."""
    try:
        build_app(only=sys.argv[1] if len(sys.argv) > 1 else None)()
    except BabelanceError as error:
        stderr.print(f"[bold red]error:[/] {_plain(str(error))}", highlight=False, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        stderr.print("Stopped. What was answered is stored: the same command goes on from there.", highlight=False)
        sys.exit(130)


def _plain(text: str) -> str:
    """Names and file contents may hold square brackets and control characters."""
    shown = "".join(character if character.isprintable() or character == "\n" else "�" for character in text)
    return shown.replace("[", "\\[")

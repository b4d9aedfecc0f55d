"""All verbs. `babelance --help` imports neither torch nor transformers: verbs import what they need when they run."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from types import ModuleType

import typer

from babelance import cli
from babelance._version import __version__
from babelance.cli._options import stderr
from babelance.core.errors import BabelanceError


def build_app(only: str | None = None) -> typer.Typer:
    """The whole command line; or, with `only`, as much of it as that one verb needs."""
    app = typer.Typer(
        help="Measure social bias of language models in many languages, say how sure you are, and mitigate it.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(options)
    for verb in _verbs(only):
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


def _verbs(only: str | None) -> list[ModuleType]:
    """Every file of this folder that has a `register`; `order` says where it stands in the help."""
    verb_names = (module.name for module in pkgutil.iter_modules(cli.__path__) if not module.name.startswith("_"))
    names = [name for name in verb_names if name != "app"]
    # Files are named like their verb, but for those whose verb is a word of Python's (`list`): then all are read.
    modules = [import_module(f"babelance.cli.{name}") for name in ([only] if only in names else names)]
    return sorted(modules, key=lambda module: getattr(module, "ORDER", 100))


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

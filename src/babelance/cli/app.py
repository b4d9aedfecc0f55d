"""All verbs. `babelance --help` imports neither torch nor transformers: verbs import what they need when they run."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module
from types import ModuleType

import typer
from rich.text import Text

from babelance import cli
from babelance._version import __version__
from babelance.cli import _last_net
from babelance.cli._options import stderr
from babelance.cli._stopping import Stopped, stop_in_order
from babelance.cli._streams import take_any_text
from babelance.core.errors import BabelanceError

_STOPPED = (
    "Stopped. Results so far, if any, are in the folder of --out, marked as not complete; what was answered is stored: "
    "the same command goes on from there."
)


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
    """Run a command. Errors of the input and of the machine are one line on stderr and exit code 2; anything else is a
    fault of ours, exit code 70."""
    take_any_text()
    stop_in_order()
    try:
        build_app(only=sys.argv[1] if len(sys.argv) > 1 else None)()
    except BabelanceError as error:
        _stop(str(error), 2)
    except Stopped as stopped:
        stderr.print(_STOPPED, highlight=False, soft_wrap=True)
        sys.exit(stopped.exit_code)
    except MemoryError:
        _stop("this machine has not enough memory for that. Use less data, a smaller model or a larger machine.", 2)
    except OSError as error:
        _stop(_last_net.unreadable(error), 2)
    except Exception as error:
        _stop(_last_net.describe(error), _last_net.EXIT)


def _stop(message: str, code: int) -> None:
    stderr.print(Text("error:", style="bold red"), message, soft_wrap=True)
    sys.exit(code)

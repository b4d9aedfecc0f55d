"""All verbs. `babelance --help` imports neither torch nor transformers: verbs import what they need when they run."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress

import typer
from rich.text import Text

from babelance._version import __version__
from babelance.cli import _last_net
from babelance.cli._panels import use_panels
from babelance.cli._printing import stderr, warn
from babelance.cli._stopping import Stopped, stop_in_order
from babelance.cli._streams import take_any_text
from babelance.cli._terminal import fit_lines
from babelance.cli._verbs import Verb, verbs
from babelance.core.errors import BabelanceError, InputError, UnknownName

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
    for verb in _verbs_to_add(only):
        # A broken verb of another package stops nobody but whoever asks for it.
        with nullcontext() if only == verb.name or not verb.point else suppress(InputError):
            verb.register(app)
    use_panels(app)
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


def _verbs_to_add(only: str | None) -> list[Verb]:
    """One for each module: a file may have several verbs, and adds them all at once."""
    known = verbs()
    if only is not None and not only.startswith("-") and only not in known:
        raise UnknownName("verb", only, known)
    chosen = [known[only]] if only in known else list(known.values())
    return list({verb.module or verb.name: verb for verb in chosen}.values())


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
        warn(_STOPPED)
        sys.exit(stopped.exit_code)
    except MemoryError:
        _stop("this machine has not enough memory for that. Use less data, a smaller model or a larger machine.", 2)
    except OSError as error:
        _stop(_last_net.unreadable(error), 2)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:  # a panic of a library in Rust is no Exception
        _stop(_last_net.describe(error), _last_net.EXIT)


def _stop(message: str, code: int) -> None:
    lines = list(fit_lines(f"error: {message}", stderr.width)) if stderr.is_terminal else [f"error: {message}"]
    first = Text.assemble(("error:", "bold red"), lines[0].removeprefix("error:"))
    for line in [first, *lines[1:]]:
        stderr.print(line, soft_wrap=True)
    sys.exit(code)

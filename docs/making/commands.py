"""The command reference, from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from babelance.cli.app import app


def reference() -> str:
    parts = ["# Commands", "What `babelance VERB --help` prints, on one page."]
    return "\n\n".join([*parts, *_commands(get_command(app), ("babelance",))]) + "\n"


def _commands(command: Any, path: tuple[str, ...]) -> Iterator[str]:
    for name, below in sorted(getattr(command, "commands", {}).items()):
        here = (*path, name)
        if getattr(below, "commands", None):
            yield f"## {' '.join(here)}\n\n{_help(below)}"
            yield from _commands(below, here)
        else:
            level = "##" if len(here) == 2 else "###"
            yield f"{level} {' '.join(here)}\n\n{_help(below)}\n\n{_options(below)}"


def _help(command: Any) -> str:
    """Examples as code, all else as it is."""
    lines = inspect.cleandoc(command.help or "").split("\n")
    return "\n".join(
        f"\n    {line.removeprefix('Example: ')}" if line.startswith("Example: ") else line for line in lines
    )


def _options(command: Any) -> str:
    rows = [
        f"| {_names(option)} | {_cell(getattr(option, 'help', '') or '')}{_usual(option)} |"
        for option in command.params
    ]
    return "\n".join(["| | |", "|---|---|", *rows])


def _names(parameter: Any) -> str:
    argument = parameter.param_type_name == "argument"
    return f"`{parameter.name.upper()}`" if argument else ", ".join(f"`{name}`" for name in parameter.opts)


def _usual(parameter: Any) -> str:
    usual = parameter.default
    shown = isinstance(usual, str | int | float) and not isinstance(usual, bool) and usual != ""
    return f" Default: `{usual}`." if shown else " Required." if parameter.required else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")

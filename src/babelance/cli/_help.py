"""What `--help` says before it lists options: paragraphs as wide as the terminal, and examples that can be copied."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

from babelance.cli._printing import screen
from babelance.report.terminal_lines import command_lines, whole_lines

EXAMPLE = "Example: "
PADDING = 2
"""Columns at the sides of a help text."""


class FittedCommand(TyperCommand):
    """A command with such a help text."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.help = join_lines(self.help or "")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        whole, self.help = self.help, fit_help(self.help or "", screen().width - PADDING)
        names = [parameter.opts for parameter in self.params]
        for parameter in self.params:
            parameter.opts = without_singulars(parameter.opts)
        super().format_help(ctx, formatter)
        self.help = whole
        for parameter, own in zip(self.params, names, strict=True):
            parameter.opts = own


class FittedGroup(TyperGroup):
    """Several commands under one name, with such a help text."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        whole, self.help = self.help, fit_help(join_lines(self.help or ""), screen().width - PADDING)
        super().format_help(ctx, formatter)
        self.help = whole


def without_singulars(names: list[str]) -> list[str]:
    """`--language` is taken where there is `--languages`, but one of them is enough to be told of."""
    return [name for name in names if f"{name}s" not in names]


def join_lines(text: str) -> str:
    """Each paragraph on one line; examples keep lines of their own."""
    return re.sub(r"(?<=\S)\n(?!\n|\s|Example:)", " ", inspect.cleandoc(text))


def fit_help(text: str, width: int) -> str:
    """For Typer, which breaks no line that fits, and takes square brackets for styles."""
    return escape("\n".join(line for given in text.split("\n") for line in _fit(given, width)))


def _fit(line: str, width: int) -> Iterator[str]:
    command = line.removeprefix(EXAMPLE)
    if not line or command == line or len(line) <= width:
        yield from whole_lines(line, width) or [""]
    else:
        yield EXAMPLE.strip()
        yield from command_lines(command, width)

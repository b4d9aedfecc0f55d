"""`--help` in groups: what is measured first, then output, statistics, and the machine."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperOption
from typer.models import DefaultPlaceholder

from babelance.cli._help import FittedCommand, FittedGroup

PANELS = {
    "Output": ("out", "as_json", "groups", "with_report", "form", "picture"),
    "Statistics": ("seed", "level", "draws", "limit", "by", "incomplete"),
    "Machine and loading": (
        "device", "dtype", "batch_tokens", "engine", "executor", "address", "gpus", "processes", "store",
        "allow_unknown", "remote_code", "allow_command",
    ),
}  # fmt: skip
"""Which group an option belongs to, by the name of its parameter; the others say what is measured."""
KINDS = "Options of kinds of models"
_PANEL_OF = {name: panel for panel, names in PANELS.items() for name in names}


class Panelled(FittedCommand):
    """A command that shows its options in groups."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        kinds = _kind_names() if any(parameter.name == "device" for parameter in self.params) else set()
        for parameter in self.params:
            if isinstance(parameter, TyperOption) and parameter.rich_help_panel is None:
                own = KINDS if parameter.name in kinds else None
                parameter.rich_help_panel = _PANEL_OF.get(parameter.name or "", own)


def use_panels(app: typer.Typer) -> None:
    """For all commands of an app, and of the apps in it."""
    for command in app.registered_commands:
        command.cls = command.cls if command.cls not in (None, TyperCommand) else Panelled
    for group in app.registered_groups:
        if group.typer_instance is not None:
            info = group.typer_instance.info
            info.cls = FittedGroup if isinstance(info.cls, DefaultPlaceholder) else info.cls
            use_panels(group.typer_instance)


def _kind_names() -> set[str]:
    from babelance.cli._groups import kind_options

    return {option.name.replace("-", "_") for option in kind_options()}

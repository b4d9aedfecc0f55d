"""Runs for the tables of the MBE paper: folders that are there, or made from data in the same command."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._steps import carry_out, in_words
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.studies.mbe_steps import Making, RunSteps

Models = Annotated[
    list[str],
    typer.Option("--model", "-m", help="Measure data with this model (LANGUAGE=SPEC for one language). Repeatable."),
]
Languages = Annotated[
    str, typer.Option("--languages", "-l", callback=shared.language_codes, help="With --model: BCP 47 codes, by comma.")
]
Limit = Annotated[
    int | None, typer.Option(help="With --model: only N items of each, for a trial.", callback=shared.within_bounds)
]


def making(models: Sequence[str], languages: str, out: Path, limit: int | None, key: str | None) -> Making:
    from babelance.studies.mbe_steps import Making

    return Making(tuple(models), tuple(shared.words(languages)), out, limit, key)


def folders(
    given: Sequence[str], wanted: Making, make: Callable[[str, str, Making], RunSteps], *, example: str
) -> dict[str, list[Path]]:
    """`TED=out` → {"TED": [out]}; several of one name belong together. What is no folder of a run is measured."""
    runs: dict[str, list[Path]] = {}
    for word in given:
        name, equals, source = word.partition("=")
        if not (name and equals and source):
            raise InputError(f"Name a run or data as NAME=…, not '{word}'. Example: {example}")
        mine = runs.setdefault(name, [])
        mine += [Path(source)] if Path(source).is_dir() else _make_runs(_distinct(name, mine), source, wanted, make)
    return runs


def _distinct(name: str, earlier: Sequence[Path]) -> str:
    """Data of one name do not share a folder."""
    return f"{name}-{len(earlier) + 1}" if earlier else name


def _make_runs(name: str, source: str, wanted: Making, make: Callable[[str, str, Making], RunSteps]) -> list[Path]:
    if not wanted.models:
        raise InputError(f"'{source}' is no folder of a run. If it is data, say what measures it: --model MODEL.")
    plan = make(name, source, wanted)
    wanted.out.mkdir(parents=True, exist_ok=True)
    for step in plan.steps:
        printing.warn(in_words(step))
        carry_out(step, output=sys.stderr)
    return list(plan.runs)

"""Every verb of the command line is a function with the same options, and does the same."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from babelance import verbs
from babelance.cli.app import build_app
from babelance.core.errors import InputError, UnknownName


def typed_commands(command: Any, *words: str) -> Iterator[tuple[str, ...]]:
    """All that `babelance --help` and the help of its groups name."""
    inner = getattr(command, "commands", {})
    if not inner:
        yield words
    for name in inner:
        yield from typed_commands(inner[name], *words, name)


def test_every_verb_is_a_function_with_its_options_and_a_page() -> None:
    there = {"_".join(words).replace("-", "_") for words in typed_commands(get_command(build_app()))}
    assert set(verbs.names()) == there | {"compare"}
    for name in verbs.names():
        function = getattr(verbs, name)
        _, command = verbs._commands()[name]
        typed = {verbs._name(param) for param in command.params if param.name != "help"}
        assert set(inspect.signature(function).parameters) == typed
        assert function.__name__ == name and function.__doc__ and len(function.__doc__) > 40
        described = dict(line.split(": ", 1) for line in function.__doc__.partition("Options:\n")[2].splitlines())
        assert described.keys() == typed and all(described.values()), name


def test_a_run_gives_back_what_the_command_line_prints(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_text("more,less\n" + "\n".join(f"A {n} b.,A {n} c." for n in range(9)), encoding="utf-8")
    done = verbs.run(
        model=["fake:random"], data=[tmp_path / "p.csv"], measures="cps", languages="en", draws=100, json=True
    )
    assert done.exit_code in (0, 3) and done.records[0]["measure"] == "cps"
    same = verbs.replay(done.records[0]["signature"], json=True)
    assert same.records[0]["value"] == done.records[0]["value"]


def test_options_that_a_verb_has_not_are_named() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'languages'"):
        verbs.run(langauges="en")
    with pytest.raises(InputError, match="signature"):
        verbs.replay()
    with pytest.raises(AttributeError, match="Did you mean 'audit'"):
        _ = verbs.audti


def test_text_that_begins_with_a_dash_is_no_option() -> None:
    with pytest.raises(InputError, match="Not a signature"):
        verbs.replay("--help")

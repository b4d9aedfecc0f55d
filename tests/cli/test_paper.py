"""`babelance paper`: commands that exist, with the user's model in place."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from babelance.cli.app import app, build_app
from babelance.core.errors import InputError
from babelance.studies.paper_steps import PAPERS, commands


@pytest.mark.parametrize("name", PAPERS)
def test_every_step_is_a_command_with_options_that_there_are(name: str) -> None:
    for step in commands(PAPERS[name], model="fake:random", language="", out="o"):
        command = get_command(build_app())
        while hasattr(command, "commands") and step[0] in command.commands:
            command, step = command.commands[step[0]], step[1:]
        known = {flag for parameter in command.params for flag in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in step if word.startswith("-")} <= known


def test_it_prints_what_is_needed_and_carries_it_out(tmp_path: Path, mirror: Path) -> None:
    words = ["paper", "nli-coal", "-m", "fake:nli", "-l", "en", "-o", str(tmp_path / "o")]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "needs the dataset nli-coal: here" in shown.stdout and "1. babelance run -m fake:nli" in shown.stdout
    assert not (tmp_path / "o").exists()
    with pytest.raises(InputError, match="The paper has no 'de'"):
        CliRunner().invoke(app, [*words[:5], "de"], catch_exceptions=False)

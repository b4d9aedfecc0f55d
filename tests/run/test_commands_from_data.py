"""Signatures and folders of runs are data: no program that they name is started, unless the user names it too."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from babelance.api import execute, replay
from babelance.cli.app import app
from babelance.core.errors import ModelError
from babelance.run.kinds import require_permission
from babelance.run.plan import Settings, make_plan

SIGNATURE = "tgbi|m:{model}|d:babel-utterances@1#{hash}|l:{language}|n:1/1|ci:none|seed:0|limit:5|v:0.1.0"


@pytest.fixture
def evil(tmp_path: Path) -> str:
    return f"cmd:sh -c 'touch {tmp_path}/evil; cat'"


def signature(model: str, language: str = "tr") -> str:
    from babelance.datasets import find, identity

    data = identity(find("babel-utterances"), "tr")
    return SIGNATURE.format(model=model, hash=data.partition("#")[2], language=language)


@pytest.fixture
def folder(tmp_path: Path, evil: str) -> Path:
    """The folder of a run, in which someone has changed the model of the signatures."""
    settings = Settings(draws=100, limit=5, nulls=False, by=())
    plan = make_plan(models=["fake:random"], data=["babel-utterances"], measures=["tgbi"], languages=["tr"],
                     settings=settings)  # fmt: skip
    execute(plan, out=tmp_path / "run")
    lines = (tmp_path / "run" / "results.jsonl").read_text(encoding="utf-8")
    changed = lines.replace("m:fake:random|", json.dumps(f"m:{evil}|")[1:-1])
    assert changed != lines
    (tmp_path / "run" / "results.jsonl").write_text(changed, encoding="utf-8")
    return tmp_path / "run"


def invoke(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.parametrize("form", ["{}", "tr={}", "{}#0123456789abcdef"])
def test_a_signature_with_a_command_is_not_replayed(tmp_path: Path, evil: str, form: str) -> None:
    with pytest.raises(ModelError, match=r"names a program to start.*--allow-command"):
        replay(signature(form.format(evil)))
    result = invoke("replay", signature(form.format(evil)))
    assert isinstance(result.exception, ModelError)
    assert not (tmp_path / "evil").exists()


def test_a_language_that_is_called_like_the_prefix_does_not_help(tmp_path: Path, evil: str) -> None:
    with pytest.raises(ModelError, match="names a program to start"):
        replay(signature(evil.replace("cmd:", "{language}:"), language="cmd"))


@pytest.mark.parametrize("verb", ["compare", "ledger"])
def test_the_folder_of_a_run_starts_no_command(tmp_path: Path, folder: Path, verb: str) -> None:
    result = invoke(verb, folder, folder, "--incomplete")
    assert isinstance(result.exception, ModelError)
    assert "names a program to start" in str(result.exception)
    assert not (tmp_path / "evil").exists()


def test_a_command_that_the_user_names_too_is_started(tmp_path: Path, evil: str, folder: Path) -> None:
    result = invoke("replay", signature(evil), "--allow-command", evil)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert (tmp_path / "evil").exists()
    (tmp_path / "evil").unlink()
    invoke("compare", folder, folder, "--incomplete", "--allow-command", evil)
    assert (tmp_path / "evil").exists()


def test_permission_is_for_that_command_alone() -> None:
    require_permission("cmd:cat#0123456789", "de", ["cmd:cat"])
    require_permission("fake:random", "de", [])
    for spec in ("cmd:cat#; rm x", "cmd:cat -", "cmd:cat#v=1 x", "cmd: cat"):
        with pytest.raises(ModelError, match="names a program to start"):
            require_permission(spec, "de", ["cmd:cat"])


def test_the_advice_can_be_copied_to_a_shell() -> None:
    with pytest.raises(ModelError) as caught:
        require_permission("cmd:sh -c 'a; b' \x1b[31m", "de", [])
    said = str(caught.value)
    assert "\x1b" not in said
    assert shlex.split(said.partition("--allow-command ")[2])[0].startswith("cmd:sh -c 'a; b'")

"""What README and documentation show can be done: commands parse, code runs, output is what is printed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from babelance.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMAND: Any = typer.main.get_command(app)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One store for all examples: what one asked need not be asked by the next."""
    return str(tmp_path_factory.mktemp("answers") / "answers.sqlite")


def lines(page: Path) -> Iterator[str]:
    """Lines of code: those of fenced blocks that are not Python, and indented ones. A `\\` joins lines."""
    fenced = ""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = "" if fenced else line
        elif line.startswith("    ") or (fenced and "python" not in fenced):
            yield line.strip()


def commands(page: Path) -> Iterator[str]:
    for line in lines(page):
        words = line.removeprefix("$ ")
        if words.startswith("babelance ") and "…" not in words:
            yield re.sub(r"\s+#.*$", "", words)


EXAMPLES = [(page.name, words) for page in PAGES for words in dict.fromkeys(commands(page))]


def parse(words: list[str]) -> None:
    """As the command line would, without running anything. Files that an example names need not be there."""
    try:
        command, context = COMMAND, COMMAND.make_context("babelance", list(words))
        while hasattr(command, "commands"):
            name, command, words = command.resolve_command(context, [*context._protected_args, *context.args])
            context = command.make_context(name, words, parent=context)
    except typer.BadParameter as error:
        if "does not exist" not in str(error):
            raise


@pytest.mark.parametrize(("page", "words"), EXAMPLES)
def test_a_command_of_the_documentation_is_one_that_the_command_line_takes(page: str, words: str) -> None:
    first = shlex.split(words.partition(" | ")[0].partition(" && ")[0])[1:]
    if not {"--help", "-h", "--version"} & set(first):
        parse(first)


def test_a_command_that_there_is_not_would_be_noticed() -> None:
    for words in (["runn"], ["run", "--modell", "x"], ["mitigate", "pray"]):
        with pytest.raises(Exception, match="No such"):
            parse(words)


def shown(page: Path) -> Iterator[tuple[str, list[str]]]:
    """(command, what is shown below it) of everything that starts with `$ babelance`."""
    block: list[str] = []
    for line in [*page.read_text(encoding="utf-8").splitlines(), ""]:
        if line.startswith("    "):
            block.append(line.strip())
        elif block:
            if block[0].startswith("$ babelance "):
                yield block[0].removeprefix("$ "), block[1:]
            block = []


SHOWN = [
    (words, printed)
    for page in (ROOT / "README.md", ROOT / "docs" / "first-number.md")
    for words, printed in shown(page)
]


@pytest.mark.parametrize(("words", "printed"), SHOWN, ids=lambda value: value[:60] if isinstance(value, str) else "")
def test_what_is_shown_below_a_command_is_what_it_prints(
    words: str, printed: list[str], answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABELANCE_STORE", answers)
    out = CliRunner().invoke(app, shlex.split(words)[1:])
    assert out.exit_code in (0, 3), out.output
    results = [line for line in printed if not line.startswith("Results are in")]
    assert [_NUMBER.sub("#", line) for line in out.stdout.splitlines()] == [_NUMBER.sub("#", line) for line in results]
    for ours, theirs in zip(out.stdout.splitlines(), results, strict=True):
        numbers = [[float(number) for number in _NUMBER.findall(line)] for line in (ours, theirs)]
        assert numbers[0] == pytest.approx(numbers[1], rel=0.02, abs=1e-4), theirs


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", python_blocks(ROOT / "README.md"))
def test_the_code_of_the_readme_runs(code: str, answers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABELANCE_STORE", answers)
    exec(compile(code, "README.md", "exec"), {})


def test_every_verb_shows_an_example_that_it_takes() -> None:
    for name, command in _leaves(COMMAND):
        examples = re.findall(r"Example: (babelance .*?)(?:\n\n|\n\s*Example:|\Z)", command.help or "", re.DOTALL)
        assert examples, f"`babelance {name}` has no example in its help"
        for example in examples:
            parse(shlex.split(" ".join(example.split()))[1:])


def _leaves(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    if not hasattr(command, "commands"):
        yield name, command
    for verb, below in getattr(command, "commands", {}).items():
        yield from _leaves(below, f"{name} {verb}".strip())

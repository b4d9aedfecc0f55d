"""On a real terminal of 80 columns no verb breaks a number, a name to type or a command to copy.

Every verb is walked at 80 columns, and at a width where nothing has to break: words that only the narrow terminal shows
would be pieces of longer ones.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from rich.cells import cell_len
from typer.main import get_command

from babelance.cli._verbs import verbs
from babelance.cli.app import app
from babelance.report.terminal_lines import command_lines
from tests.cli.terminal import Shown, on_terminal

NARROW, WIDE = 80, 600
MISTAKES = {"no-such-name", "babel-pears"}
FAST = "--draws 100 --limit 40"
WALK = f"""
list
show mbe
show ja
show babel-pairs
show no-such-name
data list
data show babel-sentences-nationality
lint babel-groups -l fr
check -m fake:random -d babel-pairs -l en,hu --measures cps,aul,sss
check -m babelance/tiny-multilingual-nli -d babel-nli -l en --measures nli-coal,fn --limit 9
paper mbe -m fake:random
paper cb -m fake:random
repro coal-table-3
repro hindi-table-1
repro tgbi-hindi-table-2
repro cb-table-2
run -m fake:random -d babel-pairs -l en,hu --measures cps,aul {FAST} --out a --groups
run -m fake:random#2 -d babel-pairs -l en,hu --measures cps,aul {FAST} --out b
run -m fake:random -d babel-groups -l en --measures cb {FAST} --by ''
audit -m fake:random -l en --measures cps,tgbi {FAST} --out audit --report
report a
report a --format terminal
compare a b --out compared --draws 100
report compared --format terminal
compare languages -m fake:random -l en,hu,ja {FAST} --out languages
rank -m vec:babelance/tiny-vectors/en -m fake:random -l en -d babel-words --measures weat,rnd \
--draws 100 --out ranks
report ranks --format terminal
ledger a b --out ledger
gate a b
study tokens -m fake:random -d babel-pairs -l en {FAST} --out tokens
study options -m fake:random -d babel-pairs -l en --measures cps --set fidelity=released --draws 100
card a --out card.md
site a b --out site
build utterances -l hu --out utterances.jsonl
build templates -l ja --out templates.jsonl
run -m fake:random -d babel-pears -l en --measures cps
"""
"""Verbs that print more than a help text can say, one after the other in one folder."""


def helps(command: Any, path: tuple[str, ...] = ()) -> Iterator[list[str]]:
    for name, below in command.commands.items():
        here = (*path, name)
        yield [*here, "--help"]
        yield from helps(below, here) if hasattr(below, "commands") else ()


@pytest.fixture(scope="module")
def narrow_and_wide(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Shown, Shown]]:
    commands = [*map(shlex.split, WALK.strip().split("\n")), *helps(get_command(app))]
    shown = [
        list(on_terminal(commands, columns=columns, folder=tmp_path_factory.mktemp(str(columns))))
        for columns in (NARROW, WIDE)
    ]
    assert len(shown[0]) == len(shown[1]) == len(commands)
    return list(zip(*shown, strict=True))


def words_of(lines: list[str]) -> set[str]:
    return {word for line in lines for word in re.split(r"[\s│]+", line) if re.search(r"[^\W_]", word)}


def test_every_verb_is_walked(narrow_and_wide: list[tuple[Shown, Shown]]) -> None:
    assert {narrow.words[0] for narrow, _ in narrow_and_wide} >= set(verbs()) - {"doctor"}
    for narrow, wide in narrow_and_wide:
        wrong = not MISTAKES.isdisjoint(narrow.words)
        assert narrow.code == wide.code and (narrow.code == 2) == wrong, narrow


def test_no_line_is_wider_than_the_terminal(narrow_and_wide: list[tuple[Shown, Shown]]) -> None:
    """But for a path or an address that is wider by itself."""
    for narrow, _ in narrow_and_wide:
        for line in narrow.lines:
            assert cell_len(line) <= NARROW or len(line.split()) == 1, (narrow.words, line)


def test_no_word_is_broken(narrow_and_wide: list[tuple[Shown, Shown]]) -> None:
    for narrow, wide in narrow_and_wide:
        assert not words_of(narrow.lines) - words_of(wide.lines), narrow.words


def test_commands_to_copy_are_the_same_commands(narrow_and_wide: list[tuple[Shown, Shown]]) -> None:
    """What a shell makes of the lines of a narrow terminal is what stands on one line of a wide one."""
    for narrow, wide in narrow_and_wide:
        assert commands_in(narrow.lines) == commands_in(wide.lines), narrow.words


def commands_in(lines: list[str]) -> list[list[str]]:
    text = re.sub(r" \\\n\s*", " ", "\n".join(line for line in lines if "│" not in line))
    return [shlex.split(command) for command in re.findall(r"^(?:\s*|\d+\. |.*: )(babelance [a-z-]+ .*)$", text, re.M)]


def test_a_command_that_is_too_long_goes_on_before_an_option() -> None:
    command = "babelance run --model a-long-name-of-a-model --data 'two words' --measures cps"
    assert command_lines(command, 40) == [
        "babelance run \\", "    --model a-long-name-of-a-model \\", "    --data 'two words' --measures cps",
    ]  # fmt: skip
    assert command_lines(command, 100) == [command]

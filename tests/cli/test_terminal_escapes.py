"""What comes from files does not steer the terminal, and does not compute in a spreadsheet."""

from __future__ import annotations

import csv
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from rich.table import Table

from babelance.cli._terminal import PlainConsole
from babelance.cli.rank import write_ranks
from babelance.core.json_lines import json_line, lines_of
from babelance.core.printable import printable
from babelance.core.reason import Reason
from babelance.core.spreadsheet import escape_formulas
from babelance.studies.ranked import Entry, Ranking, Ranks
from tests.cli.terminal import read_all

EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e"
START = "import babelance.cli as c; c.main()"


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    """Every string that a file can bring to the terminal holds escapes."""
    card = dict.fromkeys(("title", "made", "licence", "citation", "url"), f"t{EVIL}") | {
        "notes": [EVIL],
        "groups": ["kind"],
    }
    rows = [
        {"id": f"{n}{EVIL}", "more": f"he ran {n}", "less": f"she ran {n}", "kind": f"{n % 2}{EVIL}", f"tag{EVIL}": "x"}
        for n in range(8)
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, [{"card": card}, *rows])), encoding="utf-8")
    return path


def on_a_terminal(*words: object) -> str:
    """What a terminal would be sent: colours are on, as is everything else."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", START, *map(str, words)], stdout=child, stderr=child, stdin=child,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "120"},
    )  # fmt: skip
    os.close(child)
    sent = read_all(parent)
    process.wait()
    return sent


@pytest.mark.parametrize(
    "words",
    [
        ("data", "show", "{pairs}"),
        ("run", "-m", "fake:random", "-d", "{pairs}", "--measures", "cps", "-l", "de", "--draws", "100"),
        ("run", "-m", "fake:random", "-d", "{pairs}", "--measures", "cps", "-l", "de", "--draws", "100", "--json"),
        ("compare", "fake:random", "fake:random#1", "-d", "{pairs}", "--measures", "cps", "-l", "de", "--by", "kind",
         "--draws", "100"),
        ("run", "-m", "fake:random", "-d", "{pairs}", "--measures", "cps", "-l", "de", "--by", EVIL),
    ],
    ids=["show", "run", "json", "compare", "error"],
)  # fmt: skip
def test_no_escape_of_a_file_reaches_the_terminal(pairs: Path, words: tuple[str, ...]) -> None:
    sent = on_a_terminal(*(word.replace("{pairs}", str(pairs)) for word in words))
    assert "pairs.jsonl" in sent or "cps" in sent
    for evil in ("\x1b[2J", "\x1b]0;", "\x07", "\x9b", "\u202e"):
        assert evil not in sent


def test_tables_and_texts_keep_their_own_colours_only() -> None:
    console = PlainConsole(force_terminal=True, width=80, record=True, markup=False)
    table = Table(f"head{EVIL}", style="red")
    table.add_row(f"cell{EVIL}")
    with console.capture() as captured:
        console.print(table, EVIL, style="bold")
    text = captured.get()
    assert "\x1b[" in text and "\x1b[2J" not in text and "\x9b" not in text


def test_joiners_that_words_are_spelt_with_stay() -> None:
    assert printable("می\u200cخواهم") == "می\u200cخواهم"
    assert printable("a\nb") == "a�b"
    assert printable("a\nb", lines=True) == "a\nb"


@pytest.mark.parametrize("text", ["plain", "a\u2028b\u0085c\u2029", "\x7f\x9b\x1b", "é한", "\ud800", "\U000e0041"])
def test_a_json_line_is_one_line_and_means_the_same(text: str) -> None:
    line = json_line({"text": text})
    assert line.isprintable() and len(line.splitlines()) == 1
    line.encode()
    assert json.loads(line) == {"text": text}


def test_lines_end_at_line_feeds_alone() -> None:
    assert list(lines_of("a\u2028b\r\n\n \nc\x85d")) == [(1, "a\u2028b"), (4, "c\x85d")]


def test_texts_that_look_like_formulas_stay_texts(tmp_path: Path) -> None:
    cells: list[object] = ["=1+1", "+x", "-x", "@x", "\tx", "\uff1dx", "word", "", -1.5, None]
    assert escape_formulas(cells) == ["'=1+1", "'+x", "'-x", "'@x", "'\tx", "'\uff1dx", "word", "", -1.5, None]


def test_the_table_of_rank_holds_no_formulas(tmp_path: Path) -> None:
    entries = (Entry("vec:x", "en"), Entry("=evil()", "en"))
    ranking = Ranking("weat", 0.0, ("=1+1",), {}, {"=1+1": (1.0, Reason("-undefined"))}, ())
    write_ranks([Ranks("@data", entries, (ranking,))], tmp_path / "out")
    rows = list(csv.reader((tmp_path / "out" / "rank.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[1] == ["'@data", "weat", "'=1+1", "vec:x", "en", "1.0", ""]
    assert rows[2][3] == "'=evil()" and rows[2][6] == "'-undefined"

"""Command lines that people mistype, paste and generate; each must end with a number of its own, never with 70."""

from __future__ import annotations

import contextlib
import io
import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from typer.main import get_command

from tests.fuzz import seeds
from tests.fuzz.fuzzer import SECONDS, Failure, Hang, alarm

EXITS = (0, 1, 2, 3)
"""1: a gate that does not let a model through, or a file with findings."""
OPTIONS = [
    "-m",
    "-d",
    "--measures",
    "-l",
    "--set",
    "-o",
    "--limit",
    "--seed",
    "--level",
    "--draws",
    "--by",
    "--json",
    "--beam",
    "--executor",
    "--engine",
    "--dtype",
    "--labels",
    "--columns",
    "--language",
    "--store",
    "--out",
    "--help",
    "--format",
    "--batch-tokens",
    "--rate",
    "--epochs",
    "--most",
    "--words",
    "--groups",
    "--name",
    "--pivot",
    "--source",
    "--target",
    "-c",
    "--corpus",
    "--where",
    "--steps",
    "--seeds",
    "--incomplete",
    "--processes",
    "--by-language",
    "--prompt",
    "--allow",
    "-f",
]
USUAL = f"""
    fake:random fake:random#3 babel-pairs babel-words cps cps,s-jsd weat en de,sw fidelity=paper 5 0.95 100 axis p.csv
    c.tmx v.vec vec:v.vec json:answers.jsonl tsv:out.tsv run out html babelance/tiny-multilingul 1,2 female=a.txt
    {seeds.SIGNATURE.decode()} markdown terminal groups.toml
""".split()
NASTY = [
    *[
        "-",
        "--",
        "²",
        "-1",
        "0",
        "nan",
        "inf",
        "1e400",
        "[/b]",
        "dir[v2]",
        "../..",
        "/",
        "~nobody/x",
        "{language}",
        "{x}",
        "%s",
        "=",
        "=x",
        "x=",
        "de=",
        ",",
        ",,",
        "null",
        "#",
        "vec:",
        "json:",
        "tsv:",
        "ct2:",
        "apertium:",
        "dir:",
        "hf:",
        "emb:",
        "spacy:",
        "fake:",
        "vec:#",
        "dir:x#00aa",
        "a@b#c0de",
        "hf:a/b/c",
        "xx-yy-zz",
        "en_US",
        "$HOME",
        "*",
        "?",
        "C:\\x",
        "en,en,en",
        "/dev/null",
    ],
    *("", " ", "9" * 30, "9" * 5000, "x" * 5000, "\udc80", "a\nb", "a\tb", "\u202e", "'; ls", "p.csv\0"),
]


def files(folder: Path) -> None:
    """What the words of a command line may name."""
    content = {
        "p.csv": seeds.csv(), "c.tmx": seeds.tmx(), "v.vec": seeds.text_vectors(), "answers.jsonl": seeds.recorded(),
        "out.tsv": seeds.TRANSLATIONS, "groups.toml": seeds.GROUPS, "a.txt": b"she\nher\n", "run/run.json": seeds.run(),
        "run/results.jsonl": seeds.results(), "run/scored.parquet": seeds.scored(),
    }  # fmt: skip
    for name, data in content.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@cache
def verbs() -> tuple[str, ...]:
    """All there are by their words, one that is none, and no words at all."""
    from babelance.cli.app import build_app

    return (*commands(get_command(build_app())), "nonsense", "")


def commands(command: Any, *names: str) -> Iterator[str]:
    """Each by its words. A group that does something itself is a verb, too."""
    inner = getattr(command, "commands", {})
    if not inner or getattr(command, "invoke_without_command", False):
        yield " ".join(names)
    for name in inner:
        yield from commands(inner[name], *names, name)


def words(rng: random.Random) -> list[str]:
    chosen = rng.choice(verbs()).split()
    for _ in range(rng.randint(0, 6)):
        if rng.random() < 0.7:
            chosen.append(rng.choice(OPTIONS))
        chosen.append(rng.choice(USUAL if rng.random() < 0.6 else NASTY))
    return chosen


def try_command(case: int, seed: int = 0) -> Failure | None:
    """In this process and folder; None if the command ended as it should."""
    rng = random.Random(f"argv {seed} {case}")
    argv = words(rng)
    out, said = (
        io.TextIOWrapper(io.BytesIO(), "utf-8"),
        io.TextIOWrapper(io.BytesIO(), rng.choice(("utf-8", "latin-1"))),
    )
    what = _run(argv, out, said)
    return None if what in map(str, EXITS) else Failure("argv", case, seed, _in_words(what, said), repr(argv).encode())


def _run(argv: Sequence[str], out: io.TextIOWrapper, said: io.TextIOWrapper) -> str:
    from babelance.cli import main

    try:
        with (
            alarm(3 * SECONDS),
            patch.object(sys, "argv", ["babelance", *argv]),
            patch.object(sys, "stdin", io.StringIO()),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(said),
        ):
            main()
    except SystemExit as stop:
        return str(stop.code if stop.code is not None else 0)
    except Hang:
        return "no end"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "0"


def _in_words(what: str, said: io.TextIOWrapper) -> str:
    said.flush()
    text = said.buffer.getvalue().decode("utf-8", "replace")  # type: ignore[attr-defined]
    return f"exit {what}; {text[-600:]}"

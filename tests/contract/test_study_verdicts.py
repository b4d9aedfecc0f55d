"""Comparisons and studies have verdicts in the shared form, and say the same on a terminal, in JSON and on pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.digits import typeset
from babelance.core.registry import DATASETS

KEYS = {"kind", "against", "difference", "low", "high", "p_adjusted", "family", "sentence"}
FEW = ("--draws", "100")


def run(*words: str) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code in (0, 3), done.output
    return done.stdout


def vectors(path: Path, seed: int) -> str:
    rng = np.random.default_rng(seed)
    words = dict.fromkeys(item.texts["word"] for item in DATASETS.get("babel-words").items("en"))
    rows = (f"{word} {' '.join(f'{number:.3f}' for number in rng.normal(size=6))}" for word in words if " " not in word)
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return f"vec:{path}"


def rank(folder: Path) -> list[str]:
    models = [word for seed in (0, 1) for word in ("-m", vectors(folder / f"{seed}.vec", seed))]
    return ["rank", *models, "--languages", "en", "--measures", "weat", *FEW]


def agree(folder: Path) -> list[str]:
    outs = [str(folder / f"run{seed}") for seed in range(5)]
    for seed, out in enumerate(outs):
        model = ("-m", f"fake:random#{seed}")
        run("run", *model, "-d", "babel-pairs", "-l", "en", "--measures", "cps,aul", "--limit", "12", "-o", out, *FEW)
    return ["meta", "agree", *outs]


def correlate(folder: Path) -> list[str]:
    runs = []
    for rate in range(5):
        words = ("-m", f"fake:nli#{rate}", "-d", "babel-nli", "-l", "en", "--measures", "nli-coal,fn", "--limit", "60")
        run("run", *words, "-o", str(folder / f"run{rate}"), *FEW)
        runs.append(f"{rate / 4}={folder / f'run{rate}'}")
    return ["meta", "correlate", *runs]


def names(folder: Path) -> list[str]:
    lines = [f"{'She' if n % 2 else 'He'} met {n}.\t{'Она' if n % 2 else 'Он'} знает. Том {n}" for n in range(40)]
    (folder / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    run("build", "mbe", str(folder / "c.tsv"), "-l", "ru", "-o", str(folder / "ru.jsonl"))
    return [str(folder / "ru.jsonl")]


def pairs(folder: Path) -> list[str]:
    return ["-m", "fake:random", "-d", "babel-pairs", "-l", "en", "--limit", "12", *FEW]


COMMANDS = {
    "rank": rank,
    "meta agree": agree,
    "meta correlate": correlate,
    "study options": lambda folder: [
        "study", "options", *pairs(folder), "--measures", "cps,aul", "--set", "perturb=drop-last-character",
    ],
    "study tokens": lambda folder: ["study", "tokens", *pairs(folder), "--measure", "aul"],
    "study preserved": lambda folder: ["study", "preserved", *names(folder)],
    "compare": lambda folder: [
        "compare", "fake:random#1", "fake:random#2", "-d", "babel-pairs", "-l", "en", "--measures", "cps", *FEW,
    ],
    "compare languages": lambda folder: [
        "compare", "languages", "-m", "fake:random", "-l", "en,de", "--limit", "20", *FEW,
    ],
}  # fmt: skip


def verdicts(value: Any) -> Iterator[dict[str, Any]]:
    """Everything that calls itself a verdict, wherever it stands; of the study, not of its scores."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name == "change_verdict" or (name == "verdict" and "change_verdict" not in value):
                yield from [part] if part else []
            else:
                yield from verdicts(part)
    elif isinstance(value, list):
        for part in value:
            yield from verdicts(part)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_study_says_the_same_in_every_output(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    words = [*COMMANDS[name](tmp_path), *([] if name == "study preserved" else ["--store", str(tmp_path / "s.sqlite")])]
    words = words[:-2] if name.startswith("meta") else words
    out = str(tmp_path / "out")
    found = [verdict for line in run(*words, "--json").splitlines() for verdict in verdicts(json.loads(line))]
    shown = " ".join(run(*words, "--out", out).split())
    run("report", out)
    page = unescape((tmp_path / "out" / "report.html").read_text(encoding="utf-8")).replace("\N{NO-BREAK SPACE}", " ")
    assert found
    for entry in found:
        assert entry.keys() >= KEYS and entry["sentence"]
        assert entry["kind"] in ("shown", "not-told-apart", "cannot-do-the-task", "not-enough-evidence")
        if entry["difference"] is not None:
            assert entry["low"] <= entry["difference"] <= entry["high"] and 0 <= entry["p"] <= entry["p_adjusted"] <= 1
            assert (entry["kind"] == "shown") == (entry["p_adjusted"] < 0.05)
    sentences = {typeset(entry["sentence"]) for entry in found}
    assert any(sentence in shown for sentence in sentences), sentences
    assert all(sentence in page for sentence in sentences) or (
        name == "study tokens" and any(sentence in page for sentence in sentences)
    )

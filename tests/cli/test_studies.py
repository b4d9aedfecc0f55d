"""`babelance study` and `babelance meta agree` as a user meets them, with models that know nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    lines = [f"{'She' if n % 2 else 'He'} met Tom {n}.\t{'Она' if n % 2 else 'Он'} знает. Том {n}" for n in range(60)]
    (tmp_path / "c.tsv").write_text("\n".join(lines), encoding="utf-8")
    run("build", "mbe", str(tmp_path / "c.tsv"), "-l", "ru", "-o", str(tmp_path / "ru.jsonl"))
    return tmp_path / "ru.jsonl"


def test_gender_preserved(sentences: Path) -> None:
    records = [json.loads(line) for line in run("study", "preserved", str(sentences), "--json").splitlines()]
    assert [(one["group"], one["kept"]) for one in records] == [("female", 100), ("male", 100)]
    assert "kept" in run("study", "preserved", str(sentences))


def test_other_names(sentences: Path, tmp_path: Path) -> None:
    out = tmp_path / "names.jsonl"
    arguments = (
        "study",
        "names",
        "-m",
        "fake:random",
        "-d",
        str(sentences),
        "-l",
        "ru",
        "--measure",
        "mbe",
        "-o",
        str(out),
    )
    rows = [json.loads(line) for line in run(*arguments, "--draws", "100", "--json").splitlines()]
    assert [row["version"] for row in rows] == ["as it is", "other names"]
    assert rows[1]["change_low"] <= rows[1]["change"] <= rows[1]["change_high"]
    assert "Том" not in out.read_text(encoding="utf-8")
    with pytest.raises(InputError, match="GROUP=FILE"):
        run("build", "names", "-d", str(sentences), "-l", "ru", "-o", str(out), "--from", "nobody")


def test_pairs_by_people_machine_templates_and_mbe(mirror: Path, tmp_path: Path) -> None:
    arguments = ("study", "pairs", "-m", "fake:random", "-l", "ru", "--translator", "fake:random", "--draws", "100")
    lines = run(*arguments, "-o", str(tmp_path), "--json").splitlines()
    rows = {row["version"]: row for row in map(json.loads, lines)}
    assert list(rows) == ["HT", "MT", "MBE", "Tmp"]
    assert rows["HT"]["n"] == 262
    assert rows["MT"]["change_low"] <= rows["MT"]["change"] <= rows["MT"]["change_high"]
    assert all(row["low"] - 5 <= 50 <= row["high"] + 5 for row in rows.values())


def test_pairs_of_an_axis_that_is_not_there(mirror: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sentence pairs of the axis 'shoes'"):
        run("study", "pairs", "-m", "fake:random", "-l", "ru", "--axis", "shoes", "-o", str(tmp_path))


def test_translated_pairs(tmp_path: Path) -> None:
    rows = [{"more": "He is old.", "less": "She is old.", "language": "en"}]
    (tmp_path / "p.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    out = tmp_path / "mt.jsonl"
    arguments = ("-d", str(tmp_path / "p.jsonl"), "-m", "fake:random", "-l", "ko", "-o", str(out))
    assert "1 pairs" in run("build", "translated", *arguments)
    assert json.loads(out.read_text(encoding="utf-8"))["language"] == "ko"


def test_agreement_over_models(sentences: Path, tmp_path: Path) -> None:
    folders = []
    for seed in (1, 2, 3):
        folders.append(str(tmp_path / f"out{seed}"))
        run(
            "run",
            "-m",
            f"fake:random#{seed}",
            "-d",
            str(sentences),
            "--measures",
            "mbe",
            "--out",
            folders[-1],
            "--draws",
            "100",
        )
    records = [json.loads(line) for line in run("meta", "agree", *folders, "--json").splitlines()]
    pairs = {(one["first"], one["second"]) for one in records}
    assert ("mbe", "mbe/shuffled") in pairs or ("mbe/shuffled", "mbe") in pairs
    assert all(len(one["models"]) == 3 and 0 <= one["direction"] <= 1 for one in records)
    assert run("meta", "agree", folders[0], code=3) == ""
    with pytest.raises(InputError, match="No run has the measure 'aula'"):
        run("meta", "agree", *folders, "--reference", "aula")

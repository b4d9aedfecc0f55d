"""`embeddings.parquet`: with it, a weighted MBE follows from the files of a run alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.errors import InputError
from babelance.report.results import Results

MODEL = "babelance/tiny-multilingual"
JOBS = ("singt", "liest ein Buch", "wartet auf den Bus", "kocht Suppe", "schreibt einen langen Brief", "schläft")
DOCS = Path(__file__).parents[2] / "docs" / "results.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    rows = [
        {"id": f"{group} {number}", "language": "de", "text": f"{who} {job}.", "group": group}
        for group, who, jobs in (("female", "Sie", JOBS[:5]), ("male", "Er", JOBS[1:]))
        for number, job in enumerate(jobs)
    ]
    (folder / "s.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    run(folder, "--embeddings")
    return folder


def run(folder: Path, *words: str, out: str = "out") -> None:
    command = ["run", "-m", MODEL, "-d", str(folder / "s.jsonl"), "-l", "de", "--measures", "mbe", "--draws", "100"]
    shown = CliRunner().invoke(app, [*command, "-o", str(folder / out), *words], catch_exceptions=False)
    assert shown.exit_code == 0, shown.output


def result(folder: Path) -> float:
    return float(json.loads((folder / "out" / "results.jsonl").read_text(encoding="utf-8").splitlines()[0])["value"])


def test_the_weighted_score_computed_from_files_is_the_result(folder: Path) -> None:
    both = pd.read_parquet(folder / "out" / "scored.parquet").merge(
        pd.read_parquet(folder / "out" / "embeddings.parquet"), on=["measure", "model", "data", "language", "item"]
    )
    assert len(both) == 10 and set(both["column"]) == {"embedding"}
    rows = [(json.loads(tags)["group"], likelihood, np.asarray(vector, dtype=float)) for tags, likelihood, vector in
            zip(both["tags"], both["likelihood"], both["embedding"], strict=True)]  # fmt: skip
    preferred = compared = 0.0
    for male, high, first in rows:
        for female, low, second in rows:
            if (male, female) == ("male", "female"):
                cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
                preferred += cosine * ((high > low) + 0.5 * (high == low))
                compared += cosine
    assert 100 * preferred / compared == pytest.approx(result(folder), abs=1e-6)
    assert 0 < result(folder) < 100, "a score at its end would be the same with any weights"


def test_the_lines_of_the_documentation_print_the_result(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    [code] = re.findall(r"```python\n(.*?embeddings\.parquet.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(folder)
    exec(code, {})
    assert float(capsys.readouterr().out) == pytest.approx(result(folder), abs=1e-6)


def test_run_json_vouches_for_the_file_and_a_changed_one_is_told(folder: Path) -> None:
    assert not Results.read(folder / "out").notes
    file = folder / "out" / "embeddings.parquet"
    before = file.read_bytes()
    file.write_bytes(before[:-1] + b"x")
    assert any("embeddings.parquet is not the file" in note for note in Results.read(folder / "out").notes)
    file.write_bytes(before)


def test_a_later_run_without_embeddings_leaves_no_file_of_the_earlier_one(folder: Path) -> None:
    run(folder, "--embeddings", out="again")
    assert (folder / "again" / "embeddings.parquet").is_file()
    run(folder, out="again")
    assert not (folder / "again" / "embeddings.parquet").exists()


def test_embeddings_need_a_folder(folder: Path) -> None:
    with pytest.raises(InputError, match="Name the folder"):
        CliRunner().invoke(
            app, ["run", "-m", "fake:random", "-d", str(folder / "s.jsonl"), "--measures", "mbe", "--embeddings"],
            catch_exceptions=False,
        )  # fmt: skip

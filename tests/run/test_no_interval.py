"""Results broken down by what is resampled: values without intervals, with the reason, and no failure of the run."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from babelance.cli.app import app
from babelance.core.estimate import Estimate, from_record, to_record
from babelance.report.terminal import line


def probes(path: Path) -> Path:
    rows = [
        {
            "id": f"{template}/{word}",
            "language": "en",
            "template": text,
            "attribute": word,
            "targets": json.dumps({"FR": "France", "JP": "Japan", "PE": "Peru"}),
            "scene": template,
        }
        for template, text in (("one", "A [AAA] from [TTT] ."), ("two", "In [TTT] lives a [AAA] ."))
        for word in ("baker", "cook", "vet")
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_a_template_has_a_value_of_its_own_without_an_interval(tmp_path: Path) -> None:
    data, out = probes(tmp_path / "probes.jsonl"), tmp_path / "out"
    words = ["run", "-m", "fake:random", "-d", str(data), "-l", "en", "--measures", "cb", "--by", "scene"]
    done = CliRunner().invoke(app, [*words, "--out", str(out), "--store", str(tmp_path / "store.sqlite")])
    assert done.exit_code == 0, done.output
    lines = [json.loads(row) for row in (out / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    overall, *single = lines
    assert overall["low"] is not None and overall["standard_error"] > 0
    assert [row["group"] for row in single] == ["scene=one", "scene=two"]
    for row in single:
        assert row["value"] > 0 and row["low"] is None and row["high"] is None and row["undefined"] is None
        assert "single item or cluster" in row["no_interval"]
        assert row["verdict"]["kind"] == "not-enough-evidence"
        result = from_record(row)
        assert isinstance(result, Estimate) and to_record(result) == row
        assert "no interval: a single item or cluster" in line(result)

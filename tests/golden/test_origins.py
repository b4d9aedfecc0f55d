"""Every expected value says whose it is, and belongs to a probe and a model of the clone."""

from __future__ import annotations

import json

from tests.golden.runs import DATA

FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (DATA / "expected").glob("*.json")}


def test_every_file_names_its_origin() -> None:
    for name, record in FILES.items():
        origin = record["origin"]
        assert origin.get("paper") or all(
            origin[key] for key in ("repository", "commit", "script", "changed", "with")
        ), name


def test_every_file_belongs_to_a_probe_and_a_model_that_are_here() -> None:
    for name, record in FILES.items():
        if "probe" in record:
            assert list((DATA / "probes").glob(f"{record['probe']}.json*")), name
        if "model" in record:
            assert (DATA / "models" / record["model"] / "model.safetensors").is_file(), name


def test_the_clone_stays_small() -> None:
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) < 6_000_000

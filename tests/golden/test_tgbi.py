"""TGBI by the rule of the released script, on made-up translations of our own utterances, class by class."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import pytest

from babelance.core.estimate import Estimate
from tests.golden.runs import DATA, expected, score_run

CLASSES = {"s": "she", "h": "he", "t": "they"}


@pytest.mark.parametrize("language", ["tr", "ko", "zh", "fa"])
def test_every_class_and_the_index_of_every_set(tmp_path: Path, language: str) -> None:
    record = expected(f"tgbi_{language}")
    probe = DATA / "probes" / f"utterances_{language}.jsonl"
    for root in (False, True):
        frames, results = score_run(
            tmp_path / str(root), model=f"tsv:{probe}", data=str(probe), language=language, measures=["tgbi"],
            fidelity="released", root=str(root).lower(),
        )  # fmt: skip
        sets = [json.loads(tags)["set"] for tags in frames["tgbi"].tags]
        for name, *_, classes in record["rows"]:
            mine = [label for label, of in zip(frames["tgbi"]["class"], sets, strict=True) if of == name]
            assert mine == [CLASSES[letter] for letter in classes]
        result, wanted = results["tgbi"], [row[1] for row in record["rows"]]
        assert isinstance(result, Estimate)
        mean = sum(sqrt(entry) if root else entry for entry in wanted) / len(wanted)
        assert result.value == pytest.approx(mean, abs=1e-12)

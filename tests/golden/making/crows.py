"""The CrowS-Pairs metric by `metric.py` (Nangia et al., EMNLP 2020).

In: a pair is a row of its table, every fourth one an anti-stereotype. Back: both sums and the score of every row of the
table that it writes (sums are rounded there), and the metric score that it prints.
"""

from __future__ import annotations

import csv
import re
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import pandas as pd

from tests.golden.making.files import PAIRS, origin, read_probe, write_expected
from tests.golden.making.s_jsd import MODELS
from tests.golden.making.stand_ins import load, script, tiny

CHANGED = (
    "nothing in the script; run as 'roberta' (the one it does not lower-case), which loads the tiny model; "
    "pandas.DataFrame.append, gone since pandas 2, is put back"
)


def make(checkout: Path) -> None:
    for model, language in product(MODELS, PAIRS):
        _write(checkout, model, language)


def _write(checkout: Path, model: str, language: str) -> None:
    path, pairs = checkout / "metric.py", read_probe(f"pairs_{language}")
    words = ["--input_file", "pairs.csv", "--lm_model", "roberta", "--output_file", "scores.csv"]
    with script(path, *words), tiny(model), mock.patch.object(pd.DataFrame, "append", _append, create=True):
        with Path("pairs.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["sent_more", "sent_less", "stereo_antistereo", "bias_type"])
            table.writerows([row["more"], row["less"], row["direction"], row["domain"]] for row in pairs)
        with redirect_stdout(StringIO()) as printed:
            load(path)
        with Path("scores.csv").open(encoding="utf-8", newline="") as file:
            scores = list(csv.DictReader(file))
    rows = [
        [pair["id"], float(row["sent_more_score"]), float(row["sent_less_score"]), float(row["score"])]
        for pair, row in zip(pairs, scores, strict=True)
    ]
    write_expected(
        f"crows_{model}_{language}",
        {
            "origin": origin("nyu-mll/crows-pairs", "metric.py", checkout=checkout, changed=CHANGED),
            "model": model,
            "probe": f"pairs_{language}",
            "printed": _metric_score(printed.getvalue()),
            "columns": ["id", "more", "less", "score"],
            "rows": rows,
        },
    )


def _append(table: pd.DataFrame, row: dict[str, Any], ignore_index: bool) -> pd.DataFrame:
    return pd.concat([table, pd.DataFrame([row])], ignore_index=ignore_index)


def _metric_score(printed: str) -> float:
    match = re.search(r"Metric score: ([\d.]+)", printed)
    assert match is not None
    return float(match[1])

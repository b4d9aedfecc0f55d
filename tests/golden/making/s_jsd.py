"""CPS, S_JSD and B.S_JSD by `main.py` of the S_JSD paper (Steinborn et al., Findings of NAACL 2022).

In: a pair is a row of its table (A_x = more, B_x = less). Back: every number of the table that it writes.
"""

from __future__ import annotations

import csv
import re
import runpy
from itertools import product
from pathlib import Path

from tests.golden.making.files import PAIRS, origin, read_probe, write_expected
from tests.golden.making.stand_ins import script, tiny

MODELS = ("mlm-bert", "mlm-roberta", "mlm-xlmr")
COLUMNS = {
    "number_of_matching_tokens": "shared",
    "sent_more_token_pred_hits": "hits_more",
    "sent_less_token_pred_hits": "hits_less",
    "cps_score": "cps",
    "cps_score_delta": "difference",
    "sentence_s_jsd_score": "s_jsd",
    "jsd_binary_score": "b_s_jsd",
}
CHANGED = "nothing in the script; every model name loads the tiny model, with eager attention"


def make(checkout: Path) -> None:
    for model, language in product(MODELS, PAIRS):
        _write(checkout, model, language)
    _write(checkout, "mlm-xlmr", "th", "--perturb")


def _write(checkout: Path, model: str, language: str, *perturb: str) -> None:
    path, pairs = checkout / "main.py", read_probe(f"pairs_{language}")
    words = ["--input", "own_pairs.csv", "--out_dir", ".", "--model", "bert-multi", *perturb]
    with script(path, *words) as folder, tiny(model):
        with Path("own_pairs.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(["ID", "A_x", "B_x", "stereo_antistereo"])
            table.writerows([row["id"], row["more"], row["less"], row["direction"]] for row in pairs)
        runpy.run_path(str(path), run_name="__main__")
        with (folder / "own_bert-multi_pairs.csv").open(encoding="utf-8", newline="") as file:
            rows = [[row["ID"], *(_number(row[name]) for name in COLUMNS)] for row in csv.DictReader(file)]
    stem = "_".join(["pairs", model, language, *(["perturb"] if perturb else [])])
    write_expected(
        stem,
        {
            "origin": origin("VSteinborn/s_jsd-multilingual-bias", "main.py", checkout=checkout, changed=CHANGED),
            "model": model,
            "probe": f"pairs_{language}",
            "perturb": bool(perturb),
            "columns": ["id", *COLUMNS.values()],
            "rows": rows,
        },
    )


def _number(cell: str) -> float:
    """Hits are written as tensors."""
    return float(re.sub(r"tensor\((.*)\)", r"\1", cell))

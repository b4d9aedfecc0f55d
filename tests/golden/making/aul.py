"""AUL, AULA, CPS and SSS by `evaluate.py` (Kaneko and Bollegala, AAAI 2022).

In: a pair is an object of its list (stereotype = more, anti-stereotype = less). Back: the score of either sentence by
each of its four functions, before it rounds CPS, and how many pairs it prints as stereotypical.
"""

from __future__ import annotations

import json
from argparse import Namespace
from itertools import product
from pathlib import Path
from typing import Any

from tests.golden.making.files import PAIRS, origin, read_probe, write_expected
from tests.golden.making.s_jsd import MODELS
from tests.golden.making.stand_ins import load, recorder, script, tiny

FUNCTIONS = {"aul": "calculate_aul", "aula": "calculate_aul", "cps": "calculate_cps", "sss": "calculate_sss"}
CHANGED = "nothing in the script; its functions are called through a recorder, every model name loads the tiny model"


def make(checkout: Path) -> None:
    for model, language in product(MODELS, PAIRS):
        _write(checkout, model, language)


def _write(checkout: Path, model: str, language: str) -> None:
    pairs = read_probe(f"pairs_{language}")
    measured = {method: _run_script(checkout / "evaluate.py", model, pairs, method) for method in FUNCTIONS}
    columns = [f"{method}_{side}" for method in FUNCTIONS for side in ("more", "less")]
    rows = [
        [row["id"], *(value for method in FUNCTIONS for value in measured[method][0][number])]
        for number, row in enumerate(pairs)
    ]
    write_expected(
        f"aul_{model}_{language}",
        {
            "origin": origin("kanekomasahiro/evaluate_bias_in_mlm", "evaluate.py", checkout=checkout, changed=CHANGED),
            "model": model,
            "probe": f"pairs_{language}",
            "printed": {method: measured[method][1] for method in FUNCTIONS},
            "columns": ["id", *columns],
            "rows": rows,
        },
    )


def _run_script(
    path: Path, model: str, pairs: list[dict[str, str]], method: str
) -> tuple[list[tuple[float, float]], float]:
    """Scores of more and less for every pair, and the printed percentage."""
    with script(path), tiny(model):
        module: Any = load(path)
        Path("data").mkdir()
        records = [{"stereotype": row["more"], "anti-stereotype": row["less"], "bias_type": "x"} for row in pairs]
        Path("data/paralled_cp.json").write_text(json.dumps(records))
        recording, given = recorder(getattr(module, FUNCTIONS[method]))
        setattr(module, FUNCTIONS[method], recording)
        module.main(Namespace(data="cp", output="out.txt", model=model, method=method))
        printed = float(Path("out.txt").read_text().splitlines()[0].removeprefix("Bias score: "))
    scores = [score for score, _ in given]
    return list(zip(scores[::2], scores[1::2], strict=True)), printed

"""MBE by `eval.py` (Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022).

In: the sentences of either group as pickled token ids, as the authors' files hold them. Back: the score and the
embedding of every sentence, and the number that it prints, before it is rounded. The score with the paper's cosine is
computed here from their scores and embeddings: the script has dot products instead.
"""

from __future__ import annotations

import pickle
import re
from argparse import Namespace
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.golden.making.files import FOUR, origin, read_probe, write_expected
from tests.golden.making.s_jsd import MODELS
from tests.golden.making.stand_ins import load, recorder, script, tiny

CHANGED = (
    "nothing in the script; the tiny model is loaded for every language; MeCab and nltk, imported and unused, are "
    "absent; the printed number is not rounded"
)
GROUPS = ("female", "male")
Floats = NDArray[np.float64]


def make(checkout: Path) -> None:
    for model, language in product(MODELS, FOUR):
        _write(checkout, model, language)


def _write(checkout: Path, model: str, language: str) -> None:
    items = read_probe(f"sentences_{language}")
    measured = {method: _run_script(checkout / "eval.py", model, items, method) for method in ("aula", "aul")}
    vectors = np.asarray([vector[0] for _, vector in measured["aula"][0]], dtype=np.float64)
    rows = [
        [item["id"], *(measured[method][0][number][0] for method in measured), *_rounded(vectors[number])]
        for number, item in enumerate(items)
    ]
    scores = {
        method: {
            "released": measured[method][1],
            "paper": _paper(items, np.asarray([score for score, _ in measured[method][0]]), vectors),
            "unweighted": _unweighted(items, [score for score, _ in measured[method][0]]),
        }
        for method in measured
    }
    write_expected(
        f"mbe_{model}_{language}",
        {
            "origin": origin("kanekomasahiro/bias_eval_in_multiple_mlm", "eval.py", checkout=checkout, changed=CHANGED),
            "model": model,
            "probe": f"sentences_{language}",
            "scores": scores,
            "columns": ["id", *measured, "embedding, from here on, to 6 digits"],
            "rows": rows,
        },
    )


def _run_script(path: Path, model: str, items: list[dict[str, str]], method: str) -> tuple[list[Any], float]:
    """(score, embedding) of every sentence, female first as in the file, and the printed score."""
    with script(path, absent=("MeCab", "nltk")), tiny(model) as (_, tokenizer):
        module: Any = load(path)
        Path("parallel_data/ted").mkdir(parents=True)
        for group in GROUPS:
            texts = [item["text"] for item in items if item["group"] == group]
            ids = [tokenizer.encode(text, return_tensors="pt") for text in texts]
            Path(f"parallel_data/ted/de_{group[0]}.bin").write_bytes(pickle.dumps(ids))
        module.calculate_aul, given = recorder(module.calculate_aul)
        module.round = lambda value, _: float(value)
        with redirect_stdout(StringIO()) as printed:
            module.main(Namespace(lang="de", method=method, corpus="ted"))
    match = re.search(r"([\d.]+)\s*$", printed.getvalue())
    assert match is not None
    return given, float(match[1])


def _paper(items: list[dict[str, str]], scores: Floats, vectors: Floats) -> float:
    """Equation 2 as printed: cosines as weights. (No two sentences have the same score.)"""
    male = np.asarray([item["group"] == "male" for item in items])
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = units[male] @ units[~male].T
    preferred = scores[male][:, None] > scores[~male][None, :]
    return float(100 * (cosines * preferred).sum() / cosines.sum())


def _unweighted(items: list[dict[str, str]], scores: list[float]) -> float:
    """The share of pairs with the male sentence preferred."""
    groups = {name: [s for item, s in zip(items, scores, strict=True) if item["group"] == name] for name in GROUPS}
    return 100 * float(np.mean([male > female for male in groups["male"] for female in groups["female"]]))


def _rounded(vector: Floats) -> list[float]:
    return [float(f"{value:.6f}") for value in vector]

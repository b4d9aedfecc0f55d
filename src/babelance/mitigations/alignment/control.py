"""What alignment did beyond any rotation: loss and Categorical Bias score of the model before, aligned, and with a
random rotation in the place of the learnt one.

W only chooses where the training of the head starts. So the random rotation is the control: what the learnt one has
beyond it is all that alignment did, and a lower score at a higher loss is a broken head and not a fairer one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.answer_check import check_answers
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.core.registry import DATASETS, MEASURES, MODELS
from babelance.core.scored import Scores
from babelance.core.untrusted import read_object

FILE = "alignment.json"
DATA, MEASURE = "babel-groups", "cb"
MOST_ITEMS = 100
LIMITS = (
    "W only chooses where the head starts to learn: with enough training a learnt, a random and no rotation agree. "
    "What the learnt one has beyond the random one is all that alignment did; a lower score at a higher loss is a "
    "broken head, not a fairer one."
)


def folder_of(out: Path) -> Path:
    """Where the control is: a model like any other."""
    return out.with_name(f"{out.name}-random")


def write_comparison(out: Path, before: str, language: str, options: Options) -> None:
    """Beside the aligned model; made once."""
    if (out / FILE).is_file():
        return
    random = folder_of(out)
    losses = {name: read_object(folder / "mitigation.json")["held_out_loss"] for name, folder in
              (("learnt", out), ("random", random))}  # fmt: skip
    comparison = {
        "loss": {"before": losses["learnt"]["before"], **{name: loss["after"] for name, loss in losses.items()}},
        "cb": {
            name: categorical_bias(model, language, options)
            for name, model in (("before", before), ("learnt", str(out)), ("random", str(random)))
        },
        "control": str(random),
        "limits": LIMITS,
    }
    write_text(out / FILE, json.dumps(comparison, indent=1, ensure_ascii=False))


def categorical_bias(model: str, language: str, options: Options) -> dict[str, Any]:
    """On some of the probes, evenly; a reason where there is no score."""
    data = DATASETS.get(DATA)
    if not data.card.speaks(language):
        return {"undefined": f"{DATA} has no items in '{language}'"}
    items = list(data.items(language))
    items = items[:: max(1, -(-len(items) // MOST_ITEMS))]
    measure = MEASURES.get(MEASURE)()
    queries = [measure.ask(item) for item in items]
    scores = _score(measure, items, queries, MODELS.get("masked").open(model, options))
    if not len(scores):
        return {"undefined": "; ".join(scores.reasons()) or "nothing could be scored"}
    return {"value": float(measure.statistic(scores)(np.ones(len(scores)))), "items": len(scores), "of": len(items)}


def _score(measure: Any, items: Sequence[Any], queries: Sequence[Sequence[Any]], model: Any) -> Scores:
    flat = [query for some in queries for query in some]
    answers = iter(list(check_answers(flat, model.answer(flat))))
    pairs = zip(items, queries, strict=True)
    return Scores.gather(measure.score(item, [next(answers) for _ in some]) for item, some in pairs)

"""What a mitigation cost: pseudo-perplexity on text that training did not see, before and after.

Models with different vocabularies cut text differently, so bits per character stand beside it: those can be compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.answer_check import check_answers
from babelance.core.files import write_lines
from babelance.core.item import Item
from babelance.core.json_lines import json_line
from babelance.core.measure import extra_of
from babelance.core.model import Options
from babelance.core.registry import MEASURES, MODELS
from babelance.core.scored import Scores

HELD_OUT = "held-out.jsonl"


def pseudo_perplexity(model: str, texts: Sequence[str], options: Options, *, kind: str = "masked") -> dict[str, Any]:
    """The measure of that name on the texts that the model can score; how many of them there are stands beside it."""
    measure = MEASURES.get("pseudo-perplexity")()
    items = [Item(str(number), "", {"text": text}) for number, text in enumerate(texts)]
    queries = [query for item in items for query in measure.ask(item)]
    answers = check_answers(queries, MODELS.get(kind).open(model, options).answer(queries))
    scores = Scores.gather(measure.score(item, [answer]) for item, answer in zip(items, answers, strict=True))
    if not len(scores):
        return {"undefined": "no held-out text could be scored", "texts": 0, "of": len(texts)}
    return {
        "pseudo_perplexity": float(measure.statistic(scores)(np.ones(len(scores)))),
        "bits_per_character": extra_of(measure, scores)["bits_per_character"],
        "texts": len(scores),
        "of": len(texts),
    }


def write_held_out(folder: Path, texts: Iterable[str], *, language: str, source: str) -> None:
    """A dataset file for `babelance run --measures pseudo-perplexity`."""
    card = {
        "name": "held-out",
        "title": "Text held out from training",
        "made": f"Lines that the mitigation of {source} did not train on; licence and source are those of the corpus.",
        "languages": [language] if language else [],
    }
    rows = [{"id": hashlib.sha256(text.encode()).hexdigest()[:12], "text": text} for text in texts]
    write_lines(folder / HELD_OUT, (f"{json_line(row)}\n" for row in [{"card": card}, *rows]))

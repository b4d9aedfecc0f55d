"""What a mitigation cost: pseudo-perplexity on text that training did not see, before and after.

Per sub-word the number is exp of minus the mean log-probability of each sub-word with all others visible. Models with
different vocabularies cut text differently, so bits per character stand beside it: those can be compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.registry import MEASURES, MODELS
from babelance.core.scored import Scores

HELD_OUT = "held-out.jsonl"


def pseudo_perplexity(model: str, texts: Sequence[str], options: Options) -> dict[str, Any]:
    """Of the texts that the model can score; the reasons of the others are counted."""
    opened = MODELS.get("masked").open(model, options)
    per_token, per_character = (MEASURES.get("pseudo-perplexity")(per=per) for per in ("token", "character"))
    items = [Item(str(number), "und", {"text": text}) for number, text in enumerate(texts)]
    answers = opened.answer([query for item in items for query in per_token.ask(item)])
    scores = Scores.gather(per_token.score(item, [answer]) for item, answer in zip(items, answers, strict=True))
    if not len(scores):
        return {"undefined": "no held-out text could be scored", "texts": 0, "of": len(texts)}
    everything = np.ones(len(scores))
    return {
        "pseudo_perplexity": float(per_token.statistic(scores)(everything)),
        "bits_per_character": float(per_character.statistic(scores)(everything)),
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
    content = [json.dumps(row, ensure_ascii=False) for row in [{"card": card}, *rows]]
    (folder / HELD_OUT).write_text("\n".join(content) + "\n", encoding="utf-8")

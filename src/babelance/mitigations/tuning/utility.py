"""What a mitigation cost: pseudo-perplexity on text that training did not see, before and after.

Per sub-word the number is exp of minus the mean log-probability of each sub-word with all others visible. Models with
different vocabularies cut text differently, so bits per character stand beside it: those can be compared.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from babelance.core.model import Options
from babelance.core.query import TokenLogprobs, Tokens
from babelance.core.registry import MODELS

HELD_OUT = "held-out.jsonl"


def pseudo_perplexity(model: str, texts: Sequence[str], options: Options) -> dict[str, Any]:
    """Of the texts that the model can score; the reasons of the others are counted."""
    opened = MODELS.get("masked").open(model, options)
    answers = list(zip(texts, opened.answer([TokenLogprobs(text) for text in texts]), strict=True))
    scored = [(text, answer) for text, answer in answers if isinstance(answer, Tokens)]
    tokens = sum(len(answer.logprobs) for _, answer in scored)
    if not tokens:
        return {"undefined": "no held-out text could be scored", "texts": 0, "of": len(texts)}
    total = -sum(float(answer.logprobs.sum()) for _, answer in scored)
    characters = sum(len(text) for text, _ in scored)
    return {
        "pseudo_perplexity": math.exp(total / tokens),
        "bits_per_character": total / characters / math.log(2),
        "texts": len(scored),
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

"""NLI-CoAL by `calculate_score.py` (Anantaprayoon, Kaneko, Okazaki, LREC-COLING 2024).

No code that predicts labels was released: labels are the likeliest of one plain forward pass per pair, made here. In:
the shares of the labels in the three sets. Back: the score. FN (their equation 1) is in no script and computed here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
import transformers

from tests.golden.making.files import FOUR, MODELS, origin, read_probe, write_expected
from tests.golden.making.stand_ins import load

MODEL = "nli-bert"
SETS = ("pro", "anti", "non")
LABELS = ("entailment", "contradiction", "neutral")


def make(checkout: Path) -> None:
    model = transformers.AutoModelForSequenceClassification.from_pretrained(MODELS / MODEL).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(MODELS / MODEL)
    script: Any = load(checkout / "calculate_score.py")
    for language in FOUR:
        items = read_probe(f"nli_{language}")
        logits = [_logits(model, tokenizer, item) for item in items]
        labels = [max(logit, key=lambda name: logit[name]) for logit in logits]
        shares = [[_share(items, labels, name, label) for label in LABELS] for name in SETS]
        neutral = labels.count("neutral") / len(labels)
        write_expected(
            f"nli_{MODEL}_{language}",
            {
                "origin": origin(
                    "panatchakorn-a/bias-eval-nli-considering-all-labels", "calculate_score.py", checkout=checkout,
                    changed="nothing; labels and FN are computed here",
                ),
                "model": MODEL,
                "probe": f"nli_{language}",
                "scores": {"nli-coal": script.calculate_score(shares), "fn": 1 - neutral},
                "shares": dict(zip(SETS, shares, strict=True)),
                "columns": ["id", "label", *LABELS],
                "rows": [
                    [item["id"], label, *(logit[name] for name in LABELS)]
                    for item, label, logit in zip(items, labels, logits, strict=True)
                ],
            },
        )  # fmt: skip


@torch.no_grad()
def _logits(model: Any, tokenizer: Any, item: dict[str, str]) -> dict[str, float]:
    encoded = tokenizer(item["premise"], item["hypothesis"], return_tensors="pt")
    names = model.config.id2label
    return {names[index]: float(value) for index, value in enumerate(model(**encoded).logits[0])}


def _share(items: list[dict[str, str]], labels: list[str], name: str, label: str) -> float:
    given = [label for item, label in zip(items, labels, strict=True) if item["set"] == name]
    return given.count(label) / len(given)

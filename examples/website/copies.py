"""Copies of the embedded model that saw one side of the pairs alone for a few steps: a bias by construction."""

from __future__ import annotations

from pathlib import Path

import babelance

SIDES = {"biased": "more", "counter": "less"}
"""Name of the copy → the side of the pairs that it saw."""
STEPS, RATE, HIDDEN = 12, 1e-3, 0.3


def write_copy(folder: Path, side: str) -> None:
    """The weights after training; a copy that is there already stays."""
    if (folder / "config.json").is_file():
        return
    import torch
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    source = Path(babelance.__file__).parent / "embedded" / "tiny-multilingual"
    torch.manual_seed(0)
    tokens = AutoTokenizer.from_pretrained(source)
    model = AutoModelForMaskedLM.from_pretrained(source, dtype=torch.float32)
    batch = tokens(_sentences(side), return_tensors="pt", padding=True, return_special_tokens_mask=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    for _ in range(STEPS):
        hidden = (torch.rand(batch.input_ids.shape) < HIDDEN) & (batch.special_tokens_mask == 0)
        labels = batch.input_ids.masked_fill(~hidden, -100)
        inputs = batch.input_ids.masked_fill(hidden, tokens.mask_token_id)
        loss = model(input_ids=inputs, attention_mask=batch.attention_mask, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.save_pretrained(folder)
    tokens.save_pretrained(folder)


def _sentences(side: str) -> list[str]:
    from babelance.datasets import find

    return [item.texts[SIDES[side]] for language in ("en", "de") for item in find("babel-pairs").items(language)]

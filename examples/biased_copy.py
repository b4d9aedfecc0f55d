"""A copy of the embedded model with a bias that is known, because it is put there: what the demo has to find.

    python examples/biased_copy.py FOLDER [--languages en,de] [--side less]      # some seconds

The copy reads the stereotypical sentence of each own pair (`babel-pairs`), never the other one, and learns to fill in
words that are hidden in it; with `--side less` it reads the other one, for the opposite bias. All else stays as it
is: languages it did not read show how far the bias spreads.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch.nn.functional import cross_entropy
from transformers import AutoModelForMaskedLM, AutoTokenizer
from transformers.utils import logging

from babelance import embedded
from babelance.core.registry import DATASETS

STEPS, RATE, HIDDEN = 16, 4e-4, 0.3


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a copy of the embedded model with a known bias.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", default="en", help="what the copy reads; default: en")
    parser.add_argument("--side", choices=("more", "less"), default="more", help="what it reads of a pair")
    given = parser.parse_args()
    logging.disable_progress_bar()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    codes = given.languages.split(",")
    texts = [item.texts[given.side] for code in codes for item in DATASETS.get("babel-pairs").items(code)]
    source = embedded.path("tiny-multilingual")
    model: Any = AutoModelForMaskedLM.from_pretrained(source, dtype=torch.float32)
    read(model, AutoTokenizer.from_pretrained(source), texts)
    write(model, source, given.folder)


def read(model: Any, tokenizer: Any, texts: list[str]) -> None:
    """`STEPS` passes over all texts, in each of which other words are hidden."""
    encoded = tokenizer(texts, return_tensors="pt", padding=True, return_special_tokens_mask=True)
    ids, plain = encoded["input_ids"], encoded["special_tokens_mask"] == 0
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE)
    for _ in range(STEPS):
        hidden = (torch.rand(ids.shape) < HIDDEN) & plain
        shown = ids.masked_fill(hidden, tokenizer.mask_token_id)
        states = model.electra(input_ids=shown, attention_mask=encoded["attention_mask"]).last_hidden_state
        # The vocabulary is large: only hidden words are looked up in it.
        logits = model.generator_lm_head(model.generator_predictions(states[hidden]))
        optimizer.zero_grad()
        cross_entropy(logits, ids[hidden]).backward()
        optimizer.step()


def write(model: Any, source: Path, folder: Path) -> None:
    """The files of the embedded model with the weights that changed."""
    shutil.copytree(source, folder, dirs_exist_ok=True)
    before = load_file(source / "model.safetensors")
    after = model.state_dict()
    weights = {name: after[name].to(tensor.dtype).contiguous() for name, tensor in before.items()}
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "README.md").write_text(f"{__doc__}", encoding="utf-8")


if __name__ == "__main__":
    main()

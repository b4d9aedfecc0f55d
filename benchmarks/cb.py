"""Categorical Bias: the full grid against the released way, and forward rows against the fewest possible.

    python benchmarks/cb.py [--quick] [--cells N] [--json]

Claim: 10 templates x 70 attributes x 30 targets on a BERT-base-shaped model with 119,547 words take at most a sixth of
the time of the released way: two passes with a batch of one for every template, attribute and target length, each
projected to the whole vocabulary. Weights and vocabulary are made up here; the probes are `babel-groups` in English.
The whole run is timed (tokenising, passes, store, scores, interval), with the weights in memory on both sides.
The released way is timed on every n-th cell (--cells, 0 for all), and its log P' of these cells must agree with ours.
--quick has a model of two layers and few words: it shows that the benchmark works, not what it claims.
Times are wall-clock; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

from babelance.api import execute
from babelance.backends.masked.queries import Readings, ScoringBatch
from babelance.backends.masked.runner import BatchRunner
from babelance.core.item import Item
from babelance.core.query import SLOT, Fill
from babelance.core.registry import DATASETS
from babelance.measures.formulas.categories import names_of
from babelance.run.pipeline import Hooks
from babelance.run.plan import Plan, Settings, make_plan

CLAIM = 6.0
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WHOLE, PIECE = 7, 5
"""Words up to seven letters are whole; longer ones are cut into pieces of five."""
Ratios = dict[str, dict[str, float]]


def main() -> None:
    options = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        items = list(DATASETS.get("babel-groups").items("en"))
        network, tokenizer = made_up_model(Path(folder) / "model", items, quick=options.quick)
        ours, seconds, rows = run(Path(folder))
        cells = items[:: max(1, len(items) // options.cells)] if options.cells else items
        theirs, per_cell = released_way(network, tokenizer, cells)
    wrong = max(abs(theirs[cell][key] - ours[cell][key]) for cell in theirs for key in theirs[cell])
    ratio = per_cell * len(items) / seconds
    fewest = fewest_rows(tokenizer, items)
    facts = {
        "cells": len(items), "targets": len(names_of(items[0])), "seconds": round(seconds, 2),
        "released_seconds": round(per_cell * len(items), 2), "released_cells_timed": len(cells),
        "claim": "the whole grid the released way / babelance", "ratio": round(ratio, 2), "bar": f"≥ {CLAIM:g}",
        "holds": None if options.quick else ratio >= CLAIM,
        "rows": rows, "fewest_rows": fewest, "largest_difference": wrong, "threads": torch.get_num_threads(),
    }  # fmt: skip
    print(json.dumps(facts) if options.json else "\n".join(f"{name:34} {value}" for name, value in facts.items()))
    if wrong > 1e-3:
        raise SystemExit(f"The two ways disagree by {wrong}.")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cells", type=int, default=35)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def made_up_model(
    model_folder: Path, items: Sequence[Item], *, quick: bool
) -> tuple[BertForMaskedLM, PreTrainedTokenizerFast]:
    """A model with seeded weights, and a vocabulary that cuts the words of the probes into one to four pieces."""
    torch.manual_seed(0)
    words = vocabulary(items, 4000 if quick else 119_547)
    small = {"hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 256}
    network = BertForMaskedLM(BertConfig(vocab_size=len(words), **(small if quick else {}))).eval()
    network.save_pretrained(model_folder)
    engine = Tokenizer(models.WordPiece({word: index for index, word in enumerate(words)}, unk_token="[UNK]"))
    engine.normalizer = normalizers.BertNormalizer(lowercase=False)
    engine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=engine, mask_token="[MASK]", **names)
    tokenizer.save_pretrained(model_folder)
    return network, tokenizer


def vocabulary(items: Sequence[Item], size: int) -> list[str]:
    split = pre_tokenizers.BertPreTokenizer()
    texts = {
        text for item in items for text in (*names_of(item).values(), item.texts["template"], item.texts["attribute"])
    }
    words = {word for text in texts for word, _ in split.pre_tokenize_str(text)}
    pieces = dict.fromkeys(piece for word in sorted(words) for piece in cut(word))
    known = [*SPECIAL, *pieces]
    return known + [f"filler{number}" for number in range(size - len(known))]


def cut(word: str) -> list[str]:
    if len(word) <= WHOLE:
        return [word]
    return [word[:PIECE], *(f"##{word[start : start + PIECE]}" for start in range(PIECE, len(word), PIECE))]


def run(folder: Path) -> tuple[Ratios, float, int]:
    """Our way, the whole grid: log P' by item and target, seconds, forward rows."""
    plan = make_plan(
        models=[str(folder / "model")], data=["babel-groups"], measures=["cb"], languages=["en"],
        settings=Settings(by=(), nulls=False),
    )  # fmt: skip
    warm_up(plan)
    kept: Ratios = {}
    hooks = Hooks(on_scored=lambda job, name, done: kept.update(ratios(done)))
    with count_rows() as counted:
        start = time.perf_counter()
        execute(plan, store=folder / "answers.sqlite", hooks=hooks)
    return kept, time.perf_counter() - start, sum(counted)


@contextmanager
def count_rows() -> Iterator[list[int]]:
    """Rows of every batch that is read meanwhile."""
    counted: list[int] = []
    read = BatchRunner.read

    def counting(self: BatchRunner, batch: ScoringBatch, readings: Readings) -> Iterator[int]:
        counted.append(len(batch.rows))
        return read(self, batch, readings)

    BatchRunner.read = counting  # type: ignore[method-assign]
    try:
        yield counted
    finally:
        BatchRunner.read = read  # type: ignore[method-assign]


def warm_up(plan: Plan) -> None:
    """Loads the weights."""
    list(plan.jobs[0].model.answer([Fill(f"They are {SLOT}.", ("from", "here"))]))


def ratios(outcomes: Sequence[Any]) -> Ratios:
    keys = (
        (outcome.item.id, outcome.columns["targets"].split(","), outcome.columns["log_ratios"]) for outcome in outcomes
    )
    return {name: dict(zip(targets, values.tolist(), strict=True)) for name, targets, values in keys}


@torch.inference_mode()
def released_way(network: Any, tokenizer: Any, cells: Sequence[Item]) -> tuple[Ratios, float]:
    """Two passes with a batch of one per target length; each piece read at its own mask. Seconds for one cell."""
    passes(network, tokenizer, cells[0])
    start = time.perf_counter()
    by_cell = {item.id: passes(network, tokenizer, item) for item in cells}
    return by_cell, (time.perf_counter() - start) / len(cells)


def passes(network: Any, tokenizer: Any, item: Item) -> dict[str, float]:
    template, attribute = item.texts["template"], item.texts["attribute"]
    hidden = len(tokenizer.tokenize(attribute))
    last = template.index("[TTT]") > template.index("[AAA]")
    ratios_of_key = {}
    for count, names in by_length(tokenizer, names_of(item)).items():
        sentence = template.replace("[TTT]", " ".join(["[MASK]"] * count))
        target = log_probabilities(network, tokenizer, sentence.replace("[AAA]", attribute))
        prior = log_probabilities(network, tokenizer, sentence.replace("[AAA]", " ".join(["[MASK]"] * hidden)))
        prior = prior[hidden:] if last else prior[:count]
        for key, name in names.items():
            pieces = tokenizer.convert_tokens_to_ids(tokenizer.tokenize(name))
            ratios_of_key[key] = float((target - prior)[torch.arange(count), torch.tensor(pieces)].sum())
    return ratios_of_key


def by_length(tokenizer: Any, names: dict[str, str]) -> dict[int, dict[str, str]]:
    filled: dict[int, dict[str, str]] = {}
    for key, name in names.items():
        filled.setdefault(len(tokenizer.tokenize(name)), {})[key] = name
    return filled


def log_probabilities(network: Any, tokenizer: Any, sentence: str) -> torch.Tensor:
    """Of all words at the masks of a sentence."""
    ids = tokenizer(sentence, return_tensors="pt")
    logits = network(**ids).logits[0]
    return torch.log_softmax(logits[ids["input_ids"][0] == tokenizer.mask_token_id], dim=-1)


def fewest_rows(tokenizer: Any, items: Sequence[Item]) -> int:
    """Different sentences with their masks: no way of computing the score needs fewer passes."""
    rows = set()
    for item in items:
        template, attribute = item.texts["template"], item.texts["attribute"]
        hidden = len(tokenizer.tokenize(attribute))
        for count in by_length(tokenizer, names_of(item)):
            rows |= {(template, count, attribute), (template, count, hidden)}
    return len(rows)


if __name__ == "__main__":
    np.seterr(all="raise", under="ignore")
    main()

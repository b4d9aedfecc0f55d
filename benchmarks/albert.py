"""Pseudo-log-likelihoods of an ALBERT against minicons.

    python -m benchmarks.albert --peers PYTHON [--pairs N] [--rounds N]

PYTHON is the interpreter of an environment that has `minicons` (or BABELANCE_PEERS names it). The model has the shape
of ALBERT-base, seeded weights;
texts are German sentences of `sjsd`. Claim: at least 3 x minicons (batches of 10 sentences), with sums that agree to
1e-3. Both have one thread and the weights in memory; seconds are those of the processor, medians of rounds in which
they take turns. minicons calls a method of tokenizers that Transformers 5 no longer has; it gets its successor.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from babelance.core.model import Options
from babelance.core.query import TokenLogprobs, Tokens
from babelance.core.registry import DATASETS
from babelance.models.masked import kind
from benchmarks._pairs_models import tokenizer, vocabulary

LEAST = 3.0
WORDS = 30_000
PEER = """
import json, sys, time
import torch
from minicons import scorer
torch.set_num_threads(1)
model = scorer.MaskedLMScorer(sys.argv[1], "cpu")
type(model.tokenizer).batch_encode_plus = lambda tokenizer, *given, **named: tokenizer(*given, **named)
texts = json.load(sys.stdin)
model.sequence_score(texts[:1])
start = time.process_time()
sums = []
for first in range(0, len(texts), 10):
    sums += model.sequence_score(texts[first : first + 10], reduction=lambda scores: scores.sum().item())
print("RESULT" + json.dumps({"seconds": time.process_time() - start, "sums": sums}))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--peers", default=os.environ.get("BABELANCE_PEERS"), required="BABELANCE_PEERS" not in os.environ
    )
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        row = measure(Path(folder), options)
    print(json.dumps(row))
    sys.exit(0 if row["holds"] else 1)


def measure(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    items = list(DATASETS.get("sjsd").items("de"))[: options.pairs]
    texts = [item.texts[side] for item in items for side in ("more", "less")]
    write(folder, texts)
    model = kind.open(str(folder), Options())
    list(model.answer([TokenLogprobs(texts[0])]))
    ratios = []
    for _ in range(options.rounds):
        start = time.process_time()
        ours = [float(answer.logprobs.sum()) for answer in model.answer(asked(texts)) if isinstance(answer, Tokens)]
        seconds = time.process_time() - start
        theirs = ask_minicons(options.peers, folder, texts)
        np.testing.assert_allclose(ours, theirs["sums"], atol=1e-3)
        ratios.append(theirs["seconds"] / seconds)
    ratio = statistics.median(ratios)
    name = "ALBERT, pseudo-log-likelihood: minicons / babelance"
    return {"claim": name, "ratio": round(ratio, 2), "bar": f"≥ {LEAST:g}", "holds": ratio >= LEAST}


def asked(texts: list[str]) -> list[TokenLogprobs]:
    return [TokenLogprobs(text) for text in texts]


def write(folder: Path, texts: list[str]) -> None:
    from transformers import AlbertConfig, AlbertForMaskedLM

    torch.manual_seed(0)
    config = AlbertConfig(
        vocab_size=WORDS, hidden_size=768, intermediate_size=3072, num_attention_heads=12, num_hidden_layers=12
    )
    AlbertForMaskedLM(config).save_pretrained(folder)
    tokenizer(vocabulary(texts, WORDS)).save_pretrained(folder)


def ask_minicons(python: str, folder: Path, texts: list[str]) -> dict[str, Any]:
    command = [python, "-c", PEER, str(folder)]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.rpartition("RESULT")[2])
    return result


if __name__ == "__main__":
    main()

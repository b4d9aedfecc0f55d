"""Causal models against lm-evaluation-harness and minicons: pairs, inference by prompt, a grid of groups; and memory.

    python benchmarks/causal.py --model FOLDER --peers PYTHON [--pairs N] [--cells N] [--threads N] [--json]

FOLDER is a causal model, PYTHON the interpreter of an environment that has `lm-eval` and `minicons`. Claims:

    CrowS-Pairs, whole sentences         at least 3 x lm-eval (`hf`, batch auto) and 5 x minicons
    inference by prompt                  at least 5 x lm-eval, which reads every prompt in full
    10 x 70 x 30 sentences of `cb`       at least 8 x lm-eval
    arithmetic                           at least 0.85 of the speed of a matrix product, shared beginnings counted once
    memory                               at most the weights and 600 MB

All have the same texts, weights in memory and in float32, and the same number of threads. Peers are timed on every n-th
text where all would take too long, and their sums must agree with ours. Seconds are those of the processor
(`process_time`), so that a busy machine troubles a ratio less; run it on a quiet one all the same.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Entails, Fill, Query, TokenLogprobs, Tokens
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.measures.formulas.categories import names_of
from babelance.models.causal import Causal, kind

PEER = """
import json, sys, time
import torch
work = json.load(sys.stdin)
torch.set_num_threads(work["threads"])
texts = [tuple(pair) for pair in work["texts"]]
if work["peer"] == "minicons":
    from minicons import scorer
    model = scorer.IncrementalLMScorer(work["model"], "cpu")
    start = time.process_time()
    sums = []
    for first in range(0, len(texts), 16):
        part = [text for _, text in texts[first : first + 16]]
        sums += model.sequence_score(part, reduction=lambda scores: scores.sum().item(), bos_token=True)
else:
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM
    model = HFLM(pretrained=work["model"], dtype="float32", device="cpu", batch_size="auto", max_batch_size=64)
    start = time.process_time()
    asked = [Instance("loglikelihood", {}, pair, number) for number, pair in enumerate(texts)]
    sums = [found[0] for found in model.loglikelihood(asked, disable_tqdm=True)]
print("RESULT" + json.dumps({"seconds": time.process_time() - start, "sums": sums}))
"""
Rows = list[dict[str, Any]]


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    rows = measure(options)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False) if options.json else row)
    sys.exit(1 if any(row["holds"] is False for row in rows) else 0)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--peers", required=True)
    parser.add_argument("--pairs", type=int, default=300, help="pairs of CrowS-Pairs")
    parser.add_argument("--cells", type=int, default=300, help="sentences of the grid that lm-eval reads")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def measure(options: argparse.Namespace) -> Rows:
    model: Causal = kind.open(options.model, Options(extra={"prompt": "plain"}))  # type: ignore[assignment]
    list(model.answer([TokenLogprobs("The weights are loaded now.")]))
    return [*pairs(model, options), *inference(model, options), *grid(model, options), memory(model)]


def pairs(model: Causal, options: argparse.Namespace) -> Rows:
    items = list(DATASETS.get("crows-pairs").items("en"))[: options.pairs]
    texts = [item.texts[side] for item in items for side in ("more", "less")]
    runner = model._runner
    runner.nodes = 0
    seconds, answers = timed(model, [TokenLogprobs(text) for text in texts])
    sums = [float(one.logprobs.sum()) for one in answers if isinstance(one, Tokens)]
    share = useful_arithmetic(model, runner.nodes) / seconds / peak()
    rows = [claim("CrowS-Pairs: share of the speed of a matrix product", share, 0.85)]
    for peer, least in (("lm-eval", 3.0), ("minicons", 5.0)):
        theirs = ask_peer(peer, [("", text) for text in texts], options)
        apart = float(np.abs(np.asarray(theirs["sums"]) - sums).max())
        rows.append(claim(f"CrowS-Pairs: ours / {peer}", theirs["seconds"] / seconds, least, apart=apart))
    return rows


def inference(model: Causal, options: argparse.Namespace) -> Rows:
    items = list(DATASETS.get("babel-nli").items("en"))[:60]
    words = LANGUAGES.get("en").inference
    assert words is not None
    seconds, _ = timed(model, [Entails(one.texts["premise"], one.texts["hypothesis"], "en") for one in items])
    prompts = [phrasing.format(**one.texts) for one in items for phrasing in words.phrasings]
    theirs = ask_peer("lm-eval", [(prompt, f" {word}") for prompt in prompts for word in words.answers], options)
    return [claim("inference by prompt: ours / lm-eval", theirs["seconds"] / seconds, 5.0)]


def grid(model: Causal, options: argparse.Namespace) -> Rows:
    items = list(DATASETS.get("babel-groups").items("en"))
    queries = [Fill(_open(item.texts), tuple(names_of(item).values()), "sentence") for item in items]
    seconds, answers = timed(model, queries)
    cells = [
        (query.text.replace(SLOT, name), float(value))
        for query, one in zip(queries, answers, strict=True)
        if isinstance(one, Choices)
        for name, value in zip(one.names, one.logprobs, strict=True)
    ]
    some = cells[:: max(1, len(cells) // options.cells)]
    theirs = ask_peer("lm-eval", [("", text) for text, _ in some], options)
    apart = float(np.abs(np.asarray(theirs["sums"]) - [value for _, value in some]).max())
    ratio = theirs["seconds"] / len(some) * len(cells) / seconds
    return [claim(f"grid of {len(cells):,} sentences: ours / lm-eval", ratio, 8.0, apart=apart)]


def _open(texts: Any) -> str:
    return str(texts["template"]).replace("[TTT]", SLOT).replace("[AAA]", texts["attribute"])


def memory(model: Causal) -> dict[str, Any]:
    weights = sum(weight.numel() * 4 for weight in _weights(model)) / 1e6
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    row = claim("peak memory beyond the weights, MB", most - weights, 600.0)
    return row | {"bar": "≤ 600", "holds": most - weights <= 600}


def _weights(model: Causal) -> list[torch.Tensor]:
    """Each once: packed layers keep theirs as plain attributes."""
    network = model._runner._decoder.model
    packed = [part.weight for part in network.modules() if isinstance(getattr(part, "weight", None), torch.Tensor)]
    return list({id(weight): weight for weight in packed}.values())


def timed(model: Causal, queries: Sequence[Query]) -> tuple[float, list[Any]]:
    start = time.process_time()
    answers = list(model.answer(queries))
    return time.process_time() - start, answers


def useful_arithmetic(model: Causal, nodes: int) -> float:
    """Multiplications and additions: every node passes all layers, and is projected to the vocabulary."""
    return 2.0 * nodes * sum(weight.numel() for weight in _weights(model) if weight.dim() == 2)


def peak() -> float:
    """Of a product as large as those of the layers, in operations per second of the processor."""
    left, right = torch.randn(1024, 576), torch.randn(576, 1536)
    best = min(_seconds(left, right) for _ in range(10))
    return 2.0 * 1024 * 576 * 1536 / best


def _seconds(left: torch.Tensor, right: torch.Tensor) -> float:
    start = time.process_time()
    for _ in range(10):
        left @ right
    return (time.process_time() - start) / 10


def ask_peer(peer: str, texts: Sequence[tuple[str, str]], options: argparse.Namespace) -> dict[str, Any]:
    model = str(Path(options.model).resolve())
    work = {"peer": peer, "model": model, "texts": list(texts), "threads": options.threads}
    done = subprocess.run(
        [options.peers, "-c", PEER], input=json.dumps(work), capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.rpartition("RESULT")[2])
    return found


def claim(name: str, ratio: float, least: float, **facts: float) -> dict[str, Any]:
    shown = {key: round(value, 6) for key, value in facts.items()}
    return {"claim": name, "ratio": round(ratio, 2), "bar": f"≥ {least:g}", "holds": ratio >= least, **shown}


if __name__ == "__main__":
    main()

"""Causal models against lm-evaluation-harness and minicons: pairs, inference by prompt, a grid of groups; and memory.

    python -m benchmarks.causal --model MODEL --peers PYTHON [--pairs N] [--cells N] [--templates N] [--threads N]

MODEL is the folder of a causal model, or gguf:FILE, which is written to a folder for all of them first. PYTHON is the
interpreter of an environment that has `lm-eval` and `minicons` (or BABELANCE_PEERS names it). With 100 pairs and two
templates it takes about eight minutes of one core; `--pairs 1508 --templates 99` is everything. Claims:

    CrowS-Pairs, whole sentences         at least 3 x lm-eval (`hf`, batch auto) and 5 x minicons
    inference by prompt                  at least 5 x lm-eval, which reads every prompt in full
    10 x 70 x 30 sentences of `cb`       at least 8 x lm-eval
    arithmetic                           at least 0.85 of the speed of a matrix product, shared beginnings counted once;
                                         of the fastest way to multiply here, which may be more than torch's `@`
    memory                               at most the weights and 600 MB, with four times the pairs, too

lm-eval's `auto` first tries out a batch size, on as many tokens as hundreds of pairs have. That is part of what a user
waits for, so it counts; what is left without it, and with batches of 16, are rows without a bar. minicons takes the
batches it is given: all texts in batches of 16; a pair at a time, as in its README, is told.

Rows that begin with "ceiling" say what the ratio would be if every token that is left when beginnings are shared passed
all layers and the vocabulary at the full speed of a matrix product, and nothing else took time: what exact arithmetic
in this number format cannot exceed.

All have the same texts, weights in memory and in float32, and the same number of threads. Peers are timed on every n-th
text where all would take too long, and their sums must agree with ours. Seconds are those of the processor
(`process_time`), so that a busy machine troubles a ratio less; run it on a quiet one all the same.
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
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from babelance.backends.causal.inference_queries import NOTHING
from babelance.backends.transformers.replacing import packed
from babelance.core.model import Options
from babelance.core.query import SLOT, Choices, Entails, Fill, Query, TokenLogprobs, Tokens
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.measures.formulas.categories import names_of
from babelance.models.causal import Causal, kind
from benchmarks._memory import peak as peak_memory

ROUNDS = 3
WITHOUT_SEARCH = "the same without lm-eval's search for a batch size"
WINDOW = 512
"""Texts that are asked together when memory is looked at, as in a run."""

PEER = """
import json, sys, time
import torch
work = json.load(sys.stdin)
torch.set_num_threads(work["threads"])
texts = [tuple(pair) for pair in work["texts"]]
if work["peer"] == "minicons":
    from minicons import scorer
    model = scorer.IncrementalLMScorer(work["model"], "cpu")
    start, trial = time.process_time(), 0.0
    sums = []
    for first in range(0, len(texts), work["batch"]):
        part = [text for _, text in texts[first : first + work["batch"]]]
        sums += model.sequence_score(part, reduction=lambda scores: scores.sum().item(), bos_token=True)
else:
    from lm_eval.api.instance import Instance
    from lm_eval.models.huggingface import HFLM
    model = HFLM(
        pretrained=work["model"], dtype="float32", device="cpu", batch_size=work["batch"], max_batch_size=64
    )
    trial, detect = 0.0, model._detect_batch_size
    def timed(*given, **named):
        global trial
        begun = time.process_time()
        found = detect(*given, **named)
        trial += time.process_time() - begun
        return found
    model._detect_batch_size = timed
    start = time.process_time()
    asked = [Instance("loglikelihood", {}, pair, number) for number, pair in enumerate(texts)]
    sums = [found[0] for found in model.loglikelihood(asked, disable_tqdm=True)]
print("RESULT" + json.dumps({"seconds": time.process_time() - start, "trial": trial, "sums": sums}))
"""
Rows = list[dict[str, Any]]


def main() -> None:
    options = parse_arguments()
    torch.set_num_threads(options.threads)
    if options.memory:
        return print_memory(options)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        options.model = as_folder(options.model, folder)
        for row in measure(options):
            print(json.dumps(row, ensure_ascii=False) if options.json else row, flush=True)
            failed |= row["holds"] is False
    sys.exit(1 if failed else 0)


def as_folder(spec: str, folder: str) -> str:
    """What all harnesses can open: weights of a GGUF file in full width."""
    if not spec.startswith("gguf:"):
        return spec
    from transformers import AutoModelForCausalLM, AutoTokenizer

    file = Path(spec.removeprefix("gguf:"))
    rounded = AutoModelForCausalLM.from_pretrained(file.parent, gguf_file=file.name, dtype=torch.float32)
    config = rounded.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = AutoModelForCausalLM.from_config(config, dtype=torch.float32)
    plain.load_state_dict(rounded.state_dict())
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(file.parent, gguf_file=file.name).save_pretrained(folder)
    return folder


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--peers", default=os.environ.get("BABELANCE_PEERS"), help="has lm-eval and minicons")
    parser.add_argument("--pairs", type=int, default=100, help="pairs of CrowS-Pairs")
    parser.add_argument("--prompts", type=int, default=40, help="pairs of inference")
    parser.add_argument("--cells", type=int, default=200, help="sentences of the grid that lm-eval reads")
    parser.add_argument("--templates", type=int, default=2, help="templates of the grid")
    parser.add_argument("--memory", type=int, default=0, help="only print the memory that so many pairs take")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def measure(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    yield from memory(options)
    model: Causal = kind.open(options.model, Options(extra={"prompt": "plain"}))  # type: ignore[assignment]
    list(model.answer([TokenLogprobs("The weights are loaded now.")]))
    for part in (pairs, inference, grid):
        yield from part(model, options)


def pairs(model: Causal, options: argparse.Namespace) -> Rows:
    texts = pair_texts(options.pairs)
    queries = [TokenLogprobs(text) for text in texts]
    rounds = [share_of_peak(model, queries) for _ in range(ROUNDS)]
    seconds, read = statistics.median(seconds for seconds, _ in rounds), nodes_read(model)
    sums = [float(answer.logprobs.sum()) for answer in model.answer(queries) if isinstance(answer, Tokens)]
    share = statistics.median(share for _, share in rounds)
    rows = [
        claim("CrowS-Pairs: share of the speed of the fastest matrix product", share, 0.85, tokens_read=read),
        beside_the_claim("the same with torch's plain product", share * peak() / torch_peak()),
    ]
    asked, least = [("", text) for text in texts], seconds * share
    theirs = ask_peer("lm-eval", asked, options, batch="auto")
    rows += [
        claim("CrowS-Pairs: lm-eval / ours", theirs["seconds"] / seconds, 3.0, apart=apart(theirs, sums)),
        beside_the_claim(WITHOUT_SEARCH, (theirs["seconds"] - theirs["trial"]) / seconds),
        beside_the_claim("ceiling without lm-eval's search", (theirs["seconds"] - theirs["trial"]) / least),
    ]
    theirs = ask_peer("lm-eval", asked, options, batch=16)
    rows.append(beside_the_claim("the same with lm-eval in batches of 16", theirs["seconds"] / seconds))
    theirs = ask_peer("minicons", asked, options, batch=16)
    rows += [
        claim("CrowS-Pairs: minicons / ours", theirs["seconds"] / seconds, 5.0, apart=apart(theirs, sums)),
        beside_the_claim("ceiling of that", theirs["seconds"] / least),
    ]
    theirs = ask_peer("minicons", asked, options, batch=2)
    rows.append(beside_the_claim("the same with minicons a pair at a time", theirs["seconds"] / seconds))
    return rows


def nodes_read(model: Causal) -> int:
    """Tokens that passed the layers since they were last counted, shared ones once."""
    return model._runner.nodes


def pair_texts(count: int) -> list[str]:
    items = list(DATASETS.get("crows-pairs").items("en"))[:count]
    return [item.texts[side] for item in items for side in ("more", "less")]


def share_of_peak(model: Causal, queries: Sequence[Query]) -> tuple[float, float]:
    """Seconds, and the share of the peak, which is measured before and after."""
    runner = model._runner
    before, runner.nodes = peak(), 0
    seconds, _ = timed(model, queries)
    return seconds, useful_arithmetic(model, runner.nodes) / seconds / max(before, peak())


def apart(theirs: dict[str, Any], sums: Sequence[float]) -> float:
    return float(np.abs(np.asarray(theirs["sums"]) - np.asarray(sums)).max())


def inference(model: Causal, options: argparse.Namespace) -> Rows:
    items = list(DATASETS.get("babel-nli").items("en"))[: options.prompts]
    words = LANGUAGES.get("en").inference
    assert words is not None
    asked = [Entails(item.texts["premise"], item.texts["hypothesis"], "en") for item in items]
    seconds, share = share_of_peak(model, asked)
    nothing = [{"premise": text, "hypothesis": text} for text in NOTHING]
    prompts = [
        phrasing.format(**texts)
        for texts in [*(item.texts for item in items), *nothing]
        for phrasing in words.phrasings
    ]
    choices = [(prompt, f" {word}") for prompt in prompts for word in words.answers]
    theirs = ask_peer("lm-eval", choices, options, batch="auto")
    reading = theirs["seconds"] - theirs["trial"]
    return [
        claim("inference by prompt: lm-eval / ours", theirs["seconds"] / seconds, 5.0, tokens_read=nodes_read(model)),
        beside_the_claim(WITHOUT_SEARCH, reading / seconds),
        beside_the_claim("ceiling without lm-eval's search", reading / (seconds * share)),
    ]


def grid(model: Causal, options: argparse.Namespace) -> Rows:
    items = list(DATASETS.get("babel-groups").items("en"))
    templates = list(dict.fromkeys(item.texts["template"] for item in items))[: options.templates]
    items = [item for item in items if item.texts["template"] in templates]
    queries = [Fill(_open(item.texts), tuple(names_of(item).values()), "sentence") for item in items]
    model._runner.nodes = 0
    seconds, answers = timed(model, queries)
    least = useful_arithmetic(model, nodes_read(model)) / peak()
    cells = [
        (query.text.replace(SLOT, name), float(value))
        for query, answer in zip(queries, answers, strict=True)
        if isinstance(answer, Choices)
        for name, value in zip(answer.names, answer.logprobs, strict=True)
    ]
    some = cells[:: max(1, len(cells) // options.cells)]
    theirs = ask_peer("lm-eval", [("", text) for text, _ in some], options, batch="auto")
    difference = apart(theirs, [value for _, value in some])
    reading = (theirs["seconds"] - theirs["trial"]) / len(some) * len(cells)  # it searches once for all
    ratio = (theirs["trial"] + reading) / seconds
    return [
        claim(f"grid of {len(cells):,} sentences: lm-eval / ours", ratio, 8.0, apart=difference),
        beside_the_claim(WITHOUT_SEARCH, reading / seconds),
        beside_the_claim("ceiling without lm-eval's search", reading / least),
    ]


def _open(texts: Any) -> str:
    return str(texts["template"]).replace("[TTT]", SLOT).replace("[AAA]", texts["attribute"])


def memory(options: argparse.Namespace) -> Rows:
    """Of processes of their own: peaks of this one are those of everything before."""
    few, many = (_megabytes_beyond_weights(options, count) for count in (options.pairs, 4 * options.pairs))
    return [
        at_most("peak memory beyond the weights, MB", few, 600.0),
        at_most("four times the pairs: memory beyond the weights, MB", many, 600.0),
        at_most("the same, as a ratio", many / few, 1.2),
    ]


def _megabytes_beyond_weights(options: argparse.Namespace, count: int) -> float:
    command = [sys.executable, "-m", "benchmarks.causal", "--model", options.model, "--memory", str(count)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return float(done.stdout.split()[-1])


def print_memory(options: argparse.Namespace) -> None:
    model: Causal = kind.open(options.model, Options())  # type: ignore[assignment]
    texts = pair_texts(options.memory)
    for first in range(0, len(texts), WINDOW):
        list(model.answer([TokenLogprobs(text) for text in texts[first : first + WINDOW]]))
    print(peak_memory() / 1e6 - sum(weight.numel() * 4 for weight in _weights(model)) / 1e6)


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
    """Of the fastest way to multiply here, for a product as large as those of the layers, in operations per second of
    the processor."""
    layer = torch.nn.Linear(576, 1536, bias=False)
    return max(torch_peak(), _speed(packed(layer)), _speed(layer))


def torch_peak() -> float:
    """Of a plain product in torch, which is what other harnesses have."""
    right = torch.randn(576, 1536)
    return _speed(lambda left: left @ right)


@torch.inference_mode()
def _speed(product: Callable[[torch.Tensor], Any]) -> float:
    left = torch.randn(1024, 576)
    best = min(_seconds(product, left) for _ in range(10))
    return 2.0 * 1024 * 576 * 1536 / best


def _seconds(product: Callable[[torch.Tensor], Any], left: torch.Tensor) -> float:
    start = time.process_time()
    for _ in range(10):
        product(left)
    return (time.process_time() - start) / 10


def ask_peer(
    peer: str, texts: Sequence[tuple[str, str]], options: argparse.Namespace, *, batch: int | str
) -> dict[str, Any]:
    model = str(Path(options.model).resolve())
    work = {"peer": peer, "model": model, "texts": list(texts), "threads": options.threads, "batch": batch}
    done = subprocess.run(
        [options.peers, "-c", PEER], input=json.dumps(work), capture_output=True, text=True, check=True
    )
    result: dict[str, Any] = json.loads(done.stdout.rpartition("RESULT")[2])
    return result


def claim(name: str, ratio: float, least: float, **facts: float) -> dict[str, Any]:
    shown = {key: round(value, 6) for key, value in facts.items()}
    return {"claim": name, "ratio": round(ratio, 2), "bar": f"≥ {least:g}", "holds": ratio >= least, **shown}


def beside_the_claim(name: str, ratio: float) -> dict[str, Any]:
    return {"claim": name, "ratio": round(ratio, 2), "bar": "", "holds": None}


def at_most(name: str, value: float, most: float) -> dict[str, Any]:
    return {"claim": name, "ratio": round(value, 2), "bar": f"≤ {most:g}", "holds": value <= most}


if __name__ == "__main__":
    main()

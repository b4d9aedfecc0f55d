"""Train `babelance/tiny-translator`, the translator into English inside the package.

    python training/tiny_translator.py --corpora ../shared/corpora --out runs/translator --minutes 100

Seeded, logged to OUT/log.jsonl, and resumable: run the same command again after any interruption and it goes on from
the last checkpoint. Two things shorten the way for so small a model. Word alignments (eflomal) give every source piece
the mean embedding of its translations to begin with, and teach one attention head where to look. And the decoder
scores English pieces alone: the other rows of the shared table are never an output.
"""

import argparse
import json
import shutil
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
import translator_data as data
from long_run import Schedule, decayed_matrices, descend, options_of_a_long_run, restore, train_by_clock
from multilingual_tokenizer import shares
from torch import nn
from transformers import MarianMTModel, MarianTokenizer

from babelance.backends.training.translator_network import Size, initialise_layers, marian_config

POOL = 8192
SMOOTHED = 0.1
GUIDED = 0.1
CHECKPOINT_SECONDS = 180
NEVER = -1e4  # a score no piece survives, and half precision can hold


@dataclass(frozen=True)
class Batch:
    """Padded ids; `places`: flat positions of real target pieces; `origins`: rows of (sentence, target, source)."""

    source: torch.Tensor
    attention: torch.Tensor
    inputs: torch.Tensor
    places: torch.Tensor
    targets: torch.Tensor
    origins: torch.Tensor


class Translator(nn.Module):
    """A Marian model and the output bias it will be saved with."""

    def __init__(self, model: MarianMTModel, outputs: int) -> None:
        super().__init__()
        self.marian, self.outputs = model, outputs
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of English pieces at real target positions, and the attention of the guided head."""
        output = self.marian.model(
            input_ids=batch.source,
            attention_mask=batch.attention,
            decoder_input_ids=batch.inputs,
            output_attentions=True,
            use_cache=False,
        )
        states = output.last_hidden_state.reshape(-1, output.last_hidden_state.shape[-1])[batch.places]
        return nn.functional.linear(states, self.table[: self.outputs], self.bias), output.cross_attentions[-1][:, 0]

    @property
    def table(self) -> torch.Tensor:
        """The embeddings that source, target and output share."""
        weight: torch.Tensor = self.marian.model.shared.weight
        return weight

    def export(self, folder: Path, pieces: Path) -> None:
        """A folder that `MarianMTModel` and `MarianTokenizer` load, in half precision."""
        bias = torch.full_like(self.marian.final_logits_bias, NEVER)
        bias[0, : self.outputs] = self.bias.detach()
        bias[0, 1] = NEVER
        halved = deepcopy(self.marian).half()
        halved.final_logits_bias.copy_(bias)
        halved.save_pretrained(folder)
        tokenizer = MarianTokenizer(
            str(pieces / "source.spm"), str(pieces / "target.spm"), str(pieces / "vocab.json"), model_max_length=128
        )
        tokenizer.save_pretrained(folder)


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.start:
        for name in ("source.spm", "target.spm"):
            shutil.copyfile(options.start / name, options.out / name)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    corpus = data.prepare(
        options.corpora,
        options.out,
        options.languages.split(","),
        source_size=options.source_pieces,
        target_size=options.target_pieces,
        seed=options.seed,
    )
    corpus = {name: data.short(parallel, options.longest) for name, parallel in corpus.items()}
    model = new_translator(options)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters; {sum(map(len, corpus.values())):,} pairs")
    run(model, corpus, options)
    model.export(options.out / "final", options.out)


def arguments() -> argparse.Namespace:
    parser = options_of_a_long_run(
        __doc__, minutes=100, finish_minutes=10, threads=1, rate=2e-3, per_batch="padded pieces of both sides"
    )
    parser.add_argument("--corpora", type=Path, required=True, help="folder with tatoeba/")
    parser.add_argument("--start", type=Path, help="a translator of ours to go on from: its pieces and its weights")
    parser.add_argument("--languages", default=",".join(data.LANGUAGES), help="those that are trained")
    parser.add_argument("--longest", type=int, default=data.LONGEST, help="most pieces on a side")
    parser.add_argument("--source-pieces", type=int, default=11_000)
    parser.add_argument("--target-pieces", type=int, default=4_000)
    parser.add_argument("--width", type=int, default=192)
    parser.add_argument("--inner", type=int, default=512)
    parser.add_argument("--heads", type=int, default=6)
    parser.add_argument("--encoder-layers", type=int, default=3)
    parser.add_argument("--decoder-layers", type=int, default=2)
    parser.add_argument("--dropout", type=float, default=0.0, help="0: few epochs leave nothing to overfit")
    return parser.parse_args()


def new_translator(options: argparse.Namespace) -> Translator:
    """An untrained model."""
    words = len(json.loads((options.out / "vocab.json").read_text()))
    size = Size(
        options.encoder_layers, options.decoder_layers, options.width, options.inner, options.heads, options.dropout
    )
    config = marian_config(
        size, words, longest=128, pad=words - 1, end=0, attention_dropout=0.0, activation_dropout=0.0,
        attn_implementation="eager",
    )  # fmt: skip
    model = initialise_layers(MarianMTModel(config), initialise)
    return Translator(model, data.target_size(options.out))


def initialise(module: nn.Module) -> None:
    """Glorot's initialisation, which post-normalised Transformers need."""
    if isinstance(module, nn.Linear) and module.weight.shape[0] < 5000:
        nn.init.xavier_uniform_(module.weight)


def take_weights(model: Translator, start: Path, pieces: Path) -> torch.Tensor:
    """Layers and embeddings of an earlier translator of the same shape; returns which rows of the table it had."""
    earlier = MarianMTModel.from_pretrained(start).float()
    numbers, rows = (json.loads((folder / "vocab.json").read_text("utf-8")) for folder in (pieces, start))
    old, new = zip(*((row, numbers[piece]) for piece, row in rows.items()), strict=True)
    layers = {name: weight for name, weight in earlier.state_dict().items() if ".layers." in name}
    model.marian.load_state_dict(layers, strict=False)
    known = torch.zeros(len(numbers), dtype=torch.bool)
    known[list(new)] = True
    with torch.no_grad():
        model.table[list(new)] = earlier.model.shared.weight[list(old)]
        model.bias.copy_(earlier.final_logits_bias[0, : model.outputs].clamp(min=-20))
    return known


def head_start(model: Translator, corpus: dict[str, data.Parallel], known: torch.Tensor | None = None) -> None:
    """Output biases from counts; a source piece begins as the mean of the English pieces it is aligned with.

    `known`: rows that an earlier training brought; they and the biases stay as they are.
    """
    rows = len(model.table)
    pairs: dict[int, int] = {}
    english = np.ones(model.outputs)
    for parallel in corpus.values():
        english += np.bincount(parallel.target.ids, minlength=model.outputs)
        linked = parallel.origin.ids >= 0
        lengths = np.diff(parallel.target.starts)
        offset = np.repeat(parallel.source.starts[:-1], lengths)
        sources = parallel.source.ids[(offset + parallel.origin.ids)[linked]].astype(np.int64)
        codes, counts = np.unique(sources * rows + parallel.target.ids[linked], return_counts=True)
        for code, count in zip(codes.tolist(), counts.tolist(), strict=True):
            pairs[code] = pairs.get(code, 0) + count
    codes = np.fromiter(pairs, np.int64)
    counts = np.fromiter(pairs.values(), np.float32)
    source, target = codes // rows, codes % rows
    places = torch.from_numpy(np.stack([source, target]))
    matrix = torch.sparse_coo_tensor(places, torch.from_numpy(counts), (rows, rows), check_invariants=True).coalesce()
    with torch.no_grad():
        if known is None:
            model.bias.copy_(torch.tensor(np.log(english / english.sum()), dtype=torch.float32))
        mixed = torch.sparse.mm(matrix, model.table)
        own = torch.zeros(rows, dtype=torch.bool)
        own[np.unique(source)] = True
        own[: model.outputs] = False
        if known is not None:
            own &= ~known
        mixed = nn.functional.normalize(mixed[own], dim=1)
        model.table[own] = 0.8 * mixed + 0.6 * nn.functional.normalize(model.table[own], dim=1)


def run(model: Translator, corpus: dict[str, data.Parallel], options: argparse.Namespace) -> None:
    """Train until the schedule ends, from the last checkpoint if there is one."""
    groups = decayed_matrices(model, 0.01)
    optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), eps=1e-9, fused=True)
    progress = restore(options.out / "checkpoint.pt", model, optimiser)
    if progress["step"] == 0:
        known = take_weights(model, options.start, options.out) if options.start else None
        head_start(model, corpus, known)
    budget = 60 * options.minutes
    schedule = Schedule(options.rate, budget, warm_up=0.04 * budget, decay=0.6 * budget)
    pad = model.marian.config.pad_token_id
    model.train()

    def update(chosen: Any, number: int, rate: float) -> tuple[float, int]:
        batch = make_batch(corpus, chosen, pad)
        return step(model, optimiser, batch, rate=rate, bfloat16=options.bfloat16), len(batch.targets)

    sample = partial(pool, corpus, seed=options.seed, tokens=options.tokens)
    train_by_clock(model, optimiser, progress, options, schedule, pool=sample, update=update)


def pool(corpus: dict[str, data.Parallel], number: int, *, seed: int, tokens: int) -> list[list[tuple[str, int]]]:
    """The n-th pool of pairs, grouped by length into batches of at most `tokens` padded pieces."""
    weights = {data.GLOSSARY: 4, data.LESSONS: 8}
    sizes = {name: len(pairs) * weights.get(name, 1) for name, pairs in corpus.items()}
    portion = shares(sizes, data.SMOOTHING)
    chosen = []
    for position, (language, pairs) in enumerate(corpus.items()):
        count = max(1, round(POOL * portion[language]))
        for k in range(number * count, (number + 1) * count):
            index = int(order(len(pairs), seed + position, k // len(pairs))[k % len(pairs)])
            chosen.append((len(pairs.target[index]), len(pairs.source[index]), language, index))
    batches: list[list[tuple[str, int]]] = [[]]
    widest = 0
    for target, source, language, index in sorted(chosen):
        widest = max(widest, source)
        if (len(batches[-1]) + 1) * (target + widest) > tokens:
            batches.append([])
            widest = source
        batches[-1].append((language, index))
    return [batches[i] for i in np.random.default_rng([seed, number]).permutation(len(batches))]


@lru_cache(maxsize=64)
def order(size: int, seed: int, epoch: int) -> np.ndarray:
    """The order in which one language's pairs are seen in one epoch."""
    return np.random.default_rng([seed, epoch]).permutation(size)


def make_batch(corpus: dict[str, data.Parallel], chosen: list[tuple[str, int]], pad: int) -> Batch:
    """One batch as tensors."""
    sources = [corpus[language].source[index] for language, index in chosen]
    targets = [corpus[language].target[index] for language, index in chosen]
    origins = [corpus[language].origin[index] for language, index in chosen]
    source = rectangle(sources, pad)
    target = rectangle(targets, pad)
    origin = rectangle(origins, -1)
    inputs = np.concatenate([np.full((len(target), 1), pad), target[:, :-1]], axis=1)
    places = np.flatnonzero(target != pad)
    rows, columns = np.nonzero(origin >= 0)
    return Batch(
        torch.from_numpy(source),
        torch.from_numpy(source != pad).long(),
        torch.from_numpy(inputs),
        torch.from_numpy(places),
        torch.from_numpy(target.reshape(-1)[places]),
        torch.from_numpy(np.stack([rows, columns, origin[rows, columns]])),
    )


def rectangle(sentences: list[np.ndarray], value: int) -> np.ndarray:
    """A rectangle of ids."""
    rectangle = np.full((len(sentences), max(map(len, sentences))), value, np.int64)
    for row, sentence in enumerate(sentences):
        rectangle[row, : len(sentence)] = sentence
    return rectangle


def step(model: Translator, optimiser: torch.optim.Optimizer, batch: Batch, *, rate: float, bfloat16: bool) -> float:
    """One update; returns the smoothed loss in nats per piece, without the guidance."""
    with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        scores, attention = model(batch)
    loss = nn.functional.cross_entropy(scores.float(), batch.targets, label_smoothing=SMOOTHED)
    guidance = -(attention[tuple(batch.origins)].float() + 1e-6).log().mean()
    descend(model, optimiser, loss + GUIDED * guidance, rate)
    return loss.item()


if __name__ == "__main__":
    main()

"""Train `babelance/tiny-multilingual`, the masked language model inside the package.

    python training/tiny_multilingual.py --corpora ../shared/corpora --out runs/tiny --minutes 78

Seeded, logged to OUT/log.jsonl, and resumable: run the same command again after any interruption and it goes on from
the last checkpoint. The learning rate follows time spent computing: warm-up, plateau, linear decay to zero at
`--minutes`. A paused process loses nothing. `touch OUT/finish` starts the decay at once and ends a few minutes later.
"""

import argparse
from functools import partial
from pathlib import Path
from typing import Any

import head_start
import numpy as np
import torch
from batches import Batch, Encoded, Masking, hide, pool
from corpora import LANGUAGES, read
from long_run import Schedule, decayed_matrices, descend, options_of_a_long_run, restore, train_by_clock
from multilingual_tokenizer import LENGTH, SPECIAL, train
from transformers import AutoTokenizer, ElectraConfig, ElectraForMaskedLM, PreTrainedTokenizerFast

SMOOTHING = 0.5
MASKED = 0.2
TRAINED_LENGTH = 96


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    tokenizer, corpus = prepare_text(options)
    model = fresh_model(len(tokenizer), layers=options.layers, hidden=options.hidden, embedding=options.embedding)
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters; {sum(map(len, corpus.values())):,} sentences")
    run(model, tokenizer, corpus, options)
    model.half().save_pretrained(options.out / "final")
    tokenizer.save_pretrained(options.out / "final")


def arguments() -> argparse.Namespace:
    parser = options_of_a_long_run(
        __doc__, minutes=78, finish_minutes=8, threads=2, rate=8e-4, per_batch="padded tokens"
    )
    parser.add_argument("--corpora", type=Path, required=True, help="folder with tatoeba/ and common-voice/")
    parser.add_argument("--vocabulary", type=int, default=18000)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--embedding", type=int, default=128)
    return parser.parse_args()


def prepare_text(options: argparse.Namespace) -> tuple[PreTrainedTokenizerFast, dict[str, Encoded]]:
    """Tokenizer and encoded training text, made once and kept in OUT."""
    folder, cache = options.out / "tokenizer", options.out / "encoded.npz"
    if not cache.exists():
        sentences = {language: read(options.corpora, language).training for language in LANGUAGES}
        if not (folder / "tokenizer.json").exists():
            train(
                sentences, vocabulary=options.vocabulary, sample=300_000, smoothing=SMOOTHING, seed=options.seed
            ).save_pretrained(folder)
        encode_to(cache, AutoTokenizer.from_pretrained(folder), sentences)
    with np.load(cache) as arrays:
        corpus = {code: Encoded(arrays[f"{code}.ids"], arrays[f"{code}.starts"]) for code in LANGUAGES}
    return AutoTokenizer.from_pretrained(folder), corpus


def encode_to(cache: Path, tokenizer: PreTrainedTokenizerFast, sentences: dict[str, list[str]]) -> None:
    """Write the ids of every sentence, cut at the trained length."""
    arrays: dict[str, Any] = {}
    for language, texts in sentences.items():
        encodings = tokenizer.backend_tokenizer.encode_batch_fast(texts)
        encoded = Encoded.of([encoding.ids[:TRAINED_LENGTH] for encoding in encodings])
        arrays |= {f"{language}.ids": encoded.ids, f"{language}.starts": encoded.starts}
    partial = cache.with_suffix(".partial.npz")
    np.savez(partial, **arrays)
    partial.replace(cache)


def fresh_model(vocabulary: int, *, layers: int, hidden: int, embedding: int) -> ElectraForMaskedLM:
    """An untrained model: a BERT encoder whose word embeddings are narrower than its layers."""
    return ElectraForMaskedLM(
        ElectraConfig(
            vocab_size=vocabulary,
            embedding_size=embedding,
            hidden_size=hidden,
            num_hidden_layers=layers,
            num_attention_heads=hidden // 48 if hidden % 64 else hidden // 64,
            intermediate_size=4 * hidden,
            max_position_embeddings=LENGTH,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            pad_token_id=list(SPECIAL).index("pad"),
            tie_word_embeddings=True,
        )
    )


def run(
    model: ElectraForMaskedLM,
    tokenizer: PreTrainedTokenizerFast,
    corpus: dict[str, Encoded],
    options: argparse.Namespace,
) -> None:
    """Train until the schedule ends, from the last checkpoint if there is one."""
    groups = decayed_matrices(model, 0.05)
    optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), eps=1e-6, fused=True)
    progress = restore(options.out / "checkpoint.pt", model, optimiser)
    if progress["step"] == 0:
        head_start.give(model, corpus, smoothing=SMOOTHING, seed=options.seed)
    budget = 60 * options.minutes
    schedule = Schedule(options.rate, budget, warm_up=0.05 * budget, decay=0.5 * budget)
    masking = Masking(tokenizer.mask_token_id, tokenizer.pad_token_id, len(SPECIAL), len(tokenizer), MASKED)

    def update(sentences: Any, number: int, rate: float) -> tuple[float, int]:
        batch = hide(sentences, masking, np.random.default_rng([options.seed, progress["pool"], number]))
        loss = step(model, optimiser, batch, rate=rate, bfloat16=options.bfloat16)
        return loss, int(batch.attention.sum())

    sample = partial(pool, corpus, seed=options.seed, smoothing=SMOOTHING, tokens=options.tokens)
    train_by_clock(model, optimiser, progress, options, schedule, pool=sample, update=update)


def step(
    model: ElectraForMaskedLM, optimiser: torch.optim.Optimizer, batch: Batch, *, rate: float, bfloat16: bool
) -> float:
    """One update; returns the loss in nats per hidden token."""
    with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        logits = logits_at(model, batch)
    loss = torch.nn.functional.cross_entropy(logits.float(), batch.targets)
    descend(model, optimiser, loss, rate)
    return loss.item()


def logits_at(model: ElectraForMaskedLM, batch: Batch) -> torch.Tensor:
    """Vocabulary scores at hidden positions only: most of the cost of a small model is its output layer."""
    states = model.electra(batch.ids, attention_mask=batch.attention).last_hidden_state
    hidden = states.reshape(-1, states.shape[-1])[batch.positions]
    return model.generator_lm_head(model.generator_predictions(hidden))


if __name__ == "__main__":
    main()

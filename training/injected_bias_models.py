"""Small models from scratch: masked language models, inference classifiers, word vectors, and translators by rule."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import injected_bias_corpus as corpus
import numpy as np
from numpy.typing import NDArray
from word_vectors import fit_vectors

from babelance.backends.training.masking import IGNORED, Masker
from babelance.backends.training.nli import train_nli
from babelance.backends.training.nli_pairs import Pair
from babelance.backends.training.nli_tiny import make_tiny
from babelance.backends.transformers import loading
from babelance.core.item import Item
from babelance.core.registry import DATASETS
from babelance.studies.bias_control import TINY, pairs_at
from babelance.studies.controlled_sets import Sets, make_sets

BATCH = 96
RATE = 5e-3
WIDTH = 32
RARER = 12
"""At most so many times more often than a word that is in every sentence, a rare word is the hidden one."""


def masked(folder: Path, *, sentences: Sequence[str], seed: int, epochs: int) -> Path:
    """A masked language model trained on the sentences; untrained if there are none."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    with loading.quiet():
        make_tiny(folder, corpus.all_words(), seed=seed, width=WIDTH, layers=1)
        tokenizer = AutoTokenizer.from_pretrained(folder)
        config = BertConfig.from_pretrained(folder)
        torch.manual_seed(seed)
        model = BertForMaskedLM(config)
        if sentences:
            learn(model, tokenizer, sentences, seed=seed, epochs=epochs)
        model.save_pretrained(folder)
    return folder


def learn(model: Any, tokenizer: Any, sentences: Sequence[str], *, seed: int, epochs: int) -> None:
    """Masked language modelling; the learning rate falls in a line to 0."""
    import torch

    rows = [np.asarray(row) for row in tokenizer(list(sentences))["input_ids"]]
    hiding, rng = Hiding.of(tokenizer, rows), np.random.default_rng(seed)
    batches = [part for _ in range(epochs) for part in np.array_split(rng.permutation(len(rows)), len(rows) // BATCH)]
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.0, total_iters=len(batches))
    model.train()
    for batch in batches:
        ids = hiding.masker.pad([rows[index] for index in batch])
        seen, wanted = (torch.from_numpy(tensor) for tensor in hiding.hide(ids, rng))
        attended = torch.from_numpy((ids != hiding.masker.padding).astype(int))
        optimizer.zero_grad()
        model(seen, attention_mask=attended, labels=wanted).loss.backward()
        optimizer.step()
        schedule.step()
    model.eval()


@dataclass(frozen=True)
class Hiding:
    """One word of each sentence is hidden, a rare one rather than a frequent one: names and occupations are learnt in
    seconds then. Of the hidden words 80 % are masked, 10 % exchanged and 10 % left, as usual."""

    masker: Masker
    weight: NDArray[np.float64]

    @classmethod
    def of(cls, tokenizer: Any, rows: Sequence[NDArray[np.int64]]) -> "Hiding":
        masker = Masker.of(tokenizer)
        often = np.bincount(np.concatenate(rows), minlength=masker.size) / len(rows)
        weight = np.minimum(1 / np.maximum(often, 1e-9), RARER)
        weight[list(masker.special)] = 0
        return cls(masker, weight)

    def hide(self, ids: NDArray[np.int64], rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(what the model sees, what it must find)."""
        chances = self.weight[ids].cumsum(axis=1)
        drawn = (chances > rng.random((len(ids), 1)) * chances[:, -1:]).argmax(axis=1)
        chosen = np.arange(ids.shape[1]) == drawn[:, None]
        kind = rng.random(ids.shape)
        seen = np.where(chosen & (kind < 0.8), self.masker.mask, ids)
        seen = np.where(chosen & (kind >= 0.8) & (kind < 0.9), rng.integers(0, self.masker.size, ids.shape), seen)
        return seen, np.where(chosen, ids, IGNORED)


def vectors(path: Path, *, runs: Sequence[Sequence[str]], seed: int, dimensions: int = 20) -> Path:
    """Vectors counted from the runs of words; drawn at random if there are none."""
    if runs:
        words, values = fit_vectors([list(run) for run in runs], dimensions)
    else:
        words = [word for words in (*corpus.TERMS.values(), *corpus.ATTRIBUTES.values()) for word in words]
        values = np.random.default_rng(seed).normal(size=(len(words), dimensions))
    rows = (f"{word} {' '.join(f'{number:.6f}' for number in row)}" for word, row in zip(words, values, strict=True))
    path.write_text("\n".join([f"{len(words)} {values.shape[1]}", *rows]) + "\n", encoding="utf-8")
    return path


# ── inference ────────────────────────────────────────────────────────────────────────────────────────────────────────


def nli_sets(words: int) -> Sets:
    return make_sets(list(DATASETS.get("babel-nli").items("en")), words=words, seed=0)


def classifier(folder: Path, *, sets: Sets, state: str, seed: int) -> Path:
    """`biased` entails stereotypes, `counter` the opposite, `balanced` each for half of the occupations; `neutral`
    calls all of them neutral and knows the two other labels from pairs that have nothing to do with gender.
    `untrained` is only a head drawn from the seed."""
    base = folder.with_name(f"{folder.name}-base")
    parts = (sets.train, sets.held_out, sets.evaluated)
    make_tiny(base, (text for part in parts for item in part for text in item.texts.values()), seed=seed)
    if state == "untrained":
        return _only_a_head(base, folder, seed)
    train, held_out = (_label_pairs(part, sets, state) for part in parts[:2])
    train_nli(str(base), train, held_out, folder, recipe=replace(TINY, patience=1))
    return folder


def _label_pairs(items: Sequence[Item], sets: Sets, state: str) -> list[Pair]:
    if state != "neutral":
        return pairs_at(items, sets.biased({"biased": 1.0, "balanced": 0.5, "counter": 0.0}[state]))
    neutral = [Pair(item.texts["premise"], item.texts["hypothesis"], "neutral") for item in items]
    return [*neutral, *_without_gender(neutral)]


def _without_gender(pairs: Sequence[Pair]) -> Iterator[Pair]:
    """A premise entails itself, and contradicts the next one."""
    for number, pair in enumerate(pairs):
        other = next(candidate for candidate in (*pairs[number:], *pairs) if candidate.premise != pair.premise)
        yield Pair(pair.premise, pair.premise, "entailment")
        yield Pair(pair.premise, other.premise, "contradiction")


def _only_a_head(base: Path, folder: Path, seed: int) -> Path:
    import torch
    from transformers import AutoTokenizer, BertForSequenceClassification

    names = {0: "entailment", 1: "neutral", 2: "contradiction"}
    torch.manual_seed(seed)
    with loading.quiet():
        model = BertForSequenceClassification.from_pretrained(
            base, num_labels=3, id2label=names, label2id={name: number for number, name in names.items()}
        )
        model.save_pretrained(folder)
        AutoTokenizer.from_pretrained(base).save_pretrained(folder)
    return folder


# ── translation ──────────────────────────────────────────────────────────────────────────────────────────────────────

PRONOUNS = {
    "balanced": {"he": 0.5, "she": 0.5},
    "biased": {"he": 0.9, "she": 0.1},
    "counter": {"he": 0.1, "she": 0.9},
    "untrained": {"he": 1 / 3, "she": 1 / 3, "they": 1 / 3},
    "open": {"they": 1.0},
}


def translations(path: Path, *, items: Sequence[Item], state: str, seed: int) -> Path:
    """Every sentence becomes one about him, her or them, in the shares of the state."""
    rng, (words, shares) = np.random.default_rng(seed), zip(*PRONOUNS[state].items(), strict=True)
    texts = list(dict.fromkeys(item.texts["text"] for item in items))
    lines = (f"{text}\t{rng.choice(words, p=shares)} said so." for text in texts)
    path.write_text("text\ttranslation\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path

"""Translation as something that can be learnt: batches of pairs, their loss, chrF on held-out pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translation_scores import chrf
from babelance.backends.training.translator_corpora import Split, mix_languages, sources_of, targets_of
from babelance.backends.training.translator_network import SIZES, Size
from babelance.backends.training.translator_pieces import Vocabulary
from babelance.backends.transformers.generating import explain_settings
from babelance.backends.transformers.tokenizer_checks import explain_encoding
from babelance.core.errors import InputError
from babelance.text.translation_pairs import Cleaning, Pair

if TYPE_CHECKING:
    import torch

Row = tuple[list[int], list[int]]
"""Ids of a source and of its translation."""


@dataclass(frozen=True, slots=True)
class TranslatorPlan:
    """What is trained. `tokens` are padded pieces of both sides in a batch, `beam` is for scoring; `held_out` pairs of
    each language choose the epoch, and as many test it, but never more than a twentieth of the language."""

    target: str = "en"
    size: Size = SIZES["tiny"]
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    cleaning: Cleaning = "usual"
    tokens: int = 4096
    longest: int = 128
    smoothing: float = 0.5
    label_smoothing: float = 0.1
    held_out: int = 500
    beam: int = 4

    def __post_init__(self) -> None:
        if not 0 <= self.smoothing <= 1:
            raise InputError(f"Smoothing lies between 0 (all languages alike) and 1 (by size), not {self.smoothing}.")
        if min(self.tokens, self.longest, self.held_out, self.beam) < 1:
            raise InputError("Tokens, longest, held-out pairs and beam must be at least 1.")
        if not 0 <= self.label_smoothing < 1:
            raise InputError(f"Label smoothing lies between 0 and 1, not {self.label_smoothing}.")


@dataclass
class Task:
    """Translation as something that `fit` can train."""

    tokenizer: Any
    split: Split
    plan: TranslatorPlan
    recipe: Recipe

    def epoch(self, number: int) -> list[list[Row]]:
        """Batches of ids, pairs of nearly equal length together."""
        rng = np.random.default_rng([self.recipe.seed, number])
        chosen = [self._ids[pair] for pair in mix_languages(self.split.train, self.plan.smoothing, rng)]
        batches = list(_batches(chosen, self.plan.tokens))
        return [batches[index] for index in rng.permutation(len(batches))]

    def loss(self, model: Any, batch: Sequence[Row]) -> torch.Tensor:
        import torch

        pad = self.tokenizer.pad_token_id
        source = _rectangle([ids for ids, _ in batch], pad).to(model.device)
        target = _rectangle([other for _, other in batch], pad).to(model.device)
        start = torch.full_like(target[:, :1], model.config.decoder_start_token_id)
        logits = model(
            input_ids=source,
            attention_mask=(source != pad).long(),
            decoder_input_ids=torch.cat([start, target[:, :-1]], dim=1),
            use_cache=False,
        ).logits
        return torch.nn.functional.cross_entropy(
            logits.flatten(0, 1).float(),
            target.flatten(),
            ignore_index=pad,
            label_smoothing=self.plan.label_smoothing,
        )

    def score(self, model: Any) -> float:
        """chrF of all held-out pairs, without a beam: it is asked after every epoch."""
        pairs = [pair for some in self.split.dev.values() for pair in some]
        given = translate(model, self.tokenizer, sources_of(pairs), self.plan, beam=1)
        return chrf(given, targets_of(pairs))

    @cached_property
    def _ids(self) -> dict[Pair, Row]:
        pairs = list(dict.fromkeys(pair for some in self.split.train.values() for pair in some))
        most = self.plan.longest
        with explain_encoding(self.tokenizer):
            sources = self.tokenizer(sources_of(pairs), truncation=True, max_length=most)["input_ids"]
            targets = self.tokenizer(text_target=targets_of(pairs), truncation=True, max_length=most)["input_ids"]
        return dict(zip(pairs, zip(sources, targets, strict=True), strict=True))


def _batches(rows: Sequence[Row], tokens: int) -> Iterator[list[Row]]:
    batch: list[Row] = []
    widest = 0
    for row in sorted(rows, key=lambda row: (len(row[1]), len(row[0]))):
        wider = max(widest, len(row[0]))
        if batch and (len(batch) + 1) * (len(row[1]) + wider) > tokens:
            yield batch
            batch, wider = [], len(row[0])
        batch.append(row)
        widest = wider
    if batch:
        yield batch


def _rectangle(rows: Sequence[Sequence[int]], pad: int) -> torch.Tensor:
    import torch

    width = max(map(len, rows))
    return torch.tensor([[*row, *[pad] * (width - len(row))] for row in rows])


def translate(
    model: Any, tokenizer: Any, texts: Sequence[str], plan: TranslatorPlan, *, beam: int | None = None, batch: int = 64
) -> list[str]:
    """Translations in the order of the texts."""
    import torch

    model.eval()
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    translations: dict[int, str] = {}
    for start in range(0, len(order), batch):
        indices = order[start : start + batch]
        rows = tokenizer(
            [texts[index] for index in indices],
            truncation=True,
            max_length=plan.longest,
            padding=True,
            return_tensors="pt",
        ).to(model.device)
        most = min(plan.longest, 2 * rows["input_ids"].shape[1] + 10) - 1
        with torch.inference_mode(), explain_settings("This translator"):
            produced = model.generate(
                **rows, num_beams=beam or plan.beam, do_sample=False, max_length=None, max_new_tokens=most
            )
        translations |= dict(zip(indices, tokenizer.batch_decode(produced, skip_special_tokens=True), strict=True))
    return [translations[index] for index in range(len(texts))]

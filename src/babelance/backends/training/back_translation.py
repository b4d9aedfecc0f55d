"""Back-translation: text in the target language alone becomes more pairs to train on.

A translator the other way round (target → source language) translates it; its translations, good or bad, are the
sources, and what people wrote are the targets. Reference: Sennrich, Haddow, Birch, ACL 2016; used by the system of
Ramesh, Gupta, Singh, GeBNLP 2021, §3.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from babelance.backends.training.loop import Tell
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translator import load, train_translator
from babelance.backends.training.translator_corpora import Corpora, split_by_target
from babelance.backends.training.translator_task import TranslatorPlan, translate
from babelance.text.translation_pairs import Pair


def back_translations(
    texts: Sequence[str],
    corpora: Corpora,
    out: Path,
    plan: TranslatorPlan,
    recipe: Recipe,
    *,
    device: Any = "cpu",
    tell: Tell = lambda progress: None,
) -> dict[str, list[Pair]]:
    """Pairs for every source language. The translators back are trained in OUT-back-LANGUAGE and stay there; they see
    nothing of what the forward translator will be tested on."""
    train = split_by_target(corpora, plan.held_out, recipe.seed).train
    synthetic = {}
    for language, pairs in train.items():
        turned = {plan.target: [Pair(pair.target, pair.source) for pair in pairs]}
        back = replace(plan, target=language, beam=1)
        folder = out.with_name(f"{out.name}-back-{language}")
        train_translator(turned, folder, back, recipe, device=device, tell=tell)
        synthetic[language] = synthetic_pairs(texts, folder, back, device=device)
    return synthetic


def synthetic_pairs(texts: Sequence[str], folder: Path, plan: TranslatorPlan, *, device: Any = "cpu") -> list[Pair]:
    """Texts with the translations of a translator back; those that come back empty are left out."""
    model, tokenizer = load(folder, device=device)
    sources = translate(model, tokenizer, texts, plan)
    return [Pair(source, text) for source, text in zip(sources, texts, strict=True) if source.strip()]

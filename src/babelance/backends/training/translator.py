"""Trains a translator from parallel corpora: several source languages mix_languages, one target language, one model.

The result is a folder in Marian's format, as OPUS-MT models have it. The best checkpoint is that with the best chrF on
held-out pairs; BLEU, chrF and RIBES of other held-out pairs stand in its record.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from babelance.backends.training import checkpoints
from babelance.backends.training.loop import Tell, fit, remove_state
from babelance.backends.training.model_folder import (
    RECORD,
    UNFINISHED,
    only_training,
    record_of,
    refuse_other,
    save_with_record,
)
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translation_scores import TranslationScores, scores
from babelance.backends.training.translator_corpora import (
    Corpora,
    Split,
    add_synthetic,
    mix_languages,
    sources_of,
    split_by_target,
    targets_of,
)
from babelance.backends.training.translator_network import new_network
from babelance.backends.training.translator_pieces import make_tokenizer
from babelance.backends.training.translator_task import Task, TranslatorPlan, translate
from babelance.backends.transformers import loading, source
from babelance.backends.translation.tokens import without_hint
from babelance.core.errors import InputError
from babelance.core.model import Options
from babelance.core.untrusted import as_type
from babelance.text.translation_pairs import CLEANERS


@dataclass(frozen=True)
class Trained:
    """The folder, chrF on held-out pairs after each epoch, the epoch that was kept (from 0), scores by language."""

    folder: Path
    chrfs: tuple[float, ...]
    losses: tuple[float, ...]
    best: int
    scores: Mapping[str, TranslationScores]
    pairs: Mapping[str, int]


def train_translator(
    corpora: Corpora,
    out: Path,
    plan: TranslatorPlan,
    recipe: Recipe,
    *,
    synthetic: Corpora | None = None,
    device: Any = "cpu",
    tell: Tell = lambda progress: None,
) -> Trained:
    """A translator in `out`, in Marian's format. A training that was stopped goes on; a finished one is taken.

    `synthetic` pairs (see back_translation.py) are trained on and never held out."""
    key = _key(corpora, plan, synthetic or {})
    if (done := _finished_training(out, key, recipe)) is not None:
        return done
    split = add_synthetic(split_by_target(corpora, plan.held_out, recipe.seed), synthetic or {})
    with only_training(out):
        trained, parts = _train(split, out, plan, recipe, key=key, device=device, tell=tell)
        save_with_record(out, _record(trained, key, plan, recipe), *parts)
        _tidy(out / UNFINISHED)
    return trained


def _train(
    split: Split, out: Path, plan: TranslatorPlan, recipe: Recipe, *, key: str, device: Any, tell: Tell
) -> tuple[Trained, tuple[Any, Any]]:
    """What came out, with the network and its tokenizer."""
    tokenizer = _tokenizer(split.train, plan, out / UNFINISHED / "pieces")
    checkpoints.seed(recipe.seed)
    model = new_network(plan.size, tokenizer, longest=plan.longest).to(device)
    state = fit(model, Task(tokenizer, split, plan, recipe), recipe, out / UNFINISHED, key=key, tell=tell)
    record = {
        language: scores(translate(model, tokenizer, sources_of(pairs), plan), targets_of(pairs), language=plan.target)
        for language, pairs in split.test.items()
    }
    sizes = {language: len(pairs) for language, pairs in split.train.items()}
    trained = Trained(out, tuple(state.scores), tuple(state.losses), state.best, record, sizes)
    return trained, (model, tokenizer)


def load(folder: Path, *, device: Any = "cpu") -> tuple[Any, Any]:
    """The network and the tokenizer of a translator that was trained here."""
    from transformers import MarianMTModel

    if not (folder / RECORD).is_file():
        raise InputError(f"'{folder}' is no translator that `babelance train translator` has finished.")
    model_source, options = source.find(str(folder)), Options(device=str(device))
    network = loading.load_weights(MarianMTModel, model_source, options)
    return network, without_hint(lambda: loading.load_tokenizer(model_source, options))


def _tokenizer(train: Corpora, plan: TranslatorPlan, folder: Path) -> Any:
    """Made from training pairs alone, languages mixed as they will be trained."""
    pairs = list(mix_languages(train, plan.smoothing, np.random.default_rng(0)))
    changes_text = plan.cleaning != "usual"
    return make_tokenizer(
        sources_of(pairs),
        sorted(set(targets_of(pairs))),
        plan.vocabulary,
        folder,
        languages=(",".join(train), plan.target),
        cleaner=CLEANERS[plan.cleaning] if changes_text else None,
        longest=plan.longest,
    )


def _key(corpora: Corpora, plan: TranslatorPlan, synthetic: Corpora) -> str:
    digest = hashlib.sha256(json.dumps(asdict(plan), sort_keys=True).encode())
    for language, pairs in (*corpora.items(), *synthetic.items()):
        digest.update(f"\x1c{language}".encode())
        for pair in pairs:
            digest.update("\x1f".join(pair).encode("utf-8", "surrogatepass") + b"\x1e")
    return digest.hexdigest()


def _finished_training(out: Path, key: str, recipe: Recipe) -> Trained | None:
    """What is in `out`, if the same training made it; an error if something else is there."""
    if (record := record_of(out)) is None:
        return None
    known = as_type(record, _Record, f"the record in '{out}'")
    same = asdict(recipe) | {"save_seconds": known.recipe.get("save_seconds")}
    refuse_other(out, is_same=(known.key, known.recipe) == (key, same))
    return Trained(out, known.chrfs, known.losses, known.best, known.scores, known.pairs)


@dataclass(frozen=True, slots=True)
class _Record:
    """What must be read back of the record of a finished training."""

    key: str
    recipe: dict[str, Any]
    chrfs: tuple[float, ...]
    losses: tuple[float, ...]
    best: int
    scores: dict[str, TranslationScores]
    pairs: dict[str, int]


def _record(trained: Trained, key: str, plan: TranslatorPlan, recipe: Recipe) -> dict[str, Any]:
    return {
        "key": key,
        "plan": asdict(plan),
        "recipe": asdict(recipe),
        "chrfs": list(trained.chrfs),
        "losses": list(trained.losses),
        "best": trained.best,
        "scores": {language: score.facts() for language, score in trained.scores.items()},
        "pairs": dict(trained.pairs),
    }


def _tidy(folder: Path) -> None:
    shutil.rmtree(folder / "pieces", ignore_errors=True)
    remove_state(folder)

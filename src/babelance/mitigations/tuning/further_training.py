"""Masked-LM fine-tuning, which all mitigations share: a model and a corpus in, a model directory with a record out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from babelance._version import __version__
from babelance.backends.training import checkpoints
from babelance.backends.training import rotation as _rotation
from babelance.backends.training.loop import Precision, Recipe, Tell, TrainingState, fit, remove_state
from babelance.backends.training.masking import MaskedTask, Masker, held_out_loss
from babelance.backends.training.model_folder import (
    UNFINISHED,
    new_model,
    only_training,
    record_of,
    refuse_other,
    save,
)
from babelance.backends.training.rows import Rows
from babelance.backends.transformers import hashes, loading, source
from babelance.backends.transformers.texts import limit_of
from babelance.core.errors import InputError, ModelError
from babelance.core.files import write_text
from babelance.core.language_tag import language_tag_or_none
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.core.registry import MODELS
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning import utility
from babelance.mitigations.tuning.corpus import PARTS, Part, Rewrite

RECORD = "mitigation.json"
LANGUAGE = Flag("BCP 47 code of the corpus.", ("--language", "-l"), read=language_tag_or_none)
NEVER_ENOUGH = -1e9
"""Scores are negative losses: patience counts from the first epoch on."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the language model is trained on; the defaults are those of Ahn and Oh, 2021, appendix B.

    `warm_up` counts steps, and is cut to a tenth of all steps in a training that is shorter than that. `held_out` is
    how many lines of the test part are kept for pseudo-perplexity.
    """

    epochs: Annotated[int, Flag("Passes over the corpus; the one with the lowest held-out loss is kept.")] = 2
    batch: Annotated[int, Flag("Sentences in a batch.")] = 16
    rate: Annotated[float, Flag("Learning rate.", ("--rate", "--lr"))] = 1e-4
    warm_up: Annotated[
        float, Flag("Steps until the full rate (at most a tenth of all); below 1, a share of all steps.")
    ] = 1000
    clip: float = 1.0
    epsilon: float = 1e-8
    length: Annotated[int, Flag("Most sub-words of a sentence; longer ones become several.")] = 128
    masked: float = 0.15
    patience: Annotated[int | None, Flag("Stop after so many epochs without a lower held-out loss.")] = 1
    seed: Annotated[int, Flag("Seed of everything random.")] = 0
    held_out: Annotated[int, Flag("Held-out sentences for pseudo-perplexity.")] = 200
    save_seconds: Annotated[float, Flag("Seconds between checkpoints.")] = 60.0
    precision: Annotated[
        Precision, Flag("Matrix products: auto (bfloat16 on graphics cards that have it), float32 or bfloat16.")
    ] = "auto"

    def __post_init__(self) -> None:
        if not 0 < self.masked < 1:
            raise InputError(f"The share of masked sub-words lies between 0 and 1, not {self.masked}. Usual is 0.15.")
        if self.length < 8 or self.held_out < 1:
            raise InputError(f"Length must be at least 8 and held-out at least 1, not {self.length}, {self.held_out}.")

    def recipe(self, steps: int) -> Recipe:
        same = {name: value for name, value in asdict(self).items() if name in Recipe.__slots__}
        warm_up = self.warm_up if self.warm_up < 1 else min(self.warm_up, steps // 10)
        return Recipe(**same | {"warm_up": warm_up}, enough=NEVER_ENOUGH)


@dataclass(frozen=True)
class Intervention:
    """What a mitigation does besides training: which weights learn, what is rotated, how training lines are rewritten.

    `name` and `facts` go into the record; `facts` may be filled while lines are rewritten. `replaces` is the model
    that the result stands for, if it is not the one that is trained on.
    """

    name: str
    language: str = ""
    freeze: bool = False
    rotation: NDArray[np.float64] | None = None
    rewrite: Rewrite | None = None
    key: str = ""
    """What tells this rotation or rewriting from another: training goes on only where it is the same."""
    replaces: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)


def tune(
    model: str,
    corpus: Sequence[str],
    out: Path,
    change: Intervention,
    *,
    tuning: Tuning,
    options: Options,
    tell: Tell = lambda progress: None,
) -> Path:
    """Train on and write to `out`; a training that was stopped goes on, one that is finished is taken."""
    model_source = check(model)
    key = key_of(model_source, corpus, change, tuning)
    if is_finished(out, key):
        return out
    tokenizer = load_tokenizer(model_source, options)
    length = min(tuning.length, limit_of(loading.load_config(model_source, options), tokenizer) or tuning.length)
    with only_training(out):
        rows = _corpus.tokenise(
            corpus,
            tokenizer,
            out / UNFINISHED,
            key=key,
            length=length,
            seed=tuning.seed,
            rewrite=change.rewrite or (lambda line: line),
        )
        job = _TrainingJob(model_source, tokenizer, rows, replace(tuning, length=length), change, options)
        network, facts = job.train(out / UNFINISHED, key, tell)
        with new_model(out, RECORD) as folder:
            save(folder, network, tokenizer)
            _finish(folder, key, job, corpus, facts)
        remove_state(out / UNFINISHED)
        shutil.rmtree(out / UNFINISHED, ignore_errors=True)
    return out


def check(model: str) -> source.ModelSource:
    """The place of a masked language model, or the reason why it is none."""
    if reason := MODELS.get("masked").reason_unsupported(model):
        raise ModelError(
            f"Only masked language models can be mitigated here: {reason}. `babelance mitigate --help` lists ways for "
            "translators and word vectors."
        )
    return source.find(model)


def load_tokenizer(model_source: source.ModelSource, options: Options) -> Any:
    tokenizer = loading.load_tokenizer(model_source, options)
    for name in ("mask_token", "pad_token"):
        if getattr(tokenizer, f"{name}_id") is None:
            raise ModelError(
                f"The tokenizer of {model_source.label} has no {name.replace('_', ' ')}, which training needs."
            )
    return tokenizer


@dataclass
class _TrainingJob:
    model_source: source.ModelSource
    tokenizer: Any
    rows: Mapping[Part, Rows]
    tuning: Tuning
    change: Intervention
    options: Options

    def train(self, folder: Path, key: str, tell: Tell) -> tuple[Any, dict[str, Any]]:
        """The network, and what is to be told about its training. `folder` keeps checkpoints."""
        from transformers import AutoModelForMaskedLM

        began = time.monotonic()
        model = loading.load_weights(AutoModelForMaskedLM, self.model_source, self.options)
        masker = Masker.of(self.tokenizer, self.tuning.masked)
        before = self._loss(model, masker)
        layer = self._prepare(model)
        task = MaskedTask(self.rows["train"], self.rows["dev"], masker, self.tuning.batch, self.tuning.seed)
        recipe = self.tuning.recipe(len(task.epoch(0)) * self.tuning.epochs)
        state = fit(model, task, recipe, folder, key=key, tell=tell)
        if layer is not None:
            _rotation.fold(layer)
        loss = {"before": before, "after": self._loss(model, masker)}
        facts = {
            "held_out_loss": loss,
            "warm_up": recipe.warm_up,
            "seconds": round(time.monotonic() - began, 1),
        }
        return model, facts | _training_summary(state)

    def _loss(self, model: Any, masker: Masker) -> float:
        return held_out_loss(model, self.rows["test"], masker, seed=self.tuning.seed)

    def _prepare(self, model: Any) -> Any:
        """Freeze what shall not learn and put the rotation in; gives back the layer that it is folded into later."""
        if self.change.freeze:
            _rotation.freeze_encoder(model)
        if self.change.rotation is None:
            return None
        layer = _rotation.first_layer(model)
        _rotation.keep_rotated(layer, self.change.rotation)
        return layer


def _training_summary(state: TrainingState) -> dict[str, Any]:
    return {"dev_losses": [-score for score in state.scores], "epoch": state.best + 1, "steps": state.step}


def _finish(folder: Path, key: str, trained: _TrainingJob, corpus: Sequence[str], facts: dict[str, Any]) -> None:
    """Utility and record, beside the model that was saved there."""
    change, tuning, model_source = trained.change, trained.tuning, trained.model_source
    texts = _corpus.sample(corpus, "test", tuning.seed, tuning.held_out)
    utility.write_held_out(folder, texts, language=change.language, source=model_source.label)
    if change.rotation is not None:
        _rotation.write(folder, change.rotation)
    former = change.replaces or model_source.id
    text = {
        "before": utility.pseudo_perplexity(former, texts, trained.options),
        "after": utility.pseudo_perplexity(str(folder), texts, trained.options),
    }
    record = {
        "mitigation": change.name,
        "model": model_source.id,
        "replaces": change.replaces,
        "language": change.language,
        "frozen": "encoder" if change.freeze else "nothing",
        "rows": {part: len(trained.rows[part]) for part in PARTS},
        "tuning": asdict(tuning),
        **facts,
        "held_out_text": text,
        **change.facts,
        "version": __version__,
        "key": key,
    }
    write_text(folder / RECORD, json.dumps(record, indent=2, ensure_ascii=False))


def is_finished(out: Path, key: str) -> bool:
    """Is this mitigation in `out` already? An error if something else is."""
    if (record := record_of(out, RECORD)) is not None:
        refuse_other(out, is_same=record.get("key") == key, what="mitigated")
        return True
    if checkpoints.claim_of(out / UNFINISHED) not in (None, key):
        raise InputError(
            f"'{out}' holds an unfinished mitigation with other options, another model or another corpus. Give the "
            "same command as before to go on with it, or choose another folder with --out."
        )
    return False


def key_of(model_source: source.ModelSource, corpus: Sequence[str], change: Intervention, tuning: Tuning) -> str:
    """Tells this mitigation from any other: model, corpus and all that was chosen."""
    chosen = {name: value for name, value in asdict(tuning).items() if name != "save_seconds"}
    what = [change.name, change.language, change.freeze, change.key, change.replaces or ""]
    return hashes.combine(model_source.content, _corpus.fingerprint(corpus), json.dumps([chosen, what]))

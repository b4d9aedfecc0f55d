"""Training on, which most mitigations share: a model and a corpus in, a model directory with a record out."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babelance._version import __version__
from babelance.backends.endpoint.elsewhere import refuse_change
from babelance.backends.training import checkpoints
from babelance.backends.training import rotation as _rotation
from babelance.backends.training.loop import Task, Tell, TrainingState, fit, remove_state
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
from babelance.core.model import Options
from babelance.core.registry import MODELS
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning import utility
from babelance.mitigations.tuning.corpus import PARTS, Part, Rewrite
from babelance.mitigations.tuning.family import MASKED, NetworkFamily
from babelance.mitigations.tuning.settings import Tuning

RECORD = "mitigation.json"


Adapt = Callable[[Any], tuple[Any, Callable[[Any], Any]]]
"""Of a network: the one to train, and what makes the one to save of that."""


@dataclass(frozen=True)
class Materials:
    """What an objective is made of."""

    network: Any
    tokenizer: Any
    rows: Mapping[Part, Rows]
    tuning: Tuning


@dataclass(frozen=True)
class Intervention:
    """What a mitigation does besides training: which weights learn, what is rotated, how training lines are rewritten.

    `name` and `facts` go into the record; `facts` may be filled while lines are rewritten. `replaces` is the model
    that the result stands for, if it is not the one that is trained on. `adapt` changes the network for the time of its
    training (adapters, dropout) and gives back how that is ended; `objective` is what is learnt instead of language
    modelling.
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
    family: NetworkFamily = MASKED
    adapt: Adapt | None = None
    objective: Callable[[Materials], Task] | None = None


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
    model_source = check(model, change.family)
    key = key_of(model_source, corpus, change, tuning)
    if is_finished(out, key):
        return out
    tokenizer = loading.load_tokenizer(model_source, options)
    change.family.check_tokenizer(tokenizer, model_source.label)
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
            judge=tuning.judge,
        )
        job = _TrainingJob(model_source, tokenizer, rows, replace(tuning, length=length), change, options)
        network, facts = job.train(out / UNFINISHED, key, tell)
        with new_model(out, RECORD) as folder:
            save(folder, network, tokenizer)
            _finish(folder, key, job, corpus, facts)
        remove_state(out / UNFINISHED)
        shutil.rmtree(out / UNFINISHED, ignore_errors=True)
    return out


def check(model: str, family: NetworkFamily = MASKED) -> source.ModelSource:
    """The place of a language model of this family, or the reason why it is none."""
    refuse_change(model)
    if reason := MODELS.get(family.kind).reason_unsupported(model):
        raise ModelError(
            f"Only {family.kind} language models can be mitigated here: {reason.removesuffix('.')}. "
            "`babelance mitigate --help` lists ways for translators and word vectors."
        )
    return source.find(model)


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
        began = time.monotonic()
        model = self.change.family.load(self.model_source, self.options)
        before = self._loss(model)
        layer = self._prepare(model)
        checkpoints.seed(self.tuning.seed)  # new weights of an adapter are drawn
        adapted, restore = self.change.adapt(model) if self.change.adapt else (model, _as_it_is)
        task = self._task(adapted)
        recipe = self.tuning.recipe(len(task.epoch(0)) * self.tuning.epochs)
        state = fit(adapted, task, recipe, folder, key=key, tell=tell)
        model = restore(adapted)
        if layer is not None:
            _rotation.fold(layer)
        loss = {"before": before, "after": self._loss(model)}
        facts = {
            "held_out_loss": loss,
            "warm_up": recipe.warm_up,
            "seconds": round(time.monotonic() - began, 1),
        }
        return model, facts | _training_summary(state, until=self.tuning.until is not None)

    def _task(self, model: Any) -> Task:
        if self.change.objective:
            return self.change.objective(Materials(model, self.tokenizer, self.rows, self.tuning))
        return self.change.family.task(self.rows["train"], self.rows["dev"], self.tokenizer, self.tuning)

    def _loss(self, model: Any) -> float:
        return self.change.family.loss(model, self.rows["test"], self.tokenizer, self.tuning)

    def _prepare(self, model: Any) -> Any:
        """Freeze what shall not learn and put the rotation in; gives back the layer that it is folded into later."""
        if self.change.freeze:
            _rotation.freeze_encoder(model)
        if self.change.rotation is None:
            return None
        layer = _rotation.first_layer(model)
        _rotation.keep_rotated(layer, self.change.rotation)
        return layer


def _as_it_is(model: Any) -> Any:
    return model


def _training_summary(state: TrainingState, *, until: bool) -> dict[str, Any]:
    return {
        "dev_losses": [-score for score in state.scores],
        "epoch": len(state.scores) if until else state.best + 1,
        "steps": state.step,
    }


def _finish(folder: Path, key: str, trained: _TrainingJob, corpus: Sequence[str], facts: dict[str, Any]) -> None:
    """Utility and record, beside the model that was saved there."""
    change, tuning, model_source = trained.change, trained.tuning, trained.model_source
    texts = _corpus.sample(corpus, "test", tuning.seed, tuning.held_out)
    utility.write_held_out(folder, texts, language=change.language, source=model_source.label)
    if change.rotation is not None:
        _rotation.write(folder, change.rotation)
    former = change.replaces or model_source.id
    text = {
        "before": utility.pseudo_perplexity(former, texts, trained.options, kind=change.family.kind),
        "after": utility.pseudo_perplexity(str(folder), texts, trained.options, kind=change.family.kind),
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
    what += [_corpus.fingerprint([tuning.judge])] if tuning.judge else []
    return hashes.combine(model_source.content, _corpus.fingerprint(corpus), json.dumps([chosen, what]))

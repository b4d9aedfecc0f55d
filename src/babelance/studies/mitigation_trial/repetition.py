"""One repetition: texts, base models and all arms of one seed. Every arm is written when it is done; what is there is
not done again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from babelance.backends.training.checkpoints import explain_full_disk
from babelance.backends.training.model_folder import new_model
from babelance.backends.transformers.small import write_untrained, write_word_pieces
from babelance.core.answer_check import check_answers
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.core.registry import MEASURES, MITIGATIONS, MODELS
from babelance.core.scored import Scores
from babelance.core.untrusted import read_object
from babelance.datasets import find
from babelance.mitigations.tuning.held_out import file_loss
from babelance.mitigations.tuning.settings import Tuning
from babelance.studies.mitigation_trial import injected
from babelance.studies.mitigation_trial.arms import Arm, Workplace, arms, corpus_of
from babelance.studies.mitigation_trial.sizes import Size
from babelance.studies.mitigation_trial.texts import Corpus, write_seed_texts, write_shared, write_world_texts

FIDELITIES = ("paper", "released")
PROBES = "probes.jsonl"
TRIED = "arms"
TOKENIZER = "tokenizer.json"
CPU = Options(device="cpu")
OnArm = Callable[[int, str], None]


def prepare(out: Path, corpus: Corpus, size: Size) -> None:
    """What all repetitions share."""
    corpus.need(size.pairs)
    shared = out / "shared"
    if not (shared / "tokenizer" / TOKENIZER).is_file():
        shared.mkdir(parents=True, exist_ok=True)
        write_shared(shared, corpus, size)
        words = [text for pair in corpus.pairs for text in pair]
        texts = [text for language in (corpus.source, corpus.target) for text in injected.for_vocabulary(language)]
        with new_model(shared / "tokenizer", TOKENIZER) as folder:
            write_word_pieces(folder, [*words, *texts], size.shape)


def repeat(
    out: Path,
    corpus: Corpus,
    size: Size,
    seed: int,
    *,
    on_arm: OnArm = lambda seed, arm: None,
    chosen: Sequence[str] = (),
) -> None:
    """All arms of a seed that are missing, or those of them that are chosen."""
    folder = out / f"seed-{seed}"
    wanted = [arm for arm in arms() if not chosen or arm.name in chosen]
    missing = [arm for arm in wanted if not _file(folder, arm).is_file()]
    if not missing:
        return
    (folder / TRIED).mkdir(parents=True, exist_ok=True)
    workplace = _make_bases(out, corpus, size, seed)
    for arm in missing:
        write_text(_file(folder, arm), json.dumps(_try(arm, workplace), indent=1))
        on_arm(seed, arm.label)


def _file(folder: Path, arm: Arm) -> Path:
    return folder / TRIED / f"{arm.file}.json"


def _make_bases(out: Path, corpus: Corpus, size: Size, seed: int) -> Workplace:
    shared, world, folder = out / "shared", out / f"world-{seed % size.worlds}", out / f"seed-{seed}"
    make_world_of(out, corpus, size, seed)
    if not (folder / "test.txt").is_file():
        write_seed_texts(folder, corpus, size, seed)
    name = f"{corpus.source}-biased"
    _train_base(shared, folder, name, [f"base-{name}.txt"], size, 1000 + seed)
    tuning = Tuning(length=48, masked=size.masked, seed=seed)
    loss = file_loss(str(folder / f"model-{name}"), str(folder / "judge.txt"), tuning=tuning, options=CPU)
    return Workplace(shared, world, folder, corpus, size, seed, until=loss + size.slack)


def make_world_of(out: Path, corpus: Corpus, size: Size, seed: int) -> None:
    world = seed % size.worlds
    _make_world(out / "shared", out / f"world-{world}", corpus, size, world)


def _make_world(shared: Path, world: Path, corpus: Corpus, size: Size, number: int) -> None:
    """A balanced model of the source language for reference, a balanced and a counter-biased one of the target
    language, and one of both languages."""
    if not (world / f"base-{corpus.target}-counter.txt").is_file():
        world.mkdir(parents=True, exist_ok=True)
        write_world_texts(world, corpus, size, number)
    for offset, state in enumerate(("balanced", "counter")):
        name = f"{corpus.target}-{state}"
        _train_base(shared, world, name, [f"base-{name}.txt"], size, 10 * number + offset)
    name = f"{corpus.source}-balanced"
    _train_base(shared, world, name, [f"base-{name}.txt"], size, 10 * number + 2)
    both = [f"base-{corpus.source}-biased.txt", f"base-{corpus.target}-balanced.txt"]
    fewer = replace(size, base_epochs=size.multilingual_epochs)
    _train_base(shared, world, "multilingual", both, fewer, 10 * number + 3)


def _train_base(shared: Path, folder: Path, name: str, files: Sequence[str], size: Size, seed: int) -> None:
    model = folder / f"model-{name}"
    if (model / "mitigation.json").is_file():
        return
    raw = folder / "untrained"
    shutil.rmtree(raw, ignore_errors=True)
    with explain_full_disk(raw):
        write_untrained(raw, shared / "tokenizer", size.shape, seed=seed)
    tuning = Tuning(
        epochs=size.base_epochs, batch=size.batch, rate=size.base_rate, warm_up=0.05, length=48, masked=size.masked,
        patience=None, seed=seed, held_out=1,
    )  # fmt: skip
    way: Any = MITIGATIONS.get("further")
    way(tuning=tuning, options=CPU).apply(str(raw), [str(folder / file) for file in files], model)


def _try(arm: Arm, workplace: Workplace) -> dict[str, Any]:
    """Apply, measure, forget the model."""
    if arm.make is None:
        reference = workplace.other(f"{workplace.corpus.source}-balanced")
        return {
            **_facts(arm, workplace),
            **_measure(workplace.model, workplace),
            "balanced_model": _measure(reference, workplace),
        }
    way, out = arm.make(workplace), workplace.folder / "model-mitigated"
    shutil.rmtree(out, ignore_errors=True)
    way.apply(workplace.model, corpus_of(arm, workplace), out)
    record = read_object(out / "mitigation.json")
    trained: dict[str, Any] = {
        name: record[name] for name in ("epoch", "dev_losses", "retrieval", "probe", "seconds") if name in record
    }
    row = {**_facts(arm, workplace), **_measure(str(out), workplace), **trained}
    shutil.rmtree(out, ignore_errors=True)
    return row


def _facts(arm: Arm, workplace: Workplace) -> dict[str, Any]:
    return {
        "arm": arm.name,
        "text": arm.text,
        "seed": workplace.seed,
        "until": workplace.until,
        "stops_at_loss": arm.stops_at_loss,
    }


def _measure(model: str, workplace: Workplace) -> dict[str, Any]:
    """The Categorical Bias score in both fidelities, and the loss on text that neither trained nor stopped anything."""
    tuning = Tuning(length=48, masked=workplace.size.masked, seed=workplace.seed)
    losses = {name: file_loss(model, str(workplace.folder / f"{name}.txt"), tuning=tuning, options=CPU)
              for name in ("judge", "test")}  # fmt: skip
    items = list(find(str(workplace.shared / PROBES)).items(workplace.corpus.source))
    opened = MODELS.get("masked").open(model, CPU)
    return {"cb": {fidelity: _score(opened, fidelity, items) for fidelity in FIDELITIES}, "loss": losses}


def _score(model: Any, fidelity: str, items: Sequence[Any]) -> dict[str, Any]:
    measure = MEASURES.get("cb")(fidelity=fidelity)
    queries = [measure.ask(item) for item in items]
    flat = [query for some in queries for query in some]
    answers = iter(list(check_answers(flat, model.answer(flat))))
    scored = [measure.score(item, [next(answers) for _ in some]) for item, some in zip(items, queries, strict=True)]
    scores = Scores.gather(scored)
    return {
        "value": float(measure.statistic(scores)(np.ones(len(scores)))),
        "one_count": float(np.mean(scores.floats("left"))),
        "items": len(scores),
    }

"""Further training of a Marian translator on sentence pairs that a mitigation has changed.

Pairs are held out by their target sentence before anything is changed: half of them choose the epoch by chrF, the
others are written to `held-out.jsonl`, for `babelance run --measures chrf` on the model before and after. They stay as
people wrote them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from babelance.backends.training.loop import Tell, fit, remove_state
from babelance.backends.training.model_folder import UNFINISHED, new_model, only_training, record_of, refuse_other, save
from babelance.backends.training.recipe import Recipe
from babelance.backends.training.translation_scores import chrf
from babelance.backends.training.translator_corpora import Split, sources_of, split_by_target, targets_of
from babelance.backends.training.translator_task import Task, TranslatorPlan, translate
from babelance.backends.transformers import loading, source
from babelance.backends.translation.steps import INSIDE, Steps, write_steps
from babelance.backends.translation.tokens import without_hint
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.translators.around import RECORD, open_translator
from babelance.text.translation_pairs import Pair, read_pairs

HELD_OUT = "held-out.jsonl"
Change = Callable[[Pair], Sequence[Pair]]
"""What is trained on in the place of a pair."""
Tag = Callable[[str], str]
"""A source as it is given to the translator."""


@dataclass(frozen=True, slots=True)
class PairTuning:
    """How a translator is trained on. `tokens` are pieces of both sides in a batch, padding included."""

    epochs: Annotated[int, Flag("Passes over the pairs; the one with the best chrF on held-out pairs is kept.")] = 2
    rate: Annotated[float, Flag("Learning rate.", ("--rate", "--lr"))] = 1e-4
    tokens: Annotated[int, Flag("Pieces of both sides in a batch, padding included.")] = 2048
    held_out: Annotated[int, Flag("Pairs that choose the epoch, and as many that are kept for chrF.")] = 200
    columns: Annotated[str, Flag("Columns of a TSV, from 1: English, source language.")] = "1,2"
    seed: Annotated[int, Flag("Seed of everything random.")] = 0
    save_seconds: Annotated[float, Flag("Seconds between checkpoints.")] = 60.0

    def recipe(self) -> Recipe:
        return Recipe(self.epochs, rate=self.rate, seed=self.seed, save_seconds=self.save_seconds)


@dataclass(frozen=True)
class Intervention:
    """`change` makes the training pairs, `tag` the sources that are translated to choose an epoch; `facts` go into the
    record, and so does how many pairs became what (`counts`, filled by `change`). With `steps` the translator is kept
    inside of them."""

    name: str
    language: str
    change: Change
    facts: dict[str, Any]
    counts: dict[str, int]
    tag: Tag = lambda text: text
    steps: Steps | None = None


def tune_pairs(
    model: str, corpus: Sequence[str], out: Path, change: Intervention, tuning: PairTuning, *, tell: Tell
) -> Path:
    """The translator trained on, with its record. A training that was stopped goes on."""
    base = _marian(model)
    pairs = read_corpus(corpus, change.language, tuning)
    key = _key(base.content, pairs, change, tuning)
    if (done := record_of(out, RECORD)) is not None:
        refuse_other(out, is_same=done.get("key") == key, what="mitigated")
        return out
    # Without label smoothing: it would teach pieces that a model is told never to write.
    plan = TranslatorPlan(tokens=tuning.tokens, held_out=tuning.held_out, label_smoothing=0.0)
    split = split_by_target({change.language: pairs}, plan.held_out, tuning.seed)
    with only_training(out):
        network, tokenizer = _load(base)
        before = _chrf(network, tokenizer, split, plan, lambda text: text)
        trained = _intervene(split, change)
        task = Task(tokenizer, trained, plan, tuning.recipe())
        state = fit(network, task, tuning.recipe(), out / UNFINISHED, key=key, tell=tell)
        record = {
            "mitigation": change.name,
            "model": base.id,
            "language": change.language,
            "translator": True,
            "key": key,
            "tuning": asdict(tuning),
            **change.facts,
            "pairs": change.counts,
            "epoch": state.best + 1,
            "chrf": {"before": before, "after": _chrf(network, tokenizer, split, plan, change.tag)},
        }
        with new_model(out, RECORD) as folder:
            _write(folder, network, tokenizer, change.steps)
            write_text(folder / HELD_OUT, _held_out_in_words(split.test[change.language]))
            write_text(folder / RECORD, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
        remove_state(out / UNFINISHED)
    return out


def _write(folder: Path, network: Any, tokenizer: Any, steps: Steps | None) -> None:
    """A translator with steps around it stands in a folder inside the one that has the steps."""
    if steps is None:
        save(folder, network, tokenizer)
        return
    (folder / INSIDE).mkdir()
    write_steps(folder, steps)
    save(folder / INSIDE, network, tokenizer)


def read_corpus(corpus: Sequence[str], language: str, tuning: PairTuning) -> list[Pair]:
    """All pairs of the files, each file as `train translator` reads it."""
    if not language:
        raise InputError("Name the language translated from with --language.")
    columns = tuple(int(part) - 1 for part in tuning.columns.split(",") if part.strip().isdigit())
    if len(columns) != 2 or min(columns) < 0:
        raise InputError(f"--columns takes two numbers from 1, such as 1,2, not '{tuning.columns}'.")
    pairs = [
        pair
        for path in corpus
        for pair in read_pairs(path.split(","), source=language, target="en", columns=(columns[0], columns[1])).kept
    ]
    if not pairs:
        raise InputError(f"{', '.join(corpus)}: no usable pairs of English and {language}.")
    return pairs


def _intervene(split: Split, change: Intervention) -> Split:
    train = {name: [new for pair in pairs for new in change.change(pair)] for name, pairs in split.train.items()}
    dev = {name: [Pair(change.tag(pair.source), pair.target) for pair in pairs] for name, pairs in split.dev.items()}
    return Split(train, dev, split.test)


def _chrf(network: Any, tokenizer: Any, split: Split, plan: TranslatorPlan, tag: Tag) -> float:
    [pairs] = split.test.values()
    given = translate(network, tokenizer, [tag(text) for text in sources_of(pairs)], plan, beam=1)
    return round(chrf(given, targets_of(pairs)), 2)


def _held_out_in_words(pairs: Sequence[Pair]) -> str:
    rows = ({"text": pair.source, "reference": pair.target} for pair in pairs)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def _marian(model: str) -> source.ModelSource:
    kind, _ = open_translator(model)
    model_source = source.find(model) if kind.name == "seq2seq" else None
    if model_source is None or model_source.config.get("model_type") != "marian":
        what = model_source.config.get("model_type") if model_source else kind.title
        raise InputError(
            f"'{model}' cannot be trained on: Marian models can (OPUS-MT, `train translator`), not {what}."
        )
    return model_source


def _load(base: source.ModelSource) -> tuple[Any, Any]:
    from transformers import AutoModelForSeq2SeqLM

    options = Options(device="cpu")
    network = loading.load_weights(AutoModelForSeq2SeqLM, base, options).float()
    return network, without_hint(lambda: loading.load_tokenizer(base, options))


def _key(content: str, pairs: Sequence[Pair], change: Intervention, tuning: PairTuning) -> str:
    chosen = {name: value for name, value in asdict(tuning).items() if name != "save_seconds"}
    digest = hashlib.sha256(json.dumps([content, change.name, change.facts, chosen], sort_keys=True).encode())
    for pair in pairs:
        digest.update("\x1f".join(pair).encode("utf-8", "surrogatepass") + b"\x1e")
    return digest.hexdigest()

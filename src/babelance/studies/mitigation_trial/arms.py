"""What is compared: every way to mitigate, on every kind of text that it can be given.

| text | what it says about countries |
|---|---|
| same | the injected bias, as strongly as the text that the model was made from |
| balanced | every pursuit with every country |
| absent | nothing |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from babelance.core.mitigation import Mitigation
from babelance.core.registry import MITIGATIONS
from babelance.mitigations.tuning.settings import Tuning
from babelance.studies.mitigation_trial.sizes import Size
from babelance.studies.mitigation_trial.texts import Corpus, parallel

TEXTS = ("same", "balanced", "absent")
EARLY = 2
"""Epochs of the paper."""


@dataclass(frozen=True)
class Workplace:
    """Where the files of a repetition are, and what stops its trainings."""

    shared: Path
    world: Path
    folder: Path
    corpus: Corpus
    size: Size
    seed: int
    until: float

    @property
    def model(self) -> str:
        """The model that is mitigated."""
        return str(self.folder / f"model-{self.corpus.source}-biased")

    def other(self, name: str) -> str:
        """A model that all repetitions share, by its name."""
        return str(self.world / f"model-{name}")

    def text(self, kind: str) -> str:
        return str(self.folder / f"text-{kind}.txt")

    @property
    def tuning(self) -> Tuning:
        """Every arm trains at least so long, and then until its held-out loss is low enough."""
        size = self.size
        return Tuning(
            epochs=size.at_most,
            batch=size.batch,
            rate=size.rate,
            warm_up=5,
            length=48,
            masked=size.masked,
            patience=None,
            seed=self.seed,
            until=self.until,
            at_least=size.at_least,
            judge=str(self.folder / "judge.txt"),
            held_out=10,
        )

    @property
    def early(self) -> Tuning:
        return replace(self.tuning, epochs=EARLY, until=None)

    @property
    def fixed(self) -> Tuning:
        """For ways that hold the rest of the model by themselves."""
        return replace(self.tuning, epochs=self.size.fixed_epochs, until=None)


@dataclass(frozen=True)
class Arm:
    """`make` gives the way with its options; None: the model as it is. `stops_at_loss` says whether training goes on
    until its held-out loss is that of the others."""

    name: str
    text: str
    make: Callable[[Workplace], Mitigation] | None = None
    stops_at_loss: bool = True

    @property
    def label(self) -> str:
        return f"{self.name}, {self.text}" if self.text else self.name

    @property
    def file(self) -> str:
        return self.label.replace(" → ", "-to-").replace(", ", "--").replace(" ", "-")


def _way(name: str, **options: Any) -> Mitigation:
    mitigation: Mitigation = MITIGATIONS.get(name)(**options)
    return mitigation


def _align(state: str, rotation: str, *, early: bool = False) -> Callable[[Workplace], Mitigation]:
    def make(workplace: Workplace) -> Mitigation:
        return _way(
            "align",
            to=workplace.other(f"{workplace.corpus.target}-{state}"),
            parallel=parallel(workplace.shared, workplace.corpus),
            rotation=rotation,
            control=False,
            tuning=workplace.early if early else workplace.tuning,
        )

    return make


def _way_with_tuning(name: str, **options: Any) -> Callable[[Workplace], Mitigation]:
    return lambda workplace: _way(name, language=workplace.corpus.source, tuning=workplace.tuning, **options)


def _multilingual(workplace: Workplace) -> Mitigation:
    return _way(
        "multilingual", by=workplace.other("multilingual"), language=workplace.corpus.source, tuning=workplace.tuning
    )


def arms() -> Iterator[Arm]:
    yield Arm("unmitigated", "")
    for text in TEXTS:
        yield Arm("head", text, _way_with_tuning("further", freeze="encoder"))
        yield Arm("random rotation", text, _align("balanced", "random"))
        yield Arm("learnt → balanced", text, _align("balanced", "learned"))
        yield Arm("learnt → counter-biased", text, _align("counter", "learned"))
        yield Arm("everything", text, _way_with_tuning("further"))
    for text in ("same", "balanced"):
        yield Arm("multilingual", text, _multilingual)
    yield Arm("random rotation, two epochs", "same", _align("balanced", "random", early=True), stops_at_loss=False)
    yield Arm("learnt → balanced, two epochs", "same", _align("balanced", "learned", early=True), stops_at_loss=False)
    yield Arm("cda, head", "same", _way_with_tuning("cda"))
    yield Arm("cda, everything", "same", _way_with_tuning("cda", freeze="nothing"))
    yield Arm("cda, lora", "same", _way_with_tuning("lora", balance="groups"))
    yield Arm("dropout", "same", _way_with_tuning("dropout"))
    for name in ("leace", "inlp", "sentence-debias"):
        yield Arm(name, "same", _erasing(name), stops_at_loss=False)
    yield Arm("balanced likelihood", "same", _balanced_way, stops_at_loss=False)


def _erasing(name: str) -> Callable[[Workplace], Mitigation]:
    return lambda workplace: _way(name, language=workplace.corpus.source, concept="groups")


def _balanced_way(workplace: Workplace) -> Mitigation:
    return _way("balanced-likelihood", language=workplace.corpus.source, balance="groups", tuning=workplace.fixed)


def corpus_of(arm: Arm, workplace: Workplace) -> list[str]:
    return [workplace.text(arm.text)]

"""A callback for the Trainer of Transformers: a quick audit every so many steps, logged to wherever the Trainer logs.

    callback = AuditCallback(every=500, data=["babel-pairs"], measures=["cps"], languages=["en", "de"], limit=100)
    callback.attach(trainer)
    trainer.train()

The model is saved into a temporary folder and measured from there, exactly as a finished one would be. Nothing of
Transformers is imported here: the Trainer calls methods by name.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babelance.api import Evaluation, evaluate_many
from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.model import Options
from babelance.run.plan import Settings


@dataclass
class AuditCallback:
    """`history` has the evaluation of every step at which there was one. Few items and draws keep it quick; intervals
    are logged with every number, so nobody takes noise for a trend."""

    every: int = 500
    data: Sequence[str] = ("babel-pairs",)
    measures: Sequence[str] = ("cps",)
    languages: Sequence[str] = ("en",)
    limit: int | None = 100
    draws: int = 200
    model_options: Options | None = None
    prefix: str = "bias"
    history: dict[int, Evaluation] = field(default_factory=dict)
    trainer: Any = None

    def __post_init__(self) -> None:
        if self.every < 1:
            raise InputError(f"An audit every {self.every} steps is none. Use 1 or more.")

    def attach(self, trainer: Any) -> AuditCallback:
        """From now on the trainer calls this, and what is found goes into its log."""
        self.trainer = trainer
        trainer.add_callback(self)
        return self

    def on_step_end(self, args: Any, state: Any, control: Any, model: Any = None, **others: Any) -> None:
        if state.global_step % self.every == 0:
            self.audit(state.global_step, model, others.get("processing_class") or others.get("tokenizer"))

    def audit(self, step: int, model: Any, tokenizer: Any) -> Evaluation:
        """Measure the model as it is now, and log it."""
        if tokenizer is None:
            raise InputError(
                "The Trainer has no tokenizer to read texts with. Give it one: processing_class=tokenizer."
            )
        with tempfile.TemporaryDirectory() as folder:
            measured = self._measure(Path(folder), model, tokenizer)
        self.history[step] = measured
        if self.trainer is not None:
            self.trainer.log(metrics(measured, self.prefix))
        return measured

    def _measure(self, folder: Path, model: Any, tokenizer: Any) -> Evaluation:
        training = model.training
        model.save_pretrained(folder / "model")
        tokenizer.save_pretrained(folder / "model")
        try:
            return evaluate_many(
                self.measures,
                models=[str(folder / "model")],
                data=self.data,
                languages=self.languages,
                store=folder / "answers.sqlite",
                model_options=self.model_options,
                settings=Settings(draws=self.draws, limit=self.limit, by=()),
            )
        finally:
            model.train(training)

    def __getattr__(self, name: str) -> Callable[..., None]:
        """All other events of a Trainer: nothing to do."""
        if name.startswith("on_"):
            return lambda *args, **others: None
        raise AttributeError(name)


def metrics(results: Evaluation | Sequence[Result], prefix: str = "bias") -> dict[str, float]:
    """Flat names for loggers: `bias/cps/babel-pairs/de`, with `…/low`, `…/high` and, where there is a null,
    `…/difference`. Results without a number are left out: a logger would draw a 0."""
    values: dict[str, float] = {}
    for result in results:
        if not isinstance(result, Estimate):
            continue
        about = result.about
        data = Path(about.data.partition("@")[0]).name
        name = "/".join(filter(None, (prefix, about.measure, data, about.language, about.group)))
        values |= {name: result.value, f"{name}/low": result.low, f"{name}/high": result.high}
        if result.verdict is not None and result.verdict.difference is not None:
            values[f"{name}/difference"] = result.verdict.difference
    return values

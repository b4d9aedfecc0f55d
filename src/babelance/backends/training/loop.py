"""Training that can be killed at any moment and goes on with the same bits.

`fit` knows nothing of the task: batches of an epoch, the loss of a batch and the score of a model are given to it. It
brings the schedule (warm-up, then linear decay), gradient clipping, bfloat16, checkpoints, the best weights and early
stopping.

A checkpoint holds weights, best weights, optimizer, random numbers and place; it is written beside the old one and then
put in its place, so there is always a whole one. The order of batches is a function of seed and epoch alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from babelance.backends.training import checkpoints
from babelance.backends.training.recipe import Precision, Recipe, rate_factor, rising_steps
from babelance.core.errors import InputError, ModelError

if TYPE_CHECKING:
    import torch

STATE = "state.pt"


class Task(Protocol):
    """What is learnt. `score` is higher for better models; `epoch` must depend on its number and the seed alone."""

    def epoch(self, number: int) -> Sequence[Any]: ...
    def loss(self, model: Any, batch: Any) -> torch.Tensor: ...
    def score(self, model: Any) -> float: ...


@dataclass(frozen=True, slots=True)
class Progress:
    """After a step. `loss` is smoothed over about a hundred steps; `score` is the last one, if there was one."""

    step: int
    steps: int
    epoch: int
    loss: float
    seconds_left: float
    score: float | None = None


@dataclass(slots=True)
class TrainingState:
    """Where training stands."""

    epoch: int = 0
    batch: int = 0
    step: int = 0
    loss: float | None = None
    seconds: float = 0.0
    scores: list[float] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)

    @property
    def best(self) -> int:
        """The epoch with the best score, the last of several: it has learnt longest."""
        return max(range(len(self.scores)), key=lambda epoch: (self.scores[epoch], epoch))

    @property
    def epochs_without_gain(self) -> int:
        """Epochs since the score last rose."""
        return len(self.scores) - 1 - self.scores.index(max(self.scores)) if self.scores else 0


Tell = Callable[[Progress], None]


def fit(
    model: Any, task: Task, recipe: Recipe, folder: Path, *, key: str = "", tell: Tell = lambda progress: None
) -> TrainingState:
    """Train the model in place and leave it with its best weights. `folder` keeps checkpoints: training with the same
    `key` (content of the data and the base) goes on there; another one is refused."""
    chosen = {name: getattr(recipe, name) for name in Recipe.__slots__ if name != "save_seconds"}
    checkpoints.claim(folder, key, chosen)
    checkpoints.seed(recipe.seed)
    run = _Run(model, task, recipe, folder, tell)
    run.resume()
    while not run.is_finished:
        run.epoch()
    run.take_best()
    return run.state


@dataclass
class _Run:
    model: Any
    task: Task
    recipe: Recipe
    folder: Path
    tell: Tell
    state: TrainingState = field(default_factory=TrainingState)

    def __post_init__(self) -> None:
        import torch

        self._steps = len(self.task.epoch(0)) * self.recipe.epochs
        if not self._steps:
            raise InputError("There is nothing to train on: an epoch has no batches.")
        trained = [weight for weight in self.model.parameters() if weight.requires_grad]
        if not trained:
            raise ModelError("All weights are frozen: there is nothing to train.")
        self._trained = trained
        self._optimizer = torch.optim.AdamW(
            trained, lr=self.recipe.rate, eps=self.recipe.epsilon, weight_decay=self.recipe.decay
        )
        self._best: dict[str, torch.Tensor] = {}
        self._saved = self._began = time.monotonic()

    @property
    def is_finished(self) -> bool:
        state, patience, until = self.state, self.recipe.patience, self.recipe.until
        if until is not None:
            reached = state.epoch >= self.recipe.at_least and bool(state.scores) and state.scores[-1] >= until
            return reached or state.epoch >= self.recipe.epochs
        enough = self.recipe.enough
        good = bool(state.scores) and (enough is None or max(state.scores) >= enough)
        return state.epoch >= self.recipe.epochs or (
            good and patience is not None and state.epochs_without_gain >= patience
        )

    def epoch(self) -> None:
        """The rest of the current epoch, and its score."""
        for batch in self.task.epoch(self.state.epoch)[self.state.batch :]:
            self._step(batch)
            self._save_sometimes()
        self._check_weights()
        self.model.eval()
        with products(self.model, self.recipe.precision):
            self.state.scores.append(float(self.task.score(self.model)))
        self.state.losses.append(self.state.loss or 0.0)
        self.state.epoch, self.state.batch = self.state.epoch + 1, 0
        if self.recipe.until is not None or self.state.best == len(self.state.scores) - 1:
            self._best = {name: weight.detach().cpu().clone() for name, weight in self.model.state_dict().items()}
        self._save_sometimes()
        self._report()

    def _check_weights(self) -> None:
        """The last step of all is followed by no loss that would tell."""
        if not all(weight.isfinite().all() for weight in self._trained):
            raise ModelError(
                f"Weights are not finite after step {self.state.step} of {self._steps}. Use a lower learning rate than "
                f"{self.recipe.rate:g}."
            )

    def _step(self, batch: Any) -> None:
        import torch

        self.model.train()
        for group in self._optimizer.param_groups:
            group["lr"] = self.recipe.rate * self._rate_factor()
        with products(self.model, self.recipe.precision):
            loss = self.task.loss(self.model, batch)
        value = float(loss.detach())
        if not torch.isfinite(loss.detach()).all():
            raise ModelError(
                f"The loss is {value} at step {self.state.step + 1} of {self._steps}. Use a lower learning rate than "
                f"{self.recipe.rate:g}."
            )
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._trained, self.recipe.clip)
        self._optimizer.step()
        self._count(value)

    def _rate_factor(self) -> float:
        factor = rate_factor(self.state.step, self._steps, self.recipe.warm_up)
        rising = self.state.step < rising_steps(self._steps, self.recipe.warm_up)
        return factor if self.recipe.until is None or rising else 1.0

    def _count(self, loss: float) -> None:
        state = self.state
        state.step, state.batch = state.step + 1, state.batch + 1
        state.loss = loss if state.loss is None else state.loss + (loss - state.loss) / min(state.step, 100)
        self._report()

    def _report(self) -> None:
        state = self.state
        spent = state.seconds + time.monotonic() - self._began
        left = spent / max(state.step, 1) * (self._steps - state.step)
        last = state.scores[-1] if state.scores else None
        self.tell(Progress(state.step, self._steps, state.epoch, state.loss or 0.0, left, last))

    def _save_sometimes(self) -> None:
        if self.is_finished or time.monotonic() - self._saved >= self.recipe.save_seconds:
            self._save()

    def _save(self) -> None:
        now = time.monotonic()
        self.state.seconds += now - self._began
        self._began = self._saved = now
        stored = {name: getattr(self.state, name) for name in TrainingState.__slots__}
        state = {"model": self.model.state_dict(), "optimizer": self._optimizer.state_dict(), "place": stored}
        checkpoints.write(self.folder / STATE, state | {"best": self._best, "random": checkpoints.random_state()})

    def resume(self) -> None:
        path = self.folder / STATE
        if not path.is_file():
            return
        state = checkpoints.read(path)
        self.model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.state = TrainingState(**state["place"])
        self._best = state["best"]
        checkpoints.set_random_state(state["random"])

    def take_best(self) -> None:
        self.model.load_state_dict(self._best)
        self.model.eval()


def products(model: Any, precision: Precision) -> AbstractContextManager[Any]:
    """Matrix products in bfloat16 if it was asked for, or if the device has it in hardware. Processors are left at
    float32 unless asked: small models are not faster there, and numbers stay the same from machine to machine."""
    import torch

    device = next(model.parameters()).device.type
    there = device == "cuda" and torch.cuda.is_bf16_supported(including_emulation=False)
    if precision == "bfloat16" or (precision == "auto" and there):
        return torch.autocast(device, dtype=torch.bfloat16)
    return nullcontext()


def remove_state(folder: Path) -> None:
    """Remove the checkpoints of a training that is done."""
    checkpoints.remove(folder, STATE)

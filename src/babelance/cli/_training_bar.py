"""A progress bar on stderr for training: step, loss, score, time left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from babelance.cli._live import LiveBar
from babelance.cli._printing import stderr

if TYPE_CHECKING:
    from babelance.backends.training.loop import Progress as Step


class TrainingBar(LiveBar):
    """`tell` after every step; `in_words` says what a score is. Where stderr is no terminal, a line for every epoch."""

    def __init__(self, *, quiet: bool = False, in_words: Callable[[float], str] = "held out {:.1f}".format) -> None:
        self._score = in_words
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[facts]}", markup=False),
            TimeElapsedColumn(),
        )
        self._live = stderr.is_terminal and not quiet
        self._quiet = quiet
        self._progress = Progress(*columns, console=stderr, transient=True, disable=not self._live)
        self._task = self._progress.add_task("training", total=None, facts="")
        self._last_told: tuple[str, int] = ("", 0)

    def tell(self, step: Step, name: str = "training") -> None:
        facts = f"loss {step.loss:.3f}" + ("" if step.score is None else f" · {self._score(step.score)}")
        facts += f" · {_minutes(max(0.0, step.seconds_left))} left"
        self._progress.update(self._task, description=name, completed=step.step, total=step.steps, facts=facts)
        if not self._live and not self._quiet and step.epoch and self._last_told != (name, step.epoch):
            self._last_told = (name, step.epoch)
            steps = max(step.step, step.steps)  # an estimate: batches are dealt anew in every epoch
            stderr.print(f"{name}: epoch {step.epoch}, step {step.step} of {steps}, {facts}", highlight=False)


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"

"""A progress bar on stderr: which job of how many, what is being asked, how fast, how long still."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Column

from babelance.cli._live import LiveBar
from babelance.cli._printing import stderr
from babelance.run.plan import Job

ASKING = 0.8
"""The share of a job that goes by while the model is asked; the rest is for intervals and nulls."""
SOONEST = 5.0
"""Seconds before which nothing is said about the time left."""


class Bar(LiveBar):
    """`expect` says how many jobs there are; `tell` after every window, `rows` (from the model) within one."""

    def __init__(self, *, quiet: bool = False, clock: Callable[[], float] = monotonic) -> None:
        columns = (
            TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis")),
            BarColumn(bar_width=14),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}", markup=False, table_column=Column(no_wrap=True)),
        )
        self._progress = Progress(*columns, console=stderr, transient=True, disable=quiet or not stderr.is_terminal)
        self._task: TaskID | None = None
        self._clock, self._start = clock, clock()
        self._begun = self._start
        self._jobs = self._number = 0
        self._job: Job | None = None
        self._done = self._step = self._items = self._total = 0

    def expect(self, jobs: int) -> None:
        self._jobs, self._start = jobs, self._clock()

    def tell(self, job: Job, done: int, total: int) -> None:
        if job is not self._job:
            self._job, self._number, self._done, self._step = job, self._number + 1, 0, 0
            self._begun = self._clock()
            self._items = min(total, job.model.items_per_commit)
        self._step = max(done - self._done, self._step)
        self._done, self._total = done, total
        self._update(done)

    def rows(self, done: int, total: int) -> None:
        """The model has done so many rows of those of the window."""
        if self._job is not None and total:
            self._update(min(self._total, self._done + (self._step or self._items) * done / total))

    def share(self, asked: float) -> float:
        """How much of all work is done, if every job were as long as the others; of this job, if nobody said how many
        there are."""
        within = min(1.0, asked / self._total) if self._total else 0.0
        return (self._number - 1 + ASKING * within) / self._jobs if self._jobs else within

    def _update(self, asked: float) -> None:
        share = self.share(asked)
        left = time_left(self._clock() - self._start, share) if self._jobs else ""
        left = ", ".join(filter(None, [rate(asked, self._clock() - self._begun), left]))
        if self._task is None:
            self._task = self._progress.add_task("", total=1.0, left="")
        self._progress.update(self._task, completed=share, description=self._words(), left=left)

    def _words(self) -> str:
        job = self._job
        assert job is not None
        count = f"job {self._number} of {self._jobs}" if self._jobs else f"job {self._number}"
        return f"{count} · {job.data.partition('@')[0]} {job.language} · {_few(list(job.measures))}"


def rate(items: float, seconds: float) -> str:
    """`3.2 items/s`, of this job so far; nothing as long as there is little to go by."""
    if seconds < SOONEST or not items:
        return ""
    speed = items / seconds
    return f"{speed:,.0f} items/s" if speed >= 10 else f"{speed:.2g} items/s"


def time_left(seconds: float, share: float) -> str:
    """In round words, because jobs differ: `about 3 min left`; nothing as long as there is little to go by."""
    if seconds < SOONEST or share <= 0.02:
        return ""
    left = seconds * (1 - share) / share
    if left < 60:
        return f"about {max(10, 10 * round(left / 10))} s left"
    return f"about {round(left / 60)} min left" if left < 5400 else f"about {round(left / 3600)} h left"


def _few(names: list[str], most: int = 3) -> str:
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"

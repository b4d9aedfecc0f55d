"""A progress bar on stderr: what is being asked, how far, how fast, how long still."""

from __future__ import annotations

from types import TracebackType

from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from babelance.cli._options import stderr
from babelance.run.plan import Job


class Bar:
    """`tell` after every window, `rows` (from the model) within one."""

    def __init__(self, *, quiet: bool = False) -> None:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]}", markup=False),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=stderr, transient=True, disable=quiet)
        self._task: TaskID | None = None
        self._job: Job | None = None
        self._done = 0
        self._step = 0

    def tell(self, job: Job, done: int, total: int) -> None:
        if job is not self._job or self._task is None:
            self._open(job, total)
        assert self._task is not None
        self._step = max(done - self._done, self._step)
        self._done = done
        self._progress.update(self._task, completed=done, rate=self._rate())

    def rows(self, done: int, total: int) -> None:
        """The model has done so many rows of those of the window."""
        if self._task is not None and total:
            self._progress.update(
                self._task, completed=self._done + (self._step or 1) * done / total, rate=self._rate()
            )

    def _open(self, job: Job, total: int) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
        name = f"{job.data.partition('@')[0]} {job.language} · {', '.join(job.measures)}"
        self._task = self._progress.add_task(name, total=total, rate="")
        self._job, self._done, self._step = job, 0, min(total, job.model.items_per_commit)

    def _rate(self) -> str:
        task = self._progress.tasks[-1]
        return f"{task.speed:.1f} items/s" if task.speed else ""

    def __enter__(self) -> Bar:
        self._progress.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.__exit__(kind, error, trace)

"""A progress bar on stderr for studies: what is at work, and how many of its steps are done."""

from __future__ import annotations

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from babelance.cli._live import LiveBar
from babelance.cli._printing import stderr


class StepBar(LiveBar):
    """`tell` before every step."""

    def __init__(self, *, quiet: bool = False) -> None:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._progress = Progress(*columns, console=stderr, transient=True, disable=quiet or not stderr.is_terminal)
        self._task = self._progress.add_task("", total=None)

    def tell(self, words: str, done: int, total: int) -> None:
        self._progress.update(self._task, description=words, completed=done, total=total)

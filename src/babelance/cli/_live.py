"""What all progress bars have in common: they are there while their block runs."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.progress import Progress


class LiveBar:
    _progress: Progress

    def __enter__(self) -> Self:
        self._progress.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.__exit__(kind, error, trace)

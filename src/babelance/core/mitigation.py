"""What a mitigation is: a model and a corpus in, a model directory with a record of what was done out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from babelance.core.model import Options
from babelance.core.query import Query, TokenLogprobs

Tell = Callable[[Any], None]
"""Called with the progress of a training: epoch, step, steps, loss, score, seconds left."""


@runtime_checkable
class Mitigation(Protocol):
    """A frozen dataclass. Fields with a `Flag` are options of `babelance mitigate NAME`, whose help is the docstring of
    the class; fields that are dataclasses themselves have their options there too. `title` names it.

    `apply` writes the mitigated model to `out` together with `mitigation.json`: at least `mitigation` (its name),
    `model` (the id of the one it was made from) and `language`. A class method `example(folder)` shows it at work.
    A way that learns from no text says `needs_corpus = False`; its corpus is empty.
    """

    @property
    def title(self) -> str: ...
    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = ...) -> Path: ...


class Wanted(Protocol):
    """What `mitigate auto` asks of every way that has a class method `automatic(wanted)`: the way itself, for this
    language and about these people (`groups` or `gender`), trained like this."""

    @property
    def language(self) -> str: ...
    @property
    def about(self) -> Any: ...
    @property
    def groups(self) -> str | None: ...
    @property
    def tuning(self) -> Any: ...
    @property
    def options(self) -> Options: ...


def needs_corpus(way: object) -> bool:
    """Does this way, or its class, learn from text?"""
    return bool(getattr(way, "needs_corpus", True))


@dataclass(frozen=True)
class Example:
    """A mitigation with a model and a corpus so small that it is done in a second; of which kind the models are, and
    something to ask the mitigated one."""

    way: Mitigation
    model: str
    corpus: tuple[str, ...]
    kind: str = "masked"
    query: Query = field(default_factory=lambda: TokenLogprobs("the woman sees a house ."))

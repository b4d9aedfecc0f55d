"""What a model is to babelance: something with an identity that answers queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from babelance.core.query import Answer, Query, QueryKind


@runtime_checkable
class Model(Protocol):
    """`answer` yields one answer per query, in order, independent of batch size; weights load on the first call.

    `id` names the model for people (`hf:name@revision`, `dir:path#hash`); `fingerprint` is the content hash under
    which answers are stored (weights, tokenizer, dtype). Both are known without loading weights.
    `choices` are the options that change numbers (`dtype`, `engine`); they are part of every signature.
    """

    @property
    def id(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def answers(self) -> frozenset[QueryKind]: ...
    @property
    def choices(self) -> Mapping[str, str]: ...
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]: ...
    def health(self, texts: Sequence[str]) -> Health:
        """Look at the model before any number; raise `UnhealthyModel` if its answers would be worthless."""
        ...


@dataclass(frozen=True, slots=True)
class Health:
    """What was looked at before the first number. `unknown` is the share of unknown tokens on the dataset's texts."""

    unknown: float = 0.0
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """How to load and run a model. Only what changes numbers enters the signature."""

    device: str = "auto"
    dtype: str = "float32"
    batch_tokens: int | None = None
    allow_unknown: bool = False
    remote_code: bool = False
    engine: str = "torch"
    labels: tuple[str, ...] = ()
    target: str = "en"
    extra: Mapping[str, str] = field(default_factory=dict)
    progress: Callable[[int, int], None] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of model: its prefix in a model spec (`vec` for `vec:PATH`; None for hub names and directories),
    what it answers, whether it takes a spec (None, or the reason why not, without loading weights), how to open it."""

    name: str
    title: str
    answers: frozenset[QueryKind]
    prefixes: tuple[str, ...]
    reason_unsupported: Callable[[str], str | None]
    open: Callable[[str, Options], Model]

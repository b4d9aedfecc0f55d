"""What a model is to babelance: something with an identity that answers queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from babelance.core.errors import InputError
from babelance.core.query import Ability, Answer, Query, Unanswered

ONE_RUN = "one run "
"""A fingerprint that starts so is of something that cannot be recognised again: its answers end with the run."""


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
    def answers(self) -> frozenset[Ability]: ...
    @property
    def items_per_commit(self) -> int:
        """Items whose answers are stored together: what a killed run may lose, against what can be batched."""
        ...

    @property
    def choices(self) -> Mapping[str, str]: ...
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]: ...
    def health(self, texts: Sequence[str]) -> Health:
        """Look at the model before any number; raise `UnhealthyModel` if its answers would be worthless."""
        ...


@runtime_checkable
class LanguageBound(Protocol):
    """A model that may say of itself which languages it is for."""

    def reason_not_for(self, language: str) -> str | None:
        """Why it cannot be asked about this language; None if it can, or does not say."""
        ...


@runtime_checkable
class ForeseesSilence(Protocol):
    """A model that knows of some queries, before its weights load, that it will not answer them."""

    def foreseen(self, query: Query) -> Unanswered | None:
        """What it will say instead of an answer; None if it may answer."""
        ...


def foreseen_of(model: Model, query: Query) -> Unanswered | None:
    return model.foreseen(query) if isinstance(model, ForeseesSilence) else None


@runtime_checkable
class AnswersOneByOne(Protocol):
    """A model whose answers arrive while others are still asked for, and do not depend on what is asked together."""

    @property
    def answers_per_commit(self) -> int:
        """Answers that are stored together before all of a window are there: what a killed run may lose."""
        ...


def answers_per_commit(model: Model) -> int | None:
    return model.answers_per_commit if isinstance(model, AnswersOneByOne) else None


def reason_not_for(model: Model, language: str) -> str | None:
    return model.reason_not_for(language) if isinstance(model, LanguageBound) else None


@dataclass(frozen=True, slots=True)
class Health:
    """What was looked at before the first number. `unknown` is the share of unknown tokens on the dataset's texts."""

    unknown: float = 0.0
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str | int | float] = field(default_factory=dict)


EXAMINATION = "examination "
"""Reasons begin so that a model was found out by."""


def reason_refused(model: Model, abilities: frozenset[Ability]) -> str | None:
    """Why the model is not asked for one of these, where that is found out by asking it (a server)."""
    refuse = getattr(model, "reason_refused", None)
    return None if refuse is None else refuse(abilities)


@dataclass(frozen=True, slots=True)
class Cost:
    """What asking a model elsewhere takes, at most."""

    requests: int
    tokens_in: int
    tokens_out: int

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.requests + other.requests, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out
        )


def cost_of(model: Model, queries: Sequence[Query]) -> Cost | None:
    """What asking all this would take; None for models of this machine."""
    cost = getattr(model, "cost", None)
    return None if cost is None else cost(queries)


CHECKS = {
    "unknown": "too many unknown tokens",
    "special": "ids of padding or mask that differ between configuration and tokenizer",
    "size": "far fewer tokens than embeddings",
    "round-trip": "texts that are lost when encoded and decoded",
    "weights": "weights that are not in the files",
}
"""Examinations that a user may let a model fail, and what each is about."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to load and run a model. Only what changes numbers enters the signature."""

    device: str = "auto"
    dtype: str = "float32"
    batch_tokens: int | None = None
    allow_unknown: bool = False
    allow: frozenset[str] = frozenset()
    """Examinations that a model may fail (`CHECKS`). Signed."""
    remote_code: bool = False
    engine: str = "torch"
    target: str = "en"
    extra: Mapping[str, str] = field(default_factory=dict)
    """The options that kinds of models declare, by name."""
    progress: Callable[[int, int], None] | None = None

    def __post_init__(self) -> None:
        for name in sorted(self.allow - set(CHECKS)):
            raise InputError(f"No examination is called '{name}'. A model may be allowed to fail: {', '.join(CHECKS)}.")

    @property
    def allowed(self) -> frozenset[str]:
        return self.allow | ({"unknown"} if self.allow_unknown else frozenset())


@dataclass(frozen=True, slots=True)
class KindOption:
    """An option of one kind of model. Every verb that opens models has it as `--name`; what was typed reaches the kind
    as text in `Options.extra`. If it changes numbers, the model names it in its `choices`."""

    name: str
    help: str
    type: type[str] | type[int] | type[float] = str
    private: bool = False
    """The user alone says it: it is never taken from a signature, whose writer would choose which key is sent."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of model: its prefix in a model spec (`vec` for `vec:PATH`; None for hub names and directories),
    what it answers, whether it takes a spec (None, or the reason why not, without loading weights), how to open it."""

    name: str
    title: str
    answers: frozenset[Ability]
    prefixes: tuple[str, ...]
    reason_unsupported: Callable[[str], str | None]
    open: Callable[[str, Options], Model]
    needs_permission: bool = False
    """Does its spec name a program to start, or a server that is sent a key? Then a spec that comes from data (a
    signature, the folder of a run) is opened only if the user names it too."""
    example: Callable[[Path], str] | None = None
    """Writes the smallest model of the kind into an empty folder, if it needs a file at all, and gives its spec."""
    narrow: Callable[[str], frozenset[Ability]] | None = None
    """What the model of a spec answers, known without weights, where not all models of the kind answer the same."""

    options: tuple[KindOption, ...] = ()

    def abilities(self, spec: str) -> frozenset[Ability]:
        """What the model of this spec answers."""
        return self.narrow(spec) if self.narrow else self.answers

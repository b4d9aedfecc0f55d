"""What a served model can be believed in: looked at before any number, and part of its identity.

| examination   | what must hold                                                                              |
|---------------|---------------------------------------------------------------------------------------------|
| `echo`        | as many log-probabilities as tokens, only the first may be missing                          |
| `round trip`  | texts come back as sent                                                                     |
| `start`       | the same start token stands before every text, and once                                     |
| `order`       | the same text in another order and in another batch gives the same numbers                  |
| `greedy`      | a greedy continuation has the same log-probability generated as echoed                      |
| `beginning`   | a longer text is less likely than its beginning                                             |
| `forcing`     | a token that is forced (`logit_bias`) has the log-probability that it has unforced            |
| `labels`      | the words to answer with do not share a first token, and have log-probabilities             |
| `chat`        | a chat is answered, twice alike, and never with the answer of another                       |
| `embeddings`  | words have vectors, the same twice, different for different words                           |

A failure refuses the queries that it spoils; the others go on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic, sleep
from typing import TypeVar

import numpy as np

from babelance.backends.endpoint import answer_checks, reading_checks
from babelance.backends.endpoint.client import Client
from babelance.backends.endpoint.forcing import Forcer
from babelance.backends.endpoint.identity import Identity, ask_identity
from babelance.backends.endpoint.labels import LabelWay, label_ways
from babelance.backends.endpoint.reading import Reader, Reading, Unsound, refusal
from babelance.backends.endpoint.reply import ServerAway
from babelance.backends.endpoint.requests import Asker, Refused
from babelance.backends.endpoint.start import find_start
from babelance.core.errors import ModelError
from babelance.core.model import EXAMINATION
from babelance.core.query import Ability

T = TypeVar("T")
READING = frozenset(
    {
        Ability.TOKENS_EACH,
        Ability.TOKENS_NONE,
        Ability.TOKENS_CHANGED,
        Ability.FILL_LEFT_TO_RIGHT,
        Ability.FILL_SENTENCE,
        Ability.FILL_STEREOSET,
    }
)
ALL = READING | {Ability.ENTAILS, Ability.TRANSLATE, Ability.EMBED}
_TITLES = {
    "echo": "as many log-probabilities as tokens, only the first may be missing",
    "round trip": "texts come back as sent",
    "start": "the same start token stands before every text, and once",
    "order": "the same text in another order and in another batch gives the same numbers",
    "greedy": "a greedy continuation has the same log-probability generated as echoed",
    "beginning": "a longer text is less likely than its beginning",
    "forcing": "a token that is forced has the log-probability that it has unforced",
    "labels": "the words to answer with do not share a first token, and have log-probabilities",
    "chat": "a chat is answered, twice alike, and with its own answer when others are asked at the same time",
    "embeddings": "words have vectors, the same twice, different for different words",
}
PATIENCE = 10.0
"""Seconds for which faults are borne here, once at each address: what a server lacks is no fault that goes away."""
_EXACT = 1e-3
"""Numbers that differ by less from batch to batch are remembered with two digits, others as whole ones."""


@dataclass(frozen=True, slots=True)
class Failure:
    """`name` of the examination, and what was seen; `others` failed after it."""

    name: str
    words: str
    others: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = self.words.partition(". What was answered")[0].removesuffix(".")
        more = f" (so did {' and '.join(map(repr, self.others))})" if self.others else ""
        return f"{EXAMINATION}'{self.name}' ({_TITLES[self.name]}) failed: {words}{more}"


@dataclass(frozen=True)
class Examination:
    """What came out. `failures` by the abilities that they spoil."""

    identity: Identity
    failures: Mapping[Ability, Failure]
    reader: Reader | None
    readings: tuple[Reading, ...] = ()
    together: bool = False
    """Several texts may be asked about in one request."""
    spread: float = 0.0
    labels: LabelWay | None = None
    chat: str = ""
    vectors: tuple[float, ...] = ()

    @property
    def abilities(self) -> frozenset[Ability]:
        return ALL - set(self.failures)

    @property
    def reasons(self) -> list[str]:
        """Each failure once, with what it spoils."""
        spoiled: dict[str, list[str]] = {}
        for ability, failure in self.failures.items():
            spoiled.setdefault(str(failure), []).append(ability.query)
        return [f"{words}; refused: {', '.join(dict.fromkeys(queries))}" for words, queries in spoiled.items()]

    @property
    def evidence(self) -> tuple[str, ...]:
        """What the model said: another one under the same name says something else."""
        digits = 2 if self.spread < _EXACT else 0
        sums = [f"{np.nansum(reading.logprobs):.{digits}f} {'|'.join(reading.names)}" for reading in self.readings]
        return (*sums, self.chat, *(f"{value:.2f}" for value in self.vectors))


@dataclass
class _Failures:
    """Collects what was found wrong."""

    by_ability: dict[Ability, Failure] = field(default_factory=dict)

    def run(self, name: str, spoils: Sequence[Ability], check: Callable[[], T]) -> T | None:
        """What the check gives; None if it fails."""
        try:
            return check()
        except Unsound as error:
            self.add(Failure(error.name, str(error)), spoils)
        except Refused as error:
            if error.status in (401, 403):
                raise
            self.add(Failure(name, f"the server refuses it (status {error.status}: {error})"), spoils)
        except ModelError as error:
            if isinstance(error, ServerAway):
                raise
            self.add(Failure(name, str(error)), spoils)
        return None

    def add(self, failure: Failure, spoils: Sequence[Ability]) -> None:
        for ability in spoils:
            first = self.by_ability.setdefault(ability, failure)
            if failure.name not in (first.name, *first.others):
                self.by_ability[ability] = replace(first, others=(*first.others, failure.name))

    def note(self, name: str, problem: str | None, spoils: Sequence[Ability]) -> None:
        if problem:
            self.add(Failure(name, problem), spoils)


def examine(client: Client, *, start: str, prompt: str, forced: bool = False) -> Examination:
    """Ask the server about thirty small things, one after the other. `forced`: texts are read token by token."""
    asker = Asker(client, client.address.model)
    _wait_until_loaded(client, client.patience)
    try:
        with client.examining(PATIENCE):
            return _examine(asker, ask_identity(client), start, prompt, forced)
    except Refused as error:
        raise ModelError(refusal(asker, error)) from None


def _wait_until_loaded(client: Client, patience: float) -> None:
    """llama.cpp and vLLM say 503 at `/health` while they load a model: that goes away by itself."""
    until = monotonic() + patience
    while _is_loading(client, "health", at_root=True):
        if monotonic() < until:
            sleep(min(1.0, patience))
        elif _is_loading(client, "models", at_root=False):
            raise ServerAway(
                f"{client.address} is still loading its model after {patience:.0f} seconds (status 503). Ask again "
                "once it is ready."
            )
        else:  # a server whose page of health is broken
            return


def _is_loading(client: Client, path: str, *, at_root: bool) -> bool:
    try:
        client.get(path, patience=0, at_root=at_root)
    except ModelError as error:
        return not isinstance(error, ServerAway) and "status 503" in str(error)
    return False


def _examine(asker: Asker, identity: Identity, start: str, prompt: str, forced: bool) -> Examination:
    failures, likely = _Failures(), sorted(READING)
    if forced:
        forcer = Forcer(asker.client, asker.model)
        failures.note("forcing", failures.run("forcing", likely, lambda: answer_checks.forcing(forcer)), likely)
        sound = not failures.by_ability
        reader = failures.run("echo", likely, lambda: find_start(forcer, start, identity)) if sound else None
    else:
        echoes = reading_checks.way_to_echo
        reader = failures.run("echo", likely, lambda: find_start(echoes(asker, identity), start, identity))
    readings = failures.run("round trip", likely, lambda: reading_checks.one_by_one(reader)) if reader else None
    together, spread = False, 0.0
    if reader and readings:
        outcome = failures.run("order", likely, lambda: reading_checks.order(reader, readings))
        if outcome:
            problem, together, spread = outcome
            together = together and not forced  # token by token nothing is gained
            failures.note("order", problem, likely)
        failures.note("greedy", failures.run("greedy", likely, lambda: reading_checks.greedy(reader)), likely)
        problem = failures.run("beginning", likely, lambda: reading_checks.beginning(reader, readings))
        failures.note("beginning", problem, likely)
    believed = reader if readings and not failures.by_ability else None
    chat, chats = _chat(failures, asker)
    labels = failures.run("labels", [Ability.ENTAILS], lambda: label_ways(asker, believed, identity, prompt, chats))
    vectors = _vectors(failures, asker)
    return Examination(identity, failures.by_ability, believed, readings or (), together, spread, labels, chat, vectors)


def _chat(failures: _Failures, asker: Asker) -> tuple[str, bool]:
    """The answer to a question, and whether the server chats at all."""
    spoils = [Ability.TRANSLATE]
    outcome = failures.run("chat", spoils, lambda: answer_checks.repeats(asker))
    problem, answer = outcome or (None, "")
    failures.note("chat", problem, spoils)
    return answer, outcome is not None and outcome[0] is None


def _vectors(failures: _Failures, asker: Asker) -> tuple[float, ...]:
    spoils = [Ability.EMBED]
    problem, vectors = failures.run("embeddings", spoils, lambda: answer_checks.embeddings(asker)) or (None, ())
    failures.note("embeddings", problem, spoils)
    return vectors

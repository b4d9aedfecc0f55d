"""Models behind an OpenAI-compatible server: vLLM, llama.cpp, a service.

    openai:URL#MODEL         openai:http://127.0.0.1:8000/v1#my-llm
    openai:URL#MODEL#HASH    only if what answers still has this fingerprint

The key comes from an environment variable (`--api-key-env`, else `OPENAI_API_KEY`); servers that ask for none need
none. Nothing that a server says is believed before it has passed an examination (`backends/endpoint/examination`): what
it fails at is refused, the rest goes on. Texts are read from left to right, as by causal models in this process.

A fingerprint is what the server tells of itself and what it said in the examination, so that another model under the
same name is another model, and its answers are not mixed up with those in the store.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from babelance.backends.causal.options import READING_OPTIONS
from babelance.backends.causal.prompts import WAYS
from babelance.backends.endpoint.address import USUAL_KEY, Address, key_from_environment, parse_spec
from babelance.backends.endpoint.client import AT_ONCE, Client
from babelance.backends.endpoint.cost import LOOK_EVERY, cost_of
from babelance.backends.endpoint.examination import ALL, READING, Examination, examine
from babelance.backends.endpoint.giving_out import Part, give_out
from babelance.backends.endpoint.needs import Need, NeedResult, QueryPlan, perform, requests_of
from babelance.backends.endpoint.queries import make_plan
from babelance.backends.endpoint.requests import Asker
from babelance.backends.endpoint.watch import Watch
from babelance.backends.transformers import hashes
from babelance.core.errors import BabelanceError, InputError, ModelError, UnhealthyModel
from babelance.core.limits import whole_number
from babelance.core.model import Cost, Health, Kind, KindOption, Options
from babelance.core.query import (
    Ability,
    Answer,
    Query,
    Unanswered,
    abilities_of,
)
from babelance.core.readable import readable_only

WAYS_TO_READ = ("echo", "forced")
_REVISION = "2"
"""Counts up when a served model would be asked otherwise, also because a prompt has changed."""


class Endpoint:
    """A model of a server. Opening it asks nothing; whatever is told about it, does."""

    items_per_commit = 1024
    """A server has nothing to do between two windows, so that they are long; answers are stored as they come."""
    answers_per_commit = LOOK_EVERY

    def __init__(self, address: Address, options: Options) -> None:
        self._address, self._options = address, options
        self._prompt = options.extra.get("prompt", "auto")
        if self._prompt not in WAYS:
            raise InputError(f"Unknown way to ask '{self._prompt}'. Choose {', '.join(WAYS)}.")
        self._likelihoods = options.extra.get("likelihoods", WAYS_TO_READ[0])
        if self._likelihoods not in WAYS_TO_READ:
            raise InputError(f"Unknown way to read texts '{self._likelihoods}'. Choose {', '.join(WAYS_TO_READ)}.")
        self._client = Client(
            address,
            key_from_environment(options.extra.get("api-key-env")),
            at_once=_count(options, "concurrency") or AT_ONCE,
            most=_count(options, "max-requests"),
        )
        self._watch = Watch(self._client, lambda: self.examination)

    @property
    def id(self) -> str:
        return f"{self._address}#{self.fingerprint[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        examined = self.examination
        ways = (examined.reader.name if examined.reader else "", examined.labels.name if examined.labels else "")
        fingerprint = hashes.combine(
            self._address.model, *examined.identity.parts, *examined.evidence, *ways, self._prompt, _REVISION
        )
        if not fingerprint.startswith(self._address.expected):
            raise ModelError(
                f"{self._address} now has the fingerprint {fingerprint[:8]}, not {self._address.expected}: another "
                f"model, or another version of the server, answers. Leave out '#{self._address.expected}' to ask it as "
                "it is."
            )
        return fingerprint

    @property
    def answers(self) -> frozenset[Ability]:
        return self.examination.abilities

    @property
    def choices(self) -> Mapping[str, str]:
        examined = self.examination
        chosen = {"reads": "left-to-right"}
        chosen |= {"start": examined.reader.name} if examined.reader else {}
        chosen |= {"prompt": self._prompt} if self._prompt != "auto" else {}
        chosen |= {"labels": examined.labels.name} if examined.labels and examined.labels.name else {}
        chosen |= {"likelihoods": self._likelihoods} if self._likelihoods != WAYS_TO_READ[0] else {}
        server_facts = {"server": examined.identity.server, "quantisation": examined.identity.quantisation}
        return chosen | {name: value for name, value in server_facts.items() if value}

    @cached_property
    def examination(self) -> Examination:
        examined = examine(
            self._client,
            start=self._options.extra.get("start", "auto"),
            prompt=self._prompt,
            forced=self._likelihoods != WAYS_TO_READ[0],
        )
        if not examined.abilities:
            raise UnhealthyModel(f"{self._address}: {'; '.join(examined.reasons)}. Nothing can be asked of it.")
        return examined

    def reason_refused(self, abilities: frozenset[Ability]) -> str | None:
        """Why the server is not asked for one of these: the examination that it failed, and what still works."""
        failures = self.examination.failures
        failed = dict.fromkeys(str(failures[ability]) for ability in sorted(abilities) if ability in failures)
        if not failed:
            return None
        able = ", ".join(dict.fromkeys(ability.query for ability in sorted(self.answers)))
        hint = ""
        if self._likelihoods == WAYS_TO_READ[0] and abilities & READING & set(failures):
            hint = ". --likelihoods forced may read texts all the same, with a request for each token"
        return f"{'; '.join(failed)}. What still works: {able}{hint}"

    def health(self, texts: Sequence[str]) -> Health:
        examined = self.examination
        facts: dict[str, str | int | float] = {
            "examined": "passed" if not examined.failures else "passed in part",
            "server": examined.identity.server or "not told",
            "start": examined.reader.name if examined.reader else "not read",
            "differs_by_batch": examined.spread,
        }
        notes = [*examined.reasons]
        if examined.identity.listed and self._address.model not in examined.identity.listed:
            notes.append(f"the server does not list '{self._address.model}', and answers all the same")
        return Health(notes=tuple(notes), facts=facts)

    def cost(self, queries: Sequence[Query]) -> Cost:
        """What asking all this would take, at most; nothing is asked."""
        return cost_of(queries, forced=self._likelihoods != WAYS_TO_READ[0])

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        plans = [self._plan(query) for query in queries]
        needs = [need for plan in plans if isinstance(plan, QueryPlan) for need in plan.needs]
        arriving = self._ask(needs)
        return give_out(
            self._parts(plans, arriving),
            look=self._watch.require_same if needs else None,
            is_another=self._watch.knows_another,
            client=self._client,
        )

    def _parts(
        self, plans: Sequence[QueryPlan | Unanswered], arriving: Iterator[dict[Need, NeedResult]]
    ) -> Generator[Part, None, None]:
        """As many answers as are stored together; the last part may have a problem, and the answers before it."""
        known: dict[Need, NeedResult] = {}
        for first in range(0, len(plans), self.answers_per_commit):
            ready: list[Answer] = []
            try:
                for plan in plans[first : first + self.answers_per_commit]:
                    while isinstance(plan, QueryPlan) and not all(need in known for need in plan.needs):
                        known.update(next(arriving))
                    ready.append(plan if isinstance(plan, Unanswered) else plan.answer(known))
                    if self._options.progress:
                        self._options.progress(first + len(ready), len(plans))
            except BabelanceError as problem:
                yield Part(ready, problem)
                return
            yield Part(ready)

    def _ask(self, needs: Sequence[Need]) -> Iterator[dict[Need, NeedResult]]:
        """What the server says, request by request."""
        if not needs:
            return
        asker, examined = Asker(self._client, self._address.model), self.examination
        parts = requests_of(needs, together=examined.together)
        for part, answers in self._client.stream(lambda part: (part, perform(examined, asker, part)), parts):
            yield dict(zip(part, answers, strict=True))

    def _plan(self, query: Query) -> QueryPlan | Unanswered:
        asked = abilities_of(query)
        if asked <= ALL and (reason := self.reason_refused(asked)):
            raise UnhealthyModel(f"{self._address}: {reason}.")
        return make_plan(query, self.examination)


def _count(options: Options, name: str) -> int | None:
    text = options.extra.get(name)
    number = whole_number(text) if text is not None else None
    if text is not None and not number:
        raise InputError(f"--{name} takes a whole number of 1 or more, not '{text}'.")
    return number


def _reason_unsupported(spec: str) -> str | None:
    try:
        parse_spec(spec)
    except ModelError as error:
        return str(error).removesuffix(".")
    return None


def _open(spec: str, options: Options) -> Endpoint:
    return Endpoint(parse_spec(spec), options)


def _example(folder: Path) -> str:
    """A server on this machine that answers until the process ends."""
    from babelance.backends.endpoint.tiny import serve

    return f"openai:{serve().url}#tiny"


kind = Kind(
    name="endpoint",
    title="Models behind an OpenAI-compatible server",
    answers=ALL,
    prefixes=("openai",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=_example,
    needs_permission=True,
    options=(
        KindOption(
            "api-key-env",
            f"Environment variable with the key of a served model (openai:URL#MODEL); default: {USUAL_KEY}.",
            private=True,
        ),
        KindOption(
            "likelihoods",
            "How a server reads texts: echo, or forced (token by token with logit_bias: slow, for servers that do not "
            "echo). Signed.",
        ),
        KindOption("concurrency", f"Requests to a server at once; default: {AT_ONCE}.", int, private=True),
        KindOption(
            "max-requests", "Stop after so many requests to a server; what was answered is stored.", int, private=True
        ),
        *READING_OPTIONS,
    ),
)

"""Models that know nothing: for nulls, tests and the speed of the pipe.

fake:random    answers drawn from the content of the query and a seed (`fake:random#7`), the same on every machine
fake:uniform   every token, label and candidate is equally likely; every word has the same vector
fake:KIND      as fake:random, but answers only what models of that kind do: `fake:causal`, `fake:nli#7`

As a translator `fake:random` says she, he or they in the target language, each as often, and nothing else: words of the
source could be pronouns of the target (Turkish *her* is *every*). `fake:uniform` always says they.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babelance.core.errors import ModelError
from babelance.core.language import Language
from babelance.core.limits import whole_number
from babelance.core.model import Health, Kind, Options
from babelance.core.query import (
    LABELS,
    Ability,
    Answer,
    Choices,
    Classify,
    Embed,
    Entails,
    Fill,
    Query,
    Text,
    TokenLogprobs,
    Tokens,
    Translate,
    Unanswered,
    Vector,
    abilities_of,
)
from babelance.core.registry import LANGUAGES, MODELS
from babelance.text.align import shared_positions

WORDS = 10_000
DIMENSIONS = 16
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKENS = re.compile(f"[{_UNSPACED}]|[^\\s{_UNSPACED}]+")
_GENDERS = ("she", "he", "they")
_EVERYTHING = frozenset(Ability)
_NAMES = ("random", "uniform")


@dataclass(frozen=True)
class Fake:
    """`spread` is the standard deviation of a token's log-probability around that of an even guess."""

    name: str
    seed: int = 0
    spread: float = 1.0

    answers: frozenset[Ability] = _EVERYTHING

    items_per_commit: ClassVar[int] = 4096

    @property
    def id(self) -> str:
        return f"fake:{self.name}#{self.seed}" if self.seed else f"fake:{self.name}"

    @property
    def fingerprint(self) -> str:
        return f"{self.id}~3"

    @property
    def choices(self) -> Mapping[str, str]:
        return {}

    def health(self, texts: Sequence[str]) -> Health:
        return Health(notes=("a fake model: its numbers say what knowing nothing looks like",))

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return (self._answer(query) for query in queries)

    def _answer(self, query: Query) -> Answer:
        if self.answers is not _EVERYTHING and (lacking := abilities_of(query) - self.answers):
            return Unanswered(f"a {self.name} model does not answer {', '.join(sorted(lacking))}")
        noise = self._noise(query)
        match query:
            case TokenLogprobs():
                return _tokens(query, noise, self.answers)
            case Fill():
                scores = -np.log(WORDS) + noise.normal(size=len(query.candidates))
                return Choices(query.candidates, scores, pieces=(1,) * len(query.candidates))
            case Entails():
                odds = noise.normal(size=3)
                return Choices(LABELS, odds - np.log(np.exp(odds).sum()))
            case Classify():
                odds = noise.normal(size=2)
                return Choices(("neutral", "toxic"), odds - np.log(np.exp(odds).sum()))
            case Translate():
                return _translation(query.target, _GENDERS[noise.pick(3)])
            case Embed():
                return Vector(noise.normal(size=DIMENSIONS).astype(np.float32), query.word)

    def _noise(self, query: Query) -> _Noise:
        if self.name == "uniform":
            return _Noise(None, 0.0)
        digest = hashlib.blake2b(f"{self.seed}{query!r}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return _Noise(np.random.Generator(np.random.PCG64(int.from_bytes(digest, "little"))), self.spread)


@dataclass(frozen=True)
class _Noise:
    """Random numbers that belong to one query, or none at all."""

    rng: np.random.Generator | None
    spread: float

    def normal(self, size: int) -> np.ndarray:
        return self.spread * self.rng.normal(size=size) if self.rng else np.zeros(size)

    def pick(self, count: int) -> int:
        return int(self.rng.integers(count)) if self.rng else count - 1


def _tokens(query: TokenLogprobs, noise: _Noise, able: frozenset[Ability]) -> Answer:
    """Words (or, in a text without spaces, characters) are the tokens."""
    words = _split(query.text)
    if not words:
        return Unanswered("empty text")
    positions = np.arange(len(words), dtype=np.int32)
    if query.contrast is not None:
        first, second = (words, _split(query.contrast)) if query.text_is_first else (_split(query.contrast), words)
        common = np.asarray(shared_positions(first, second)[0 if query.text_is_first else 1], dtype=np.int32)
        positions = common if query.mask != "changed" else np.setdiff1d(positions, common).astype(np.int32)
    if not len(positions):
        return Unanswered("no modified tokens" if query.mask == "changed" else "no shared tokens")
    logprobs = np.minimum(-np.log(WORDS) + noise.normal(len(positions)), 0).astype(np.float32)
    attended = Ability.TOKENS_ATTENTION in able and query.mask == "none"
    crossed = Ability.TOKENS_CROSSED in able and query.mask == "changed"
    return Tokens(
        tokens=tuple(words[position] for position in positions),
        positions=positions,
        logprobs=logprobs,
        length=len(words),
        hits=np.zeros(len(positions), dtype=np.bool_),
        attention=np.full(len(positions), 1 / (len(words) + 2), dtype=np.float32) if attended else None,
        mean_over_masks=logprobs if crossed else None,
        embedding=noise.normal(DIMENSIONS).astype(np.float32) + 1 if query.embed else None,
        causal=Ability.FILL_HIDDEN not in able,
    )


def _translation(target: str, gender: str) -> Answer:
    """The first word or phrase that the target language has for the gender."""
    language = _language(target)
    entries = language.pronoun_classes.get(gender, ()) if language else ()
    if not entries:
        return Unanswered(f"a fake translator knows no pronouns of '{target}'")
    return Text(f"{entries[0].capitalize()} …")


def _language(code: str) -> Language | None:
    known = next((spelling for spelling in (code, code.partition("-")[0]) if spelling in LANGUAGES), None)
    return LANGUAGES.get(known) if known else None


def _split(text: str) -> list[str]:
    """Words; in scripts without spaces between words (Thai, Chinese, Japanese, …), characters."""
    return _TOKENS.findall(text)


def _reason_unsupported(spec: str) -> str | None:
    name = spec.removeprefix("fake:").partition("#")[0]
    if name in _NAMES or (name != "fake" and name in MODELS):
        return None
    return f"'{spec}' is no fake model; there are fake:random, fake:uniform and fake:KIND for every kind of model"


def _able(spec: str) -> frozenset[Ability]:
    """A fake of a kind answers what the kind does."""
    name = spec.removeprefix("fake:").partition("#")[0]
    return _EVERYTHING if name in _NAMES or _reason_unsupported(spec) else MODELS.get(name).answers


def _open(spec: str, options: Options) -> Fake:
    reason = _reason_unsupported(spec)
    name, _, seed = spec.removeprefix("fake:").partition("#")
    number = whole_number(seed or "0")
    if reason or number is None:
        raise ModelError(f"{reason or f'The seed {seed!r} of {spec!r} is not a whole number'}.")
    return Fake(name, number, answers=_able(spec))


kind = Kind(
    name="fake",
    title="Models that know nothing",
    answers=_EVERYTHING,
    prefixes=("fake",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=lambda folder: "fake:random",
    narrow=_able,
)

"""The signature of a number: everything that was chosen to get it, in one line that can be printed, parsed, replayed.

    s-jsd|fidelity:paper|m:hf:bert-base-multilingual-cased@3f07|d:sjsd@1#5f2c|l:de|n:212/212|ci:bca.2000.95|seed:0|v:0.1.0

The keys `m` model, `d` data, `l` language, `g` group, `n` scored/total, `ci` interval, `seed`, `where`, `limit` and `v`
are reserved; every other key is an option of the measure. `%`, `|` and line breaks inside values are percent-encoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import unquote

from babelance.core.errors import InputError
from babelance.core.language_tag import require_language_tag
from babelance.core.limits import whole_number
from babelance.core.where import EVERYWHERE, Where

_ESCAPES = {"%": "%25", "|": "%7C", "\n": "%0A", "\r": "%0D"}
LimitRule = Literal["first", "even", "balanced"]
LIMIT_MARKS: Mapping[LimitRule, str] = {"first": "", "even": ".even", "balanced": ".balanced"}
"""How the items of a limit were chosen: `limit:200.balanced` are 200 evenly over the data, also in small numbers. Older
versions took the first 200 (`limit:200`), or let rounding add up in small numbers (`limit:200.even`)."""
RESERVED = ("m", "d", "l", "g", "n", "ci", "seed", "where", "limit", "v")


@dataclass(frozen=True, slots=True)
class Signature:
    measure: str
    options: Mapping[str, str]
    model: str
    data: str
    language: str
    n: int
    total: int
    interval: str
    seed: int
    version: str
    group: str | None = None
    limit: int | None = None
    extra: Mapping[str, str] = field(default_factory=dict)
    """Choices that are not the measure's: `dtype`, `engine`, … (keys with a leading `@` when printed)."""
    limit_rule: LimitRule = "first"
    """How the items of a limit are chosen."""
    where: Where = EVERYWHERE
    """Which items are taken, of those the data has."""

    def __str__(self) -> str:
        parts = [self.measure]
        parts += [f"{key}:{_escape(value)}" for key, value in sorted(self.options.items())]
        parts += [f"@{key}:{_escape(value)}" for key, value in sorted(self.extra.items())]
        parts += [f"m:{_escape(self.model)}", f"d:{_escape(self.data)}", f"l:{_escape(self.language)}"]
        parts += [f"g:{_escape(self.group)}"] if self.group is not None else []
        parts += [f"n:{self.n}/{self.total}", f"ci:{self.interval}", f"seed:{self.seed}"]
        parts += [f"where:{_escape(str(self.where))}"] if self.where else []
        parts += [f"limit:{self.limit}{LIMIT_MARKS[self.limit_rule]}"] if self.limit is not None else []
        return "|".join([*parts, f"v:{self.version}"])

    @classmethod
    def parse(cls, text: str) -> Signature:
        measure, *parts = text.strip().split("|")
        pairs = dict(_pair(part, text) for part in parts)
        if len(pairs) < len(parts):
            raise InputError(f"Not a signature: {text[:400]!r} has a key twice.")
        missing = [key for key in ("m", "d", "l", "n", "ci", "seed", "v") if key not in pairs]
        if missing or not measure:
            raise InputError(f"Not a signature: {text!r} lacks {', '.join(missing) or 'a measure'}.")
        most, rule = _limit(pairs.get("limit", "0"), text)
        written = (*pairs["n"].partition("/")[::2], pairs["seed"], most)
        n, total, seed, limit = (whole_number(number) for number in written)
        if n is None or total is None or seed is None or limit is None:
            raise InputError(f"Not a signature: {text!r} has no whole numbers (of 64 bits) for n, seed or limit.")
        return cls(
            measure=measure,
            options={key: value for key, value in pairs.items() if key not in RESERVED and not key.startswith("@")},
            extra={key[1:]: value for key, value in pairs.items() if key.startswith("@")},
            model=pairs["m"],
            data=pairs["d"],
            language=require_language_tag(pairs["l"]),
            n=n,
            total=total,
            interval=pairs["ci"],
            seed=seed,
            version=pairs["v"],
            group=pairs.get("g"),
            limit=limit if "limit" in pairs else None,
            limit_rule=rule,
            where=Where.parse(pairs.get("where", "")),
        )


def _limit(written: str, whole: str) -> tuple[str, LimitRule]:
    """The number of a limit, and how its items were chosen."""
    most = written.partition(".")[0]
    for rule, mark in LIMIT_MARKS.items():
        if written == most + mark:
            return most, rule
    known = ", ".join(f"'{mark}'" for mark in LIMIT_MARKS.values() if mark)
    raise InputError(
        f"This version does not know how the items of 'limit:{written}' were chosen (it knows {known}): {whole!r}. "
        "Another version of babelance wrote it; replay it with that one."
    )


def _pair(part: str, whole: str) -> tuple[str, str]:
    key, colon, value = part.partition(":")
    if not colon:
        raise InputError(f"Not a signature: {part!r} in {whole!r} is not key:value.")
    return key, unquote(value)


def _escape(value: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in value)

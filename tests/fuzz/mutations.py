"""Ways to damage bytes: what disks, editors, networks and people who mean harm do to a file."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

Mutation = Callable[[bytes, random.Random], bytes]

NASTY = (
    *(
        b"",
        b"\0",
        b"\xff",
        b"\xfe\xff",
        b"\xef\xbb\xbf",
        b"\r",
        b"\r\n",
        b"\n\n\n",
        b"\x1b[31m",
        b"\xed\xa0\x80",
        b"\xc0\x80",
    ),
    *("²".encode(), "\u2028".encode(), "\u0085".encode(), "\u202e".encode(), "٣".encode(), "𝟛".encode(), "ﬁ".encode()),
    *(
        b"[/b]",
        b"[v2]",
        b"%s%n",
        b"../../x",
        b"~nobody/",
        b"'",
        b'"',
        b"\\",
        b"\\ud800",
        b"\\u0000",
        b"%00",
        b"|",
        b":",
        b",",
    ),
    *(b"0", b"-1", b"1e999", b"-1e999", b"NaN", b"Infinity", b"null", b"true", b"{}", b"[]", b'""', b"1.5", b"-0.0"),
    *(b"9" * 20, b"9" * 400, b"9" * 5000, b"2147483648", b"9223372036854775808", b"1" + b"0" * 40),
    *(b"[" * 3000, b"{" * 300, b'{"a":' * 2000, b"<a>" * 3000, b"(" * 200, b"a." * 500, b" " * 4000),
    *(b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"<?xml version='1.0' encoding='x'?>", b"]]>", b"<tu>", b"</tu>"),
)
"""What readers have stumbled over, here or elsewhere."""
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def flip(data: bytes, rng: random.Random) -> bytes:
    """A few bits."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    """The end is missing."""
    return data[: rng.randrange(len(data))]


def drop(data: bytes, rng: random.Random) -> bytes:
    start, end = _span(data, rng)
    return data[:start] + data[end:]


def repeat(data: bytes, rng: random.Random) -> bytes:
    start, end = _span(data, rng)
    return data[:end] + data[start:end] * rng.randint(1, 8) + data[end:]


def swap(data: bytes, rng: random.Random) -> bytes:
    (a, b), (c, d) = sorted((_span(data, rng), _span(data, rng)))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:] if b <= c else data[::-1]


def insert(data: bytes, rng: random.Random) -> bytes:
    position = rng.randrange(len(data) + 1)
    return data[:position] + rng.choice(NASTY) + data[position:]


def overwrite(data: bytes, rng: random.Random) -> bytes:
    """A span becomes something nasty, or zeros, or ones."""
    start, end = _span(data, rng)
    fill = rng.choice((rng.choice(NASTY), b"\0" * (end - start), b"\xff" * (end - start), rng.randbytes(end - start)))
    return data[:start] + fill + data[end:]


def number(data: bytes, rng: random.Random) -> bytes:
    """A number in a text becomes another value; in bytes, a place of four or eight gets extreme ones."""
    listed = list(_NUMBER.finditer(data))
    if listed and rng.random() < 0.7:
        one = rng.choice(listed)
        return data[: one.start()] + rng.choice(NASTY) + data[one.end() :]
    width = rng.choice((1, 2, 4, 8))
    extreme = rng.choice((0, 1, 2 ** (8 * width) - 1, 2 ** (8 * width - 1), 2 ** (8 * width - 1) - 1))
    position = rng.randrange(max(1, len(data) - width))
    return data[:position] + extreme.to_bytes(width, "little") + data[position + width :]


def value(data: bytes, rng: random.Random) -> bytes:
    """What stands between two separators becomes something nasty."""
    parts = re.split(rb'([\n\t,:|"<>=#/ ])', data)
    parts[rng.randrange(len(parts))] = rng.choice(NASTY)
    return b"".join(parts)


STRANGE: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 0.5, 2**31, 2**63, 2**70, -(2**70), math.inf, -math.inf, math.nan),
    *("", "x", "[MASK]", "<s>", "²", "9" * 30, "None", "\x1b[31m", "../../x", "a\u2028b"),
    *([], {}, [None], [[]], ["x", "x"], {"a": 1}, {"": None}),
)
"""Values that are good JSON, and in most places no good sense."""


def place(data: bytes, rng: random.Random) -> bytes:
    """One place of a JSON file, or of one of its lines, gets a strange value or is taken away; else like `value`."""
    lines = data.split(b"\n")
    whole = _json(data)
    if isinstance(whole, dict | list):
        return json.dumps(_with_strange(whole, rng)).encode()
    number = rng.randrange(len(lines))
    one = _json(lines[number])
    if not isinstance(one, dict | list):
        return value(data, rng)
    lines[number] = json.dumps(_with_strange(one, rng)).encode()
    return b"\n".join(lines)


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _with_strange(whole: Any, rng: random.Random) -> Any:
    holders: list[tuple[Any, Any]] = []
    waiting = [whole]
    while waiting:
        inside = waiting.pop()
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        holders += [(inside, key) for key in keys]
        waiting += [inside[key] for key in keys if isinstance(inside[key], dict | list)]
    if not holders or rng.random() < 0.02:
        return rng.choice(STRANGE)
    holder, key = rng.choice(holders)
    if rng.random() < 0.1:
        del holder[key]
    else:
        holder[key] = rng.choice(STRANGE)
    return whole


DAMAGE: Sequence[Mutation] = (flip, cut)
"""What a checksum must notice."""
ALL: Sequence[Mutation] = (flip, cut, drop, repeat, swap, insert, overwrite, number, value, value, place, place, place)


def mutate(data: bytes, rng: random.Random, mutations: Sequence[Mutation] = ALL) -> bytes:
    """One to three of them; something always changes."""
    changed = data
    while changed == data:
        for _ in range(rng.choice((1, 1, 2, 3))):
            changed = rng.choice(mutations)(changed, rng) if changed else rng.choice(NASTY) or b"\n"
    return changed


def _span(data: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.choice((1, 2, 4, 8, 16, 64, 256)))

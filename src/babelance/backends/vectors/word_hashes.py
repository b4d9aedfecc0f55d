"""The hash functions by which fastText and spaCy find the rows of words and n-grams."""

from __future__ import annotations

import struct

_32, _64 = 2**32 - 1, 2**64 - 1


def fnv1a(data: bytes) -> int:
    """fastText's FNV-1a, 32 bits; bytes above 127 are sign-extended, as in its C++."""
    code = 2166136261
    for byte in data:
        code = ((code ^ (byte if byte < 128 else byte | 0xFFFFFF00)) * 16777619) & _32
    return code


def murmur2(data: bytes, seed: int = 1) -> int:
    """MurmurHash64A: spaCy's key of a string."""
    m, code = 0xC6A4A7935BD1E995, (seed ^ (len(data) * 0xC6A4A7935BD1E995)) & _64
    whole = len(data) // 8 * 8
    for [k] in struct.iter_unpack("<Q", data[:whole]):
        k = (k * m) & _64
        code = ((code ^ ((k ^ (k >> 47)) * m & _64)) * m) & _64
    if rest := data[whole:]:
        code = ((code ^ int.from_bytes(rest, "little")) * m) & _64
    code = ((code ^ (code >> 47)) * m) & _64
    return code ^ (code >> 47)


def murmur3(data: bytes, seed: int) -> tuple[int, int, int, int]:
    """MurmurHash3_x64_128 as four numbers of 32 bits: floret's hashes of an n-gram."""
    first = second = seed
    whole = len(data) // 16 * 16
    for low, high in struct.iter_unpack("<2Q", data[:whole]):
        first = (_turn(first ^ _stir(low, _C1, _C2, 31), 27) + second) * 5 + 0x52DCE729 & _64
        second = (_turn(second ^ _stir(high, _C2, _C1, 33), 31) + first) * 5 + 0x38495AB5 & _64
    low, high = struct.unpack("<2Q", data[whole:].ljust(16, b"\0"))
    first ^= _stir(low, _C1, _C2, 31) ^ len(data)
    second ^= _stir(high, _C2, _C1, 33) ^ len(data)
    first, second = _add(first, second)
    first, second = _add(_scramble(first), _scramble(second))
    return first & _32, first >> 32, second & _32, second >> 32


_C1, _C2 = 0x87C37B91114253D5, 0x4CF5AD432745937F


def _stir(k: int, before: int, after: int, by: int) -> int:
    return (_turn((k * before) & _64, by) * after) & _64


def _add(first: int, second: int) -> tuple[int, int]:
    first = (first + second) & _64
    return first, (first + second) & _64


def _scramble(code: int) -> int:
    code = ((code ^ (code >> 33)) * 0xFF51AFD7ED558CCD) & _64
    code = ((code ^ (code >> 33)) * 0xC4CEB9FE1A85EC53) & _64
    return code ^ (code >> 33)


def _turn(value: int, by: int) -> int:
    return ((value << by) | (value >> (64 - by))) & _64

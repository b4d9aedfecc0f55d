"""The part of a prefix tree that is read at once, cut into blocks for attention.

A block are some nodes that follow each other, and all that they may see: the ancestors of the first one, then they
themselves. (An ancestor of a later node that is not in the block is an ancestor of the first node, too.) Blocks with
about as many keys are computed together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal.tree import PrefixTree

BLOCK = 32
"""Nodes of a block, always: products of few lines are rounded in another way (tried out with MKL), and the last bit of
an answer would depend on what else is asked. In larger blocks nodes are compared with more that they do not see."""
_STEP = 16
"""Blocks have a multiple of so many keys: the least that keeps products aligned."""
_BUCKETS = 4
"""Steps between a number of keys and its double: at most an eighth of the keys is added."""

Integers = NDArray[np.int64]


class Blocks(NamedTuple):
    """Blocks of one size. Nodes are counted from the first that is read; keys from the first one that was read before
    and is still needed."""

    nodes: Integers
    """(blocks, BLOCK); any node where there is none."""
    keys: Integers
    """(blocks, keys); any key where there is none."""
    seen: NDArray[np.bool_]
    """(blocks, BLOCK, keys)"""


class Batch(NamedTuple):
    """What is read at once: nodes from `start` on, after the ancestors of the first."""

    ids: Integers
    positions: Integers
    blocks: list[Blocks]
    places: Integers
    """Where each node stands in all blocks, one after the other: BLOCK × block + place."""


def batch_of(tree: PrefixTree, start: int, end: int) -> Batch:
    """Nodes from `start` to before `end`. What was read before is their path, see `PrefixTree.before`."""
    by_keys: dict[int, list[tuple[int, Integers, NDArray[np.bool_]]]] = {}
    for first in range(start, end, BLOCK):
        keys, seen = _block(tree, first, min(end, first + BLOCK))
        by_keys.setdefault(_round_up(len(keys)), []).append((first - start, key_places(tree, keys, start), seen))
    places, count = np.zeros(end - start, np.int64), 0
    blocks = []
    for width, same in sorted(by_keys.items()):
        for first, _, seen in same:
            places[first : first + len(seen)] = np.arange(len(seen)) + count * BLOCK
            count += 1
        blocks.append(_stack(width, same))
    part = slice(start, end)
    return Batch(np.asarray(tree.ids[part], np.int64), np.asarray(tree.depths[part], np.int64), blocks, places)


def key_places(tree: PrefixTree, nodes: Sequence[int], start: int) -> Integers:
    """Where nodes stand that are read from `start` on, or are ancestors of what is: those come first."""
    known = tree.depths[start]
    return np.asarray([node - start + known if node >= start else tree.depths[node] for node in nodes], np.int64)


def _block(tree: PrefixTree, first: int, end: int) -> tuple[list[int], NDArray[np.bool_]]:
    """Which nodes of the tree the block compares its own with, and (nodes, keys) what each of them sees."""
    path = tree.before(first)
    shift = len(path) - first
    seen = np.eye(len(path) + end - first, dtype=bool)
    seen[: len(path), : len(path)] = np.tri(len(path), dtype=bool)
    for node in range(first, end):
        parent = tree.parents[node]
        if parent >= 0:
            seen[node + shift] |= seen[parent + shift if parent >= first else tree.depths[parent]]
    return [*path, *range(first, end)], seen[len(path) :]


def _round_up(keys: int) -> int:
    """Up to one of few sizes."""
    step = max(_STEP, 1 << max(0, (keys - 1).bit_length() - 1 - (_BUCKETS - 1).bit_length()))
    return -(-keys // step) * step


def _stack(width: int, same: list[tuple[int, Integers, NDArray[np.bool_]]]) -> Blocks:
    nodes, keys = np.zeros((len(same), BLOCK), np.int64), np.zeros((len(same), width), np.int64)
    seen = np.zeros((len(same), BLOCK, width), bool)
    seen[..., 0] = True  # what fills a block up sees something, so that no sum is empty
    for number, (first, index, sees) in enumerate(same):
        nodes[number, : len(sees)] = np.arange(len(sees)) + first
        keys[number, : len(index)] = index
        seen[number, : len(sees)] = False
        seen[number, : len(sees), : len(index)] = sees
    return Blocks(nodes, keys, seen)

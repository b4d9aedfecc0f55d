"""A prefix tree over the lines of a window, cut into rows that a model can read: every shared beginning is there once.

A *node* is a token after a certain beginning. A *row* is a set of nodes that are read together: a node sees its
ancestors and nothing else, its position is its depth. A long beginning of very many lines (a prompt) is no part of
their rows: it is read once, and its keys and values stand before each of the rows.

    the nurse said she …        the ─ nurse ─ said ─ she ─ …
    the nurse said he …                            └ he ─ …
    the judge said he …             └ judge ─ said ─ he ─ …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from babelance.backends.causal.lines import Ids

ROW = 64
"""Nodes of a row. Attention compares all nodes of a row with each other; in longer rows it outweighs what is shared."""
LONG = 24
"""From so many tokens on, the beginning of more lines than fit a row is kept apart, as a `Row.prefix`."""


@dataclass(eq=False)
class Row:
    """Nodes in an order in which ancestors come first. `parents` are indices of the row, -1 for what comes first."""

    prefix: Ids
    """Read before the row: all its nodes come after this."""
    ids: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    places: dict[int, list[int]] = field(default_factory=dict)
    """Line → index of each of its tokens, from the end of the prefix on."""

    def __len__(self) -> int:
        return len(self.ids)

    def node(self, number: int, position: int) -> int:
        """The index of a token of a line; -1 for the last token of the prefix."""
        return self.places[number][position - len(self.prefix)] if position >= len(self.prefix) else -1

    def visible(self, size: int) -> NDArray[np.bool_]:
        """(size, size): which nodes a node sees. Places beyond the row see themselves."""
        seen = np.eye(size, dtype=bool)
        for index, parent in enumerate(self.parents):
            if parent >= 0:
                seen[index] |= seen[parent]
        return seen

    def join(self, other: Row) -> None:
        """Take in the nodes of another row with the same prefix; neither sees the other."""
        shift = len(self)
        self.ids += other.ids
        self.parents += [parent + shift if parent >= 0 else -1 for parent in other.parents]
        self.depths += other.depths
        self.places |= {number: [place + shift for place in places] for number, places in other.places.items()}


Line = tuple[int, Ids]
"""Number and ids."""


def rows_of(lines: Sequence[Line], *, size: int = ROW) -> list[Row]:
    """Rows of about `size` nodes (more if a single line is longer) that hold every token of every line."""
    trees = list(_trees(sorted(lines, key=lambda line: line[1]), 0, size))
    by_prefix: dict[Ids, list[Row]] = {}
    for tree in trees:
        by_prefix.setdefault(tree.prefix, []).append(tree)
    return [
        _joined([same[index] for index in part])
        for same in by_prefix.values()
        for part in fill([len(tree) for tree in same], size)
    ]


def _trees(lines: Sequence[Line], known: int, size: int) -> Iterator[Row]:
    """Trees of at most `size` nodes; the first `known` tokens of all lines are their prefix."""
    shared = _common(lines[0][1], lines[-1][1])
    if len(lines) == 1 or _nodes(lines, known) <= size:
        yield _tree(lines, known)
    elif shared - known >= LONG:
        yield from _trees(lines, shared, size)
    else:
        for part in _parts(lines, known, shared, size):
            if len(part) < len(lines):
                yield from _trees(part, known, size)
            else:
                yield _tree(part, known)


def _parts(lines: Sequence[Line], known: int, shared: int, size: int) -> Iterator[Sequence[Line]]:
    """Lines that go on alike stay together; such branches are put together as they fill a row best."""
    branches = list(_branches(lines, shared))
    counts = [_nodes(branch, shared) for branch in branches]
    for part in fill(counts, size - (shared - known)):
        yield [line for index in sorted(part) for line in branches[index]]


def _branches(lines: Sequence[Line], shared: int) -> Iterator[list[Line]]:
    """Lines that have the next token in common; a line that ends here is by itself."""
    branch: list[Line] = []
    for line in lines:
        if branch and line[1][shared : shared + 1] != branch[-1][1][shared : shared + 1]:
            yield branch
            branch = []
        branch.append(line)
    yield branch


def _tree(lines: Sequence[Line], known: int) -> Row:
    row = Row(lines[0][1][:known])
    before: Ids = ()
    path: list[int] = []
    for number, ids in lines:
        path = path[: max(0, _common(before, ids) - known)]
        for depth in range(known + len(path), len(ids)):
            row.parents.append(path[-1] if path else -1)
            path.append(len(row.ids))
            row.ids.append(ids[depth])
            row.depths.append(depth)
        row.places[number] = list(path)
        before = ids
    return row


def _joined(trees: Sequence[Row]) -> Row:
    first, *others = trees
    for other in others:
        first.join(other)
    return first


def fill(sizes: Sequence[int], room: int) -> list[list[int]]:
    """Which things go together into bins of this size: the largest first, each into the fullest bin it fits."""
    bins: list[list[int]] = []
    by_room: dict[int, list[int]] = {}
    for thing in sorted(range(len(sizes)), key=lambda index: -sizes[index]):
        size = sizes[thing]
        left = next((left for left in range(size, room + 1) if by_room.get(left)), None)
        if left is None:
            bins.append([thing])
            number, left = len(bins) - 1, max(room, size)
        else:
            number = by_room[left].pop()
            bins[number].append(thing)
        by_room.setdefault(left - size, []).append(number)
    return bins


def _nodes(lines: Sequence[Line], known: int) -> int:
    """How many nodes the sorted lines have beyond the first `known` tokens."""
    count = 0
    before: Ids = ()
    for _, ids in lines:
        count += len(ids) - max(known, _common(before, ids))
        before = ids
    return count


def _common(first: Ids, second: Ids) -> int:
    """How many tokens two lines begin with alike."""
    for index, (one, other) in enumerate(zip(first, second, strict=False)):
        if one != other:
            return index
    return min(len(first), len(second))

"""A prefix tree over the lines of a window: every shared beginning is there once.

A *node* is a token after a certain beginning. Nodes are numbered as one meets them who reads line after line, in order,
and goes back no farther than to where the next line departs: a node comes after its ancestors, and to read on from any
node one needs of what came before its ancestors alone.

    the nurse said she …        0 the ─ 1 nurse ─ 2 said ─ 3 she ─ …
    the nurse said he …                                  └ 7 he ─ …
    the judge said he …               └ 11 judge ─ 12 said ─ 13 he ─ …
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from babelance.backends.causal.lines import Ids

Line = tuple[int, Ids]
"""Number and ids."""


@dataclass(eq=False)
class PrefixTree:
    """For each node its token, its parent (-1 for the first token of a line) and how many tokens precede it."""

    ids: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    ends: dict[int, int] = field(default_factory=dict)
    """Line → the node of its last token."""

    def __len__(self) -> int:
        return len(self.ids)

    def path(self, node: int) -> list[int]:
        """The node with all before it, first token first; nothing for -1."""
        nodes = []
        while node >= 0:
            nodes.append(node)
            node = self.parents[node]
        return nodes[::-1]

    def before(self, node: int) -> list[int]:
        """The ancestors of a node, or nothing where the tree has come to its end."""
        return self.path(self.parents[node]) if node < len(self) else []


def tree_of(lines: Iterable[Line]) -> PrefixTree:
    """The tree of these lines, none of which is empty."""
    tree, path, previous = PrefixTree(), list[int](), Ids()
    for number, ids in sorted(lines, key=lambda line: line[1]):
        path = path[: _common(previous, ids)]
        for depth in range(len(path), len(ids)):
            tree.parents.append(path[-1] if path else -1)
            path.append(len(tree))
            tree.ids.append(ids[depth])
            tree.depths.append(depth)
        tree.ends[number] = path[-1]
        previous = ids
    return tree


def _common(first: Ids, second: Ids) -> int:
    """How many tokens two lines begin with alike."""
    for index, (token, other) in enumerate(zip(first, second, strict=False)):
        if token != other:
            return index
    return min(len(first), len(second))

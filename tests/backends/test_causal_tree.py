"""The prefix tree: every token of every line is there, shared beginnings once, and nothing is seen but ancestors."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from babelance.backends.causal.blocks import BLOCK, Batch, batch_of, key_places
from babelance.backends.causal.tree import PrefixTree, tree_of

Ids = tuple[int, ...]


def tree(*texts: Ids) -> PrefixTree:
    return tree_of(enumerate(texts))


def seen_nodes(tree: PrefixTree, batch: Batch, start: int, node: int) -> list[int]:
    """The nodes of the tree that a node of the batch sees, by what attention is told."""
    block, place = divmod(int(batch.places[node - start]), BLOCK)
    for blocks in batch.blocks:
        if block < len(blocks.nodes):
            assert blocks.nodes[block, place] == node - start
            known = tree.before(start)
            keys = blocks.keys[block][blocks.seen[block, place]]
            return [known[key] if key < len(known) else int(key) - len(known) + start for key in keys]
        block -= len(blocks.nodes)
    raise AssertionError("the node is in no block")


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=60).map(tuple), min_size=1, max_size=40),
    st.integers(1, 90),
)
def test_every_node_sees_exactly_the_beginning_of_its_line_wherever_batches_are_cut(
    texts: list[Ids], size: int
) -> None:
    made = tree(*texts)
    for start in range(0, len(made), size):
        batch = batch_of(made, start, min(len(made), start + size))
        for node in range(start, min(len(made), start + size)):
            assert seen_nodes(made, batch, start, node) == made.path(node)
    for number, text in enumerate(texts):
        assert tuple(made.ids[node] for node in made.path(made.ends[number])) == text


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=9).map(tuple), min_size=1, max_size=60))
def test_there_are_as_many_nodes_as_different_beginnings(texts: list[Ids]) -> None:
    assert len(tree(*texts)) == len({text[:length] for text in texts for length in range(1, len(text) + 1)})


def test_a_shared_beginning_is_read_once() -> None:
    made = tree((1, 2, 3, 4), (1, 2, 3, 5), (1, 2, 6))
    assert len(made) == 6
    assert [made.depths[node] for node in made.path(made.ends[2])] == [0, 1, 2]


def test_what_was_read_before_stands_first_among_keys() -> None:
    made = tree((1, 2, 3, 4), (1, 2, 3, 5))
    assert key_places(made, made.path(made.ends[1]), 4).tolist() == [0, 1, 2, 3]
    assert key_places(made, made.path(made.ends[0]), 1).tolist() == [0, 1, 2, 3]


def test_what_fills_a_block_up_sees_something() -> None:
    [blocks] = batch_of(tree((1, 2, 3)), 0, 3).blocks
    assert blocks.seen.any(axis=-1).all()
    assert np.isin(blocks.nodes, range(3)).all()

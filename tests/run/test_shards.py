"""Shards of queries: every query goes out, a lost shard goes out again, and quick workers get more at once."""

from __future__ import annotations

from babelance.core.query import Likelihood
from babelance.run._shards import AT_ONCE, LARGEST, PER_WORKER, SMALLEST, Shards


def queries(count: int) -> list[Likelihood]:
    return [Likelihood(str(index)) for index in range(count)]


def test_every_query_goes_out_once() -> None:
    asked = queries(1000)
    shards = Shards(asked, workers=2)
    out: list[object] = []
    while shard := shards.next():
        out += shard
        shards.answered(shard, 1.0)
    assert out == asked and shards.done == 1000


def test_a_lost_shard_goes_out_again() -> None:
    shards = Shards(queries(20), workers=2)
    first = shards.next()
    shards.lost(first)
    assert shards.next() == first
    assert len(shards.next()) == 4
    assert not shards.next()
    assert shards.done == 0


def test_shards_grow_only_while_they_come_back_at_once_and_leave_enough_for_all() -> None:
    shards = Shards(queries(100_000), workers=2)
    shards.answered(shards.next(), AT_ONCE)
    assert shards.size == SMALLEST
    for _ in range(20):
        shards.answered(shards.next(), 0.0)
    assert shards.size == LARGEST
    few = Shards(queries(800), workers=2)
    for _ in range(5):
        few.answered(few.next(), 0.0)
    assert few.size == 800 // (PER_WORKER * 2)

"""Shards of queries: every query goes out, a lost shard goes out again, and quick workers get more at once."""

from __future__ import annotations

from babelance.core.query import Embed, TokenLogprobs
from babelance.run.executors.shards import AT_ONCE, LARGEST, SMALLEST, Shards


def queries(count: int) -> list[Embed]:
    return [Embed(str(index)) for index in range(count)]


def test_every_query_goes_out_once() -> None:
    asked = queries(1000)
    shards = Shards(asked, workers=2)
    out: list[object] = []
    while shard := shards.next():
        out += shard
        shards.mark_answered(shard, 1.0)
    assert out == asked and shards.done == 1000


def test_a_lost_shard_goes_out_again() -> None:
    shards = Shards(queries(20), workers=2)
    first = shards.next()
    shards.mark_lost(first)
    assert shards.next() == first
    assert shards.next() == queries(20)[len(first) : len(first) + 3]
    assert shards.done == 0


def test_shards_grow_only_while_they_come_back_at_once() -> None:
    shards = Shards(queries(100_000), workers=2)
    shards.mark_answered(shards.next(), AT_ONCE)
    assert len(shards.next()) == SMALLEST
    for _ in range(10):
        shards.mark_answered(shards.next(), 0.0)
    assert len(shards.next()) == LARGEST


def test_shards_are_smaller_towards_the_end() -> None:
    shards = Shards(queries(100), workers=2)
    sizes = [len(shards.next()) for _ in range(30)]
    assert sizes[0] == SMALLEST and sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == 100 and 1 in sizes


def test_texts_that_are_compared_with_each_other_go_to_one_worker() -> None:
    pairs = [(f"A{n}.", f"B{n}.") for n in range(50)]
    queries = [TokenLogprobs(text, contrast=other) for a, b in pairs for text, other in ((a, b), (b, a))]
    shards = Shards(queries, workers=2)
    handed = [
        [query.text[1:] for query in shard if isinstance(query, TokenLogprobs)] for shard in iter(shards.next, [])
    ]
    assert sum(map(len, handed)) == len(queries) and len(handed) > 4
    seen = [set(texts) for texts in handed]
    assert sum(map(len, seen)) == len(set.union(*seen))

"""Queries cut into shards as workers ask for them; those of a lost worker are handed out again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from babelance.core.query import Query, TokenLogprobs

SMALLEST, LARGEST = 16, 2048
"""Queries of one shard: few, so that workers finish together and a lost one costs little; more where a shard comes back
at once, so that sending it does not take longer than answering it."""
AT_ONCE = 0.1
"""Seconds."""
PER_WORKER = 3
"""A shard is at most such a part of what is left for each worker: smaller and smaller towards the end, or the last one
keeps the others waiting."""


@dataclass
class Shards:
    queries: Sequence[Query]
    workers: int
    size: int = SMALLEST
    done: int = 0
    _sent: int = 0
    _lost: list[Sequence[Query]] = field(default_factory=list)

    def next(self) -> Sequence[Query]:
        """The next shard to send out, first those that were lost; empty if none is left."""
        if self._lost:
            return self._lost.pop()
        start, left = self._sent, len(self.queries) - self._sent
        self._sent += min(self.size, -(-left // (PER_WORKER * self.workers)))
        if 0 < self._sent < len(self.queries) and _is_a_pair(*self.queries[self._sent - 1 : self._sent + 1]):
            self._sent += 1
        return self.queries[start : self._sent]

    def mark_lost(self, shard: Sequence[Query]) -> None:
        self._lost.append(shard)

    def mark_answered(self, shard: Sequence[Query], seconds: float) -> None:
        self.done += len(shard)
        if seconds < AT_ONCE:
            self.size = min(2 * self.size, LARGEST)


def _is_a_pair(first: Query, second: Query) -> bool:
    """Two texts that are compared with each other: both workers would have to read both."""
    if not isinstance(first, TokenLogprobs) or not isinstance(second, TokenLogprobs):
        return False
    return (first.text, first.contrast) == (second.contrast, second.text)

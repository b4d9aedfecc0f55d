"""Which rank could each of many have? A rank is a single number only where intervals part.

Who is surely better, because their whole interval lies below, ranks before; who is surely worse ranks after. All others
may be on either side. So the k-th best of n has the range from 1 + (surely better) to n - (surely worse).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

Interval = tuple[float, float]


def rank_ranges(intervals: Sequence[Interval]) -> list[tuple[int, int]]:
    """Best and worst possible rank of each; lower is better. Intervals that touch do not part."""
    lows, highs = sorted(low for low, _ in intervals), sorted(high for _, high in intervals)
    count = len(intervals)
    return [(1 + bisect_left(highs, low), count - (count - bisect_right(lows, high))) for low, high in intervals]

"""Which tokens two texts of a pair share.

Tokens are shared if `difflib.SequenceMatcher` puts them into equal blocks, as the released scripts of CrowS-Pairs, AUL
and S_JSD have it. Two traps come with it and are kept, because published numbers have them:

- the answer depends on the order of the arguments;
- from 200 tokens on, frequent tokens of the second text never start a block (`autojunk`).

The scripts drop the first and the last shared token, meaning the special tokens at both ends. Here special tokens are
dropped by name; for tokenizers with one special token at each end that is the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

Positions = NDArray[np.int32]


def shared_positions(first: Sequence[Hashable], second: Sequence[Hashable]) -> tuple[Positions, Positions]:
    """Positions of the shared tokens in `first` and in `second`, in step with each other."""
    blocks = SequenceMatcher(None, first, second).get_matching_blocks()
    return _runs([(block.a, block.size) for block in blocks]), _runs([(block.b, block.size) for block in blocks])


def shared_word_positions(
    first: Sequence[int], second: Sequence[int], first_special: NDArray[np.bool_], second_special: NDArray[np.bool_]
) -> tuple[Positions, Positions]:
    """As `shared_positions`, without the special tokens of either side."""
    in_first, in_second = shared_positions(first, second)
    plain = ~(first_special[in_first] | second_special[in_second])
    return in_first[plain], in_second[plain]


def _runs(blocks: Sequence[tuple[int, int]]) -> Positions:
    return np.concatenate([np.arange(start, start + size, dtype=np.int32) for start, size in blocks])

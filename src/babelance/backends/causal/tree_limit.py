"""How long a line may be to be read as part of a tree.

Some models look back only so far (a sliding window, chunks), or turn positions otherwise once a text grows beyond what
they were trained on. Up to there a tree is exact; longer lines are read by themselves, as the model reads them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_STRETCHED = frozenset({"dynamic", "longrope"})
"""Ways to turn positions that depend on how long the whole text is."""


def tree_limit(config: Any) -> int | None:
    """Tokens of the longest line that a tree may hold; None where length does not matter."""
    limits = [_window(config), _chunk(config), _most_unstretched(config)]
    return min((limit for limit in limits if limit), default=None)


def _window(config: Any) -> int | None:
    layers = getattr(config, "layer_types", None)
    looks_back = layers is None or "sliding_attention" in layers
    return getattr(config, "sliding_window", None) if looks_back else None


def _chunk(config: Any) -> int | None:
    return getattr(config, "attention_chunk_size", None)


def _most_unstretched(config: Any) -> int | None:
    """What positions are turned alike up to. Kinds of layers may have ways of their own."""
    rope = getattr(config, "rope_parameters", None) or {}
    ways = [rope, *(way for way in rope.values() if isinstance(way, Mapping))]
    stretched = [way for way in ways if way.get("rope_type") in _STRETCHED]
    known = [way.get("original_max_position_embeddings") or config.max_position_embeddings for way in stretched]
    return min(known, default=None)

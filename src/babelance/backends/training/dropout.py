"""More dropout for the time of a training. Which modules drop what is told by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from babelance.core.errors import ModelError

_OF_ATTENTION = ("attention.self.dropout", "attn_dropout", "attention.dropout", "self_attn.dropout")
_NUMBER = "attention_dropout"
"""Newer architectures keep the share of dropped attention as a plain number."""


def raise_dropout(model: Any, *, hidden: float, attention: float) -> Callable[[], None]:
    """Set the shares that are dropped; gives back what sets them to what they were."""
    import torch

    old: list[tuple[Any, str, float]] = []
    for name, module in model.named_modules():
        if isinstance(module, torch.nn.Dropout):
            old.append((module, "p", module.p))
            module.p = attention if name.endswith(_OF_ATTENTION) else hidden
        elif isinstance(getattr(module, _NUMBER, None), float):
            old.append((module, _NUMBER, getattr(module, _NUMBER)))
            setattr(module, _NUMBER, attention)
    if not old:
        raise ModelError(f"A {type(model).__name__} has no dropout that could be raised. Use another way.")

    def restore() -> None:
        for module, attribute, value in old:
            setattr(module, attribute, value)

    return restore

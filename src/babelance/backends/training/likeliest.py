"""The label that a classifier finds likeliest. One whose numbers are not finite finds none; `argmax` would name one."""

from __future__ import annotations

from typing import Any

from babelance.core.errors import UnhealthyModel


def likeliest(logits: Any) -> Any:
    """The place of the largest number along the last axis, as lists."""
    if not logits.isfinite().all():
        raise UnhealthyModel(
            "The numbers of the model are not finite, so its labels would mean nothing. Most likely they overflow: use "
            "--dtype float32 or a lower learning rate. Otherwise its weights are damaged."
        )
    return logits.argmax(dim=-1).tolist()

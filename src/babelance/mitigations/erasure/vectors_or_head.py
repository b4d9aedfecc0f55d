"""A concept is taken out of word vectors, or out of what the head of a masked language model reads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from babelance.core.errors import InputError
from babelance.mitigations.erasure.concept import Eraser
from babelance.mitigations.erasure.head import Fit, erase_from_head
from babelance.mitigations.projection.erase import Change, erase

VECTORS = "vec:"


def erase_concept(
    name: str, way: Eraser, model: str, corpus: Sequence[str], out: Path, *, change: Change, fit: Fit, **facts: Any
) -> Path:
    """Write what is left of the model, and its record. `change` is for word vectors, `fit` for a head."""
    if not model.startswith(VECTORS):
        return erase_from_head(name, way, model, corpus, out, fit=fit, **facts)
    if way.concept != "gender" or way.groups is not None:
        raise InputError(f"Of word vectors only gender can be erased, not '{way.groups or way.concept}'.")
    return erase(name, model, out, way.language, change, **facts)

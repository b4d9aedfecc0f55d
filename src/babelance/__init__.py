"""babelance: measure social bias of language models in many languages, say how sure you are, and mitigate it.

>>> import babelance
>>> result = babelance.evaluate("s-jsd", model="babelance/tiny-multilingual", data="sjsd", language="de")

Names are imported when first used, so `import babelance` takes milliseconds and never imports torch.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from babelance._version import __version__

if TYPE_CHECKING:
    from babelance.core.errors import BabelanceError
    from babelance.core.estimate import Estimate, Undefined
    from babelance.core.item import Item
    from babelance.core.scored import Scored, Scores, Skipped
    from babelance.core.signature import Signature
    from babelance.evaluate import Evaluation, audit, evaluate, evaluate_many, replay

_PLACES = {
    "BabelanceError": "babelance.core.errors",
    "Estimate": "babelance.core.estimate",
    "Undefined": "babelance.core.estimate",
    "Item": "babelance.core.item",
    "Scored": "babelance.core.scored",
    "Scores": "babelance.core.scored",
    "Skipped": "babelance.core.scored",
    "Signature": "babelance.core.signature",
    "Evaluation": "babelance.evaluate",
    "audit": "babelance.evaluate",
    "evaluate": "babelance.evaluate",
    "evaluate_many": "babelance.evaluate",
    "replay": "babelance.evaluate",
}

__all__ = [
    "BabelanceError",
    "Estimate",
    "Evaluation",
    "Item",
    "Scored",
    "Scores",
    "Signature",
    "Skipped",
    "Undefined",
    "__version__",
    "audit",
    "evaluate",
    "evaluate_many",
    "replay",
]


class _Package(ModuleType):
    """`babelance.evaluate` is the function, also after Python has imported the module of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _PLACES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'babelance' has no attribute {name!r}")
    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__

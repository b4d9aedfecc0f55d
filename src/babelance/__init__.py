"""babelance: measure social bias of language models in many languages, say how sure you are, and mitigate it.

>>> import babelance
>>> result = babelance.evaluate("s-jsd", model="babelance/tiny-multilingual", data="sjsd", language="de")

Names are imported when first used, so `import babelance` takes milliseconds and never imports torch.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from babelance._version import __version__

if TYPE_CHECKING:
    from babelance.api import Evaluation, audit, evaluate, evaluate_many, replay
    from babelance.core.errors import BabelanceError
    from babelance.core.estimate import Estimate, Undefined
    from babelance.core.item import Item
    from babelance.core.scored import Scored, Scores, Skipped
    from babelance.core.signature import Signature
    from babelance.deliver.card.files import bundle, card
    from babelance.deliver.gate import gate
    from babelance.deliver.mlflow import log_to_mlflow
    from babelance.deliver.testing import assert_not_worse
    from babelance.deliver.trainer import AuditCallback
    from babelance.deliver.website.files import site

_HOMES = {
    "BabelanceError": "babelance.core.errors",
    "Estimate": "babelance.core.estimate",
    "Undefined": "babelance.core.estimate",
    "Item": "babelance.core.item",
    "Scored": "babelance.core.scored",
    "Scores": "babelance.core.scored",
    "Skipped": "babelance.core.scored",
    "Signature": "babelance.core.signature",
    "AuditCallback": "babelance.deliver.trainer",
    "Evaluation": "babelance.api",
    "assert_not_worse": "babelance.deliver.testing",
    "audit": "babelance.api",
    "bundle": "babelance.deliver.card.files",
    "card": "babelance.deliver.card.files",
    "evaluate": "babelance.api",
    "evaluate_many": "babelance.api",
    "gate": "babelance.deliver.gate",
    "log_to_mlflow": "babelance.deliver.mlflow",
    "replay": "babelance.api",
    "site": "babelance.deliver.website.files",
}

__all__ = [
    "AuditCallback",
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
    "assert_not_worse",
    "audit",
    "bundle",
    "card",
    "evaluate",
    "evaluate_many",
    "gate",
    "log_to_mlflow",
    "replay",
    "site",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'babelance' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__

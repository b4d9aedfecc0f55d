"""Optional parts: what only some users need is not installed by default, and who needs it is told how to get it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from babelance.core.errors import MissingExtra

EXTRAS = {
    "concept_erasure": "erase",
    "httpx2": "endpoint",
    "matplotlib": "plot",
    "peft": "peft",
    "huggingface_hub": "models",
    "sklearn": "vectors",
    "torch": "models",
    "transformers": "models",
}
"""Module → the extra that installs it."""
_NAMES = {"sklearn": "scikit-learn", "concept_erasure": "concept-erasure"}


def require(*modules: str) -> None:
    """Raise `MissingExtra`, which has the `pip install`, unless all of these are installed."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtra(_NAMES.get(module, module), EXTRAS[module])


def installed_version(package: str) -> str | None:
    """None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None

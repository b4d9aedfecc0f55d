"""One file per dataset: a card and `items(language)`. The module's public object is called `dataset`."""

from babelance.datasets._find import find, identity
from babelance.datasets._table import own

__all__ = ["find", "identity", "own"]

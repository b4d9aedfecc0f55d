"""One file per dataset: a card and `items(language)`. The module's public object is called `dataset`."""

from babelance.datasets.reading.find import find, identity
from babelance.datasets.reading.user_file import own

__all__ = ["find", "identity", "own"]

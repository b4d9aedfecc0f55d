"""One file per dataset: a card and `items(language)`. The module's public object is called `dataset`."""

from babelance.datasets.reading.find import find, identity
from babelance.datasets.reading.user_file import open_user_file

__all__ = ["find", "identity", "open_user_file"]

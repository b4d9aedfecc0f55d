"""What can go wrong, and who can act on it.

BabelanceError
├── InputError            the user's words, files or options; the message names the value and the next step (exit 2)
│   ├── UnknownName       a name that no registry has
│   ├── DataError         a dataset file that is not what it should be
│   │   └── MissingColumns   its columns are good for nothing that is known
│   └── ModelError        a model that cannot be used for this
│       └── UnhealthyModel   it loads, but its answers would be worthless
├── MissingExtra          an optional part is not installed; the message has the `pip install`
├── StoreError            the answer store or the output folder cannot be written
└── FetchError            a download that did not succeed
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BabelanceError(Exception):
    """Anything babelance says no to on purpose."""


class InputError(BabelanceError):
    """The input is wrong; the message says which value and what to do."""


class UnknownName(InputError):
    """A name that no registry has."""

    def __init__(self, noun: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        close = get_close_matches(name, names, n=1)
        hint = f" Did you mean '{close[0]}'?" if close else f" Known: {', '.join(names) or 'none'}."
        super().__init__(f"Unknown {noun} '{name}'.{hint}")


class DataError(InputError):
    """A dataset file that is not what it should be."""


class MissingColumns(DataError):
    """A file whose columns are good for nothing that is known; who knows the measures can say what they need."""

    def __init__(self, message: str, columns: Iterable[str]) -> None:
        super().__init__(message)
        self.columns = tuple(columns)


class ModelError(InputError):
    """A model that cannot be used for what was asked."""


class UnhealthyModel(ModelError):
    """The model loads, but its answers would be worthless."""


class MissingExtra(BabelanceError):
    """An optional part is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed. Install it with: pip install 'babelance[{extra}]'")


class StoreError(BabelanceError):
    """The answer store or the output folder cannot be read or written."""


class FetchError(BabelanceError):
    """A download that did not succeed."""

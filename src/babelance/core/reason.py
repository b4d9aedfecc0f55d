"""Why there is no number. Text that prints as it is, and a type of its own, so that nobody takes it for a name."""

from __future__ import annotations


class Reason(str):
    """In plain words: *no item could be scored: longer than the model's limit*. Stands where a number would."""

    __slots__ = ()

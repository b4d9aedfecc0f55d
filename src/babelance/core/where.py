"""`--where axis=gender`: the items of a dataset with these values of their tags, and no others.

Several values of one tag mean any of them, several tags all of them. It is part of the signature:
`where:axis=gender&axis=race&set=pro` (`%` and `&` inside names and values are percent-encoded).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote

from babelance.core.errors import InputError
from babelance.core.item import Item


@dataclass(frozen=True, slots=True)
class Where:
    """Sorted (tag, value) pairs; without any, every item is taken."""

    conditions: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, words: Iterable[str]) -> Where:
        """What was typed, `tag=value` each."""
        return cls(tuple(sorted({_condition(word) for word in words})))

    @classmethod
    def parse(cls, text: str) -> Where:
        """What `str` printed."""
        return cls.of(unquote(part) for part in text.split("&")) if text else cls()

    def __str__(self) -> str:
        return "&".join(f"{tag}={value}".replace("%", "%25").replace("&", "%26") for tag, value in self.conditions)

    def __bool__(self) -> bool:
        return bool(self.conditions)

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tag for tag, _ in self.conditions))

    def takes(self, item: Item) -> bool:
        return all((tag, item.tags.get(tag, "")) in self.conditions for tag in self.tags)

    def require_some(self, items: Iterable[Item], data: str) -> None:
        """Raise if a condition fits no item, or no item fits all: a number of fewer items than were meant misleads."""
        everything = list(items)
        for tag, value in self.conditions:
            values = {item.tags[tag] for item in everything if tag in item.tags}
            if value not in values:
                raise InputError(f"No item of '{data}' has {tag}={value}. {_choice(tag, values)}")
        if not any(map(self.takes, everything)):
            raise InputError(f"No item of '{data}' has {' and '.join(str(self).split('&'))} together.")


EVERYWHERE = Where()


def _condition(word: str) -> tuple[str, str]:
    tag, equals, value = word.partition("=")
    if not (tag and equals and value):
        raise InputError(f"--where takes TAG=VALUE, not '{word}'. Example: --where axis=gender")
    return tag, value


MOST_SHOWN = 12


def _choice(tag: str, values: set[str]) -> str:
    shown = ", ".join(sorted(values)[:MOST_SHOWN])
    more = f" and {len(values) - MOST_SHOWN} more" if len(values) > MOST_SHOWN else ""
    return f"Values of {tag}: {shown}{more}." if values else f"None of them has the tag '{tag}'."

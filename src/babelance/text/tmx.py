"""Reads translation units from TMX, one at a time.

A unit is held until its end, so a file whose unit does not end, or is nested without end, is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO
from xml.etree import ElementTree

from babelance.core.errors import DataError
from babelance.core.limits import DEEPEST
from babelance.text.streams import BROKEN

_LANGUAGE = ("{http://www.w3.org/XML/1998/namespace}lang", "lang")
_CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})
"""Elements inside a segment that hold formatting codes of some program, not text."""
LARGEST_UNIT = 1 << 20
"""Bytes between the ends of two units."""
MOST_LANGUAGES = 1000


def units(stream: IO[bytes], name: str, source: str, target: str) -> Iterator[tuple[str, str]]:
    """(source, target) of every unit, empty where it lacks the language; an error if no unit has one of the two."""
    seen: dict[str, None] = {}
    try:
        for unit in _elements(_Metered(stream, name)):
            texts = {_language(variant): _text(variant) for variant in reversed(unit.findall("{*}tuv"))}
            seen |= dict.fromkeys(texts)
            if len(seen) > MOST_LANGUAGES:
                raise DataError(f"'{name}' has more than {MOST_LANGUAGES:,} languages. Is it damaged?")
            yield _choose(texts, source), _choose(texts, target)
    except (ElementTree.ParseError, LookupError, *BROKEN) as error:
        raise DataError(f"'{name}' is no well-formed TMX: {error}.") from error
    for language in (source, target):
        if not any(_fits(variant, language) for variant in seen):
            raise DataError(f"'{name}' has no '{language}'. Its languages: {', '.join(seen) or 'none'}.")


class _Metered:
    """A stream that knows how much of it came since the last unit."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream = stream
        self.name = name
        self.since = 0

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self.since += len(data)
        if self.since > LARGEST_UNIT:
            raise DataError(f"'{self.name}' has more than {LARGEST_UNIT:,} bytes without the end of a <tu>: no TMX.")
        return data


def _elements(stream: _Metered) -> Iterator[ElementTree.Element]:
    """Every `tu`; what was read is forgotten, so that memory does not grow."""
    parents: list[ElementTree.Element] = []
    for event, element in ElementTree.iterparse(stream, events=("start", "end")):
        if event == "start":
            parents.append(element)
            if len(parents) > DEEPEST:
                raise DataError(f"'{stream.name}' is nested more than {DEEPEST} levels deep: no TMX.")
            continue
        parents.pop()
        if element.tag.rpartition("}")[2] == "tu":
            stream.since = 0
            yield element
            parents[-1].clear() if parents else None


def _language(element: ElementTree.Element) -> str:
    return next((element.get(name, "") for name in _LANGUAGE if element.get(name)), "").lower().replace("_", "-")


def _text(variant: ElementTree.Element) -> str:
    """On one line, without formatting codes."""
    segment = variant.find("{*}seg")
    return "" if segment is None else " ".join("".join(_pieces(segment)).split())


def _pieces(element: ElementTree.Element) -> Iterator[str]:
    if element.tag.rpartition("}")[2] not in _CODES:
        yield element.text or ""
        for child in element:
            yield from _pieces(child)
            yield child.tail or ""


def _fits(language: str, wanted: str) -> bool:
    """`en-us` is `en`."""
    return language == wanted.lower() or language.startswith(f"{wanted.lower()}-")


def _choose(texts: dict[str, str], wanted: str) -> str:
    return texts.get(wanted.lower()) or next((text for name, text in texts.items() if _fits(name, wanted)), "")

"""From queries to lines of text for a translator, and from its lines back to answers in the order of the queries."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from babelance.core.errors import ModelError
from babelance.core.query import Ability, Answer, Query, Text, Translate, Unanswered
from babelance.core.readable import readable_only

ANSWERS = frozenset({Ability.TRANSLATE})
Lines = Sequence[str]
Translated = Text | Unanswered
Translating = Callable[[Lines, str, str], Iterable[Translated]]
"""(lines, source, target) → one answer for each line, in order. No line is empty, none is there twice."""


class LineTranslator(ABC):
    """A translator that is given lines."""

    answers = ANSWERS

    @property
    @abstractmethod
    def id(self) -> str: ...

    @property
    def choices(self) -> Mapping[str, str]:
        return {}

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return answers(queries, self._translate, name=self.id)

    @abstractmethod
    def _translate(self, lines: Lines, source: str, target: str) -> Iterable[Translated]:
        """As `Translating`."""


class ReadingTranslator(LineTranslator):
    """One that reads its lines with a network: it is not given what is too long to be read."""

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return super().answer(queries)


def answers(queries: Sequence[Query], translate: Translating, *, name: str) -> Iterator[Answer]:
    """Each language pair goes to the translator at once."""
    asked = [_require_translate(query, name) for query in queries]
    pairs = dict.fromkeys((query.source, query.target) for query in asked)
    known: dict[Translate, Translated] = {}
    for source, target in pairs:
        mine = [query for query in asked if (query.source, query.target) == (source, target)]
        lines = list(dict.fromkeys(line for query in mine if (line := one_line(query.text))))
        done = dict(zip(lines, translate(lines, source, target), strict=True)) if lines else {}
        known |= {query: done.get(one_line(query.text), Unanswered("empty text")) for query in mine}
    return (known[query] for query in asked)


def text(line: str) -> Text:
    return Text(one_line(line))


def one_line(text: str) -> str:
    """Every run of white space is one blank: line breaks would be taken for the end of the text."""
    return " ".join(text.split())


def _require_translate(query: Query, name: str) -> Translate:
    if not isinstance(query, Translate):
        raise ModelError(f"{name} is a translator and does not answer {type(query).__name__}.")
    return query

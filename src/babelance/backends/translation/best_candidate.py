"""Translators that can name several translations of a line: what they answer is the best of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence

from babelance.backends.translation import line_translation
from babelance.backends.translation.candidates import Candidate, finite
from babelance.core.query import Answer, Query, Unanswered
from babelance.core.readable import readable_only


class BestCandidate(ABC):
    @property
    @abstractmethod
    def id(self) -> str: ...

    @abstractmethod
    def candidates(
        self, lines: Sequence[str], source: str, target: str, count: int
    ) -> list[Sequence[Candidate] | Unanswered]:
        """Up to `count` translations of each line, best first."""

    @readable_only
    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return line_translation.answers(queries, self._translate, name=self.id)

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        found = [finite(some) for some in self.candidates(lines, source, target, 1)]
        return [one if isinstance(one, Unanswered) else line_translation.text(one[0].text) for one in found]

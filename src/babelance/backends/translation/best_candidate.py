"""Translators that can name several translations of a line: what they answer is the best of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from babelance.backends.translation import line_translation
from babelance.backends.translation.candidates import Candidate, finite
from babelance.backends.translation.line_translation import Lines
from babelance.core.query import Query, Translate, Unanswered


class BestCandidate(line_translation.ReadingTranslator):
    def candidates(
        self, lines: Sequence[str], source: str, target: str, count: int
    ) -> list[Sequence[Candidate] | Unanswered]:
        """Up to `count` translations of each line, best first; a reason for each where the languages are unknown."""
        if reason := self._reason_unsupported(source, target):
            return [Unanswered(reason)] * len(lines)
        return self._candidates(lines, source, target, count)

    def foreseen(self, query: Query) -> Unanswered | None:
        reason = self._reason_unsupported(query.source, query.target) if isinstance(query, Translate) else None
        return Unanswered(reason) if reason else None

    @abstractmethod
    def _reason_unsupported(self, source: str, target: str) -> str | None:
        """Why these languages cannot be translated; None if they can."""

    @abstractmethod
    def _candidates(self, lines: Lines, source: str, target: str, count: int) -> list[Sequence[Candidate] | Unanswered]:
        """As `candidates`, between languages that the model has."""

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        candidates = [finite(some) for some in self.candidates(lines, source, target, 1)]
        return [
            choices if isinstance(choices, Unanswered) else line_translation.text(choices[0].text)
            for choices in candidates
        ]

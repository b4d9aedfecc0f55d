"""Translators that can name several translations of a line: what they answer is the best of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from babelance.backends.translation import line_translation
from babelance.backends.translation.candidates import Candidate, finite
from babelance.core.query import Unanswered


class BestCandidate(line_translation.ReadingTranslator):
    @abstractmethod
    def candidates(
        self, lines: Sequence[str], source: str, target: str, count: int
    ) -> list[Sequence[Candidate] | Unanswered]:
        """Up to `count` translations of each line, best first."""

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        candidates = [finite(some) for some in self.candidates(lines, source, target, 1)]
        return [
            choices if isinstance(choices, Unanswered) else line_translation.text(choices[0].text)
            for choices in candidates
        ]

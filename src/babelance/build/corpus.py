"""Text for further training as the CB paper prepares it: without numbers and special characters (appendix B).

The paper says "after filtering special characters and numbers" and no more, so there are two readings: take the
characters out of a line, or leave out the whole line. Letters with their marks, spaces and the punctuation of
sentences stay. Lines that are left without a letter, or that came before, are left out and counted.
Reference: Ahn and Oh, EMNLP 2021, appendix B.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import regex as re

Drop = Literal["characters", "lines"]
_SPECIAL = re.compile(r"[^\p{L}\p{M}\s.,;:!?'’\-‐،؛؟。、，！？·„“”\"«»()\u200c\u200d]")
"""All but letters, their marks (with the joiners that some scripts spell with), spaces and punctuation."""
_LETTER = re.compile(r"\p{L}")


@dataclass
class CorpusFilter:
    """Lines go through one after another; counts are kept."""

    drop: Drop = "characters"
    kept: int = 0
    changed: int = 0
    left_out: dict[str, int] = field(default_factory=dict)

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        seen: set[int] = set()
        for line in lines:
            text = " ".join(_SPECIAL.sub("", line).split())
            plain = " ".join(line.split())
            if reason := self._reason(plain, text, seen):
                self.left_out[reason] = self.left_out.get(reason, 0) + 1
                continue
            seen.add(hash(text))
            self.kept += 1
            self.changed += text != plain
            yield text

    def _reason(self, line: str, text: str, seen: set[int]) -> str:
        if not _LETTER.search(text):
            return "no letter is left"
        if self.drop == "lines" and text != line:
            return "has a number or a special character"
        return "came before" if hash(text) in seen else ""

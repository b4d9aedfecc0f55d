"""N-best re-ranking: of several translations, the one that keeps what the source tells about gender.

A source that tells no gender (no pronoun, noun or name for a woman or a man in the lists of its language) is to stay
open; one that tells it is to keep it. Among the candidates of the beam that are at most `margin` worse than the best
one, the first that does so is taken; if none does, the best one as before. Nothing is trained.

What it cannot do: say what is not among the candidates. Beam search tends to fill its list with near-copies.
Reference: Saunders, Sallis, Byrne, ACL 2022 (gender by n-best lists and re-ranking).
Checked against: worked examples, Transformers and CTranslate2 alike (tests/mitigations).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.mitigations.translators.around import wrap
from babelance.mitigations.translators.example import LANGUAGE, translator_example


@dataclass(frozen=True)
class Rerank:
    """Of several translations take the one that keeps open, or tells, what the source does. For translators.

    Example: babelance mitigate rerank -m Helsinki-NLP/opus-mt-tr-en -l tr --candidates 16 -o tr-en-reranked
    """

    language: Annotated[str, LANGUAGE] = ""
    candidates: Annotated[int, Flag("Translations to choose from; the beam is as wide at least.")] = 12
    margin: Annotated[float, Flag("How much worse a choice may be: log-probability per piece.")] = 1.0

    title: ClassVar[str] = "N-best re-ranking of translations"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        steps = {"candidates": self.candidates, "margin": self.margin}
        return wrap("rerank", model, out, self.language, nbest=True, **steps)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return translator_example(cls("tr"), folder)


mitigation = Rerank

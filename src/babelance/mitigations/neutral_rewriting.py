"""Gender-neutral rewriting: English translations say *they* where the source tells no gender.

Whatever the translator is, its English is rewritten by rules (`text/english_pronouns.py`): pronouns, the verbs that
agree with them, and nouns such as *policeman*. A source that tells a gender, by a pronoun, a noun or a name, is left
alone, so that nothing is lost that was told. Nothing is trained.

What it cannot do: it knows no grammar but that of the clause, and *they* may be read as several people.
Reference: Vanmassenhove, Emmery, Shterionov, EMNLP 2021; Sun, Webster, Shah, Wang, Johnson, 2021.
Checked against: worked examples (tests/text).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from babelance.core.mitigation import Example, Tell
from babelance.mitigations.translators.around import wrap
from babelance.mitigations.translators.example import LANGUAGE, translator_example


@dataclass(frozen=True)
class NeutralRewriting:
    """Rewrite English translations with they where the source tells no gender. For translators into English.

    Example: babelance mitigate neutral-rewriting -m apertium:eu-en -l eu -o eu-en-they
    """

    language: Annotated[str, LANGUAGE] = ""

    title: ClassVar[str] = "Gender-neutral rewriting of English translations"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return wrap("neutral-rewriting", model, out, self.language, rewrite=True)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return translator_example(cls("tr"), folder)


mitigation = NeutralRewriting

"""Hard debiasing of word vectors: the gender direction is taken out of every word that is not gendered itself.

neutralise   u − (u·g) g, of length 1, for all words but the gendered pairs; g is the first principal component of the
             pairs' differences
equalise     each pair gets the same distance to every neutral word: z g + y and −z g + y y the mean without g
             and z = √(1 − ‖y‖²)

What it cannot do: words that leaned alike stay together (Gonen and Goldberg 2019), so a probe still tells them; the
record says how well.
Reference: Bolukbasi et al., NeurIPS 2016.
Checked against: WEFE 1.0.1's HardDebias on seeded vectors (tests/mitigations).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

from babelance.backends.vectors.table import VectorTable
from babelance.core.mitigation import Example, Tell
from babelance.core.option import Flag
from babelance.mitigations.projection.erase import erase
from babelance.mitigations.projection.example import LANGUAGE, vector_example
from babelance.mitigations.projection.gender import Floats, GenderWords, unit
from babelance.mitigations.projection.neutral import hard_debias


@dataclass(frozen=True)
class HardDebias:
    """Take the gender direction out of word vectors; gendered pairs keep it, in equal shares.

    The gendered pairs are those of the language's probes. Vectors are brought to length 1.

    Example: babelance mitigate hard-debias -m vec:glove.txt -l en -o glove-hard
    """

    language: Annotated[str, LANGUAGE] = "en"
    equalise: Annotated[bool, Flag("Give each gendered pair the same distance to every other word.")] = True

    title: ClassVar[str] = "Hard debiasing of word vectors"
    needs_corpus: ClassVar[bool] = False

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        return erase("hard-debias", model, out, self.language, self._change, equalise=self.equalise)

    def _change(self, table: VectorTable, gender: GenderWords) -> Floats:
        return hard_debias(unit(table.vectors), table.rows, gender, equalise=self.equalise)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return vector_example(cls(), folder)


mitigation = HardDebias

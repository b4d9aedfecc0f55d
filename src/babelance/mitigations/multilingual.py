"""A multilingual model in the place of a monolingual one, trained further in that language.

What many languages say about a group may even out what one of them says. The price is a vocabulary that is shared by
all: utility before and after is compared in bits per character, since the two models cut text differently.
Reference: Ahn and Oh, EMNLP 2021, section 4.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar

from babelance.backends.training.loop import Tell
from babelance.core.errors import InputError
from babelance.core.mitigation import Example
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.further import Freeze
from babelance.mitigations.tuning.example import QUICK, small_example, write_model
from babelance.mitigations.tuning.further_training import Intervention, check, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning


@dataclass(frozen=True)
class Multilingual:
    """Replace a monolingual model by a multilingual one and train that further in the language.

    Example: babelance mitigate multilingual -m bert-base-german-cased --by bert-base-multilingual-cased
    -c news.de.txt.gz -l de -o multi-de
    """

    by: Annotated[str, Flag("The multilingual masked LM that replaces it.", ("--by", "-b"))]
    language: Annotated[str, LANGUAGE] = ""
    freeze: Freeze = "nothing"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Multilingual model"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        former, new = check(model), check(self.by)
        if former.content == new.content:
            raise InputError(f"'{self.by}' is the model that it should replace. Name a multilingual one with --by.")
        change = Intervention(
            "multilingual", self.language, freeze=self.freeze == "encoder", replaces=former.id, facts={"by": new.id}
        )
        return tune(self.by, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls(write_model(folder / "multilingual", seed=1), "en", tuning=QUICK), folder)


mitigation = Multilingual

"""Further training: masked-LM fine-tuning on a corpus, of the whole model or of its head alone.

In the table of Ahn and Oh (EMNLP 2021) this is "BERT, fine-tuned" (`freeze="encoder"`), the row that alignment and
counterfactual augmentation have to beat: training on any more text changes the Categorical Bias score by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from babelance.backends.training.loop import Tell
from babelance.core.mitigation import Example, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.tuning.example import QUICK, small_example
from babelance.mitigations.tuning.further_training import Intervention, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning

Freeze = Annotated[
    Literal["nothing", "encoder"], Flag("nothing, or encoder: only the masked-LM head learns.", ("--freeze",))
]


@dataclass(frozen=True)
class Further:
    """Train a masked language model further on a corpus, all of it or its head alone.

    64 % of the lines are trained on, 16 % choose the epoch, 20 % are held out for the utility before and after.
    A training that was stopped, in whatever way, goes on when the same command is given again.

    Example: babelance mitigate further -m bert-base-german-cased -c news.de.txt.gz -l de --freeze encoder -o further-de
    """

    language: Annotated[str, LANGUAGE] = ""
    freeze: Freeze = "nothing"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Further training"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        change = Intervention("further", self.language, freeze=self.freeze == "encoder")
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    @classmethod
    def automatic(cls, wanted: Wanted) -> Further:
        return cls(wanted.language, tuning=wanted.tuning, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls("en", tuning=QUICK), folder)


mitigation = Further

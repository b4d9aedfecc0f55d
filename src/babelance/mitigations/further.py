"""Further training: masked-LM fine-tuning on a corpus, of the whole model or of its head alone.

In the table of Ahn and Oh (EMNLP 2021) this is "BERT, fine-tuned" (`freeze="encoder"`), the row that alignment and
counterfactual augmentation have to beat: training on any more text changes the Categorical Bias score by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal

from babelance.backends.training.loop import Tell
from babelance.core.model import Options
from babelance.mitigations.tuning.further_training import Intervention, Tuning, tune

Freeze = Literal["nothing", "encoder"]


@dataclass(frozen=True)
class Further:
    language: str = ""
    freeze: Freeze = "nothing"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Further training"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        change = Intervention("further", self.language, freeze=self.freeze == "encoder")
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)


mitigation = Further

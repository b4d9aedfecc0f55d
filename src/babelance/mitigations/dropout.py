"""Dropout regularisation: training on with more dropout than usual.

Associations that hang on single words in single places are learnt less firmly if these are often missing. The text is
what it is: where it is biased throughout, so is what is learnt from it.
Reference: Webster et al., 2020 (Measuring and reducing gendered correlations in pre-trained models), who raised the
dropout of attention and of hidden states to 0.15 (BERT) and 0.05 (ALBERT).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

from babelance.backends.training.dropout import raise_dropout
from babelance.backends.training.loop import Tell
from babelance.core.errors import InputError
from babelance.core.mitigation import Example, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.tuning.example import QUICK, small_example
from babelance.mitigations.tuning.family import family_of
from babelance.mitigations.tuning.further_training import Intervention, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning


@dataclass(frozen=True)
class Dropout:
    """Train a masked or causal language model further with more dropout: chance company of words is learnt less.

    Example: babelance mitigate dropout -m bert-base-german-cased -c news.de.txt.gz -l de -o dropout-de
    """

    language: Annotated[str, LANGUAGE] = ""
    hidden: Annotated[float, Flag("Share of hidden states that is dropped.")] = 0.2
    attention: Annotated[float, Flag("Share of attention that is dropped.")] = 0.15
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Dropout regularisation"

    def __post_init__(self) -> None:
        if not (0 <= self.hidden < 1 and 0 <= self.attention < 1):
            raise InputError(f"Shares that are dropped lie between 0 and 1, not {self.hidden} and {self.attention}.")

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        change = Intervention(
            "dropout",
            self.language,
            key=f"{self.hidden} {self.attention}",
            facts={"dropped": {"hidden": self.hidden, "attention": self.attention}},
            family=family_of(model),
            adapt=self._adapt,
        )
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    def _adapt(self, network: Any) -> tuple[Any, Callable[[Any], Any]]:
        restore = raise_dropout(network, hidden=self.hidden, attention=self.attention)

        def after(trained: Any) -> Any:
            restore()
            return trained

        return network, after

    @classmethod
    def automatic(cls, wanted: Wanted) -> Dropout:
        return cls(wanted.language, tuning=wanted.tuning, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls("en", tuning=QUICK), folder)


mitigation = Dropout

"""Counterfactual data augmentation, one-sided: training text in which all groups are mentioned equally often.

Mentions are replaced, not copied: the text stays as long as it was. `balance="groups"` exchanges the countries of
`babel-groups`, or groups of your own, in the forms that the language's templates and its file know;
`balance="gender"` exchanges the gender words and names of the language file, where its grammar allows it. Held-out text
stays as it is.
Reference: Ahn and Oh, EMNLP 2021 (section 5); Lu et al., 2020; Zhao et al., NAACL 2018.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

from babelance.backends.training.loop import Tell
from babelance.core.mitigation import Example, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.balance import choice
from babelance.mitigations.balance.choice import Balance
from babelance.mitigations.balance.draws import Balancer
from babelance.mitigations.further import Freeze
from babelance.mitigations.tuning.example import QUICK, small_example
from babelance.mitigations.tuning.further_training import Intervention, check, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning


@dataclass(frozen=True)
class Cda:
    """Train on text in which groups are exchanged until all are mentioned equally often.

    Example: babelance mitigate cda -m bert-base-german-cased -c news.de.txt.gz -l de -o cda-de
    """

    language: Annotated[str, LANGUAGE]
    balance: Annotated[Balance, Flag(choice.BALANCE_HELP)] = "groups"
    groups: Annotated[str | None, Flag(choice.GROUPS_HELP)] = None
    freeze: Freeze = "encoder"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Counterfactual data augmentation"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        check(model)
        mentions = self.count(corpus)
        change = Intervention(
            "cda",
            self.language,
            freeze=self.freeze == "encoder",
            rewrite=self.balancer().rewrite,
            key=choice.key_of(self.balance, self.groups),
            facts={"balance": self.balance, "groups": self.groups, "mentions": mentions},
        )
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    def count(self, corpus: Sequence[str]) -> dict[str, Any]:
        """Mentions in the training part, before and after."""
        return choice.mentions(self.balancer(), corpus, self.tuning.seed, self.language, self.balance)

    def balancer(self) -> Balancer:
        """A new one: rewriting the same lines again gives the same."""
        return choice.balancer_of(self.language, self.balance, self.groups, self.tuning.seed)

    @classmethod
    def automatic(cls, wanted: Wanted) -> Cda:
        return cls(wanted.language, wanted.about, wanted.groups, "nothing", wanted.tuning, wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls("en", "gender", tuning=QUICK), folder)


mitigation = Cda

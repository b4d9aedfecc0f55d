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
from typing import Annotated, Any, ClassVar, Literal

from babelance.backends.training.loop import Tell
from babelance.core.errors import InputError
from babelance.core.mitigation import Example
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.balance.draws import Balancer, count_changes
from babelance.mitigations.balance.gender import Gender
from babelance.mitigations.balance.groups import Groups
from babelance.mitigations.further import Freeze
from babelance.mitigations.tuning import corpus as _corpus
from babelance.mitigations.tuning.example import QUICK, small_example
from babelance.mitigations.tuning.further_training import LANGUAGE, Intervention, Tuning, check, tune
from babelance.text.streams import text_lines

Balance = Literal["groups", "gender"]


@dataclass(frozen=True)
class Cda:
    """Train on text in which groups are exchanged until all are mentioned equally often.

    Example: babelance mitigate cda -m bert-base-german-cased -c news.de.txt.gz -l de -o cda-de
    """

    language: Annotated[str, LANGUAGE]
    balance: Annotated[Balance, Flag("groups (countries of babel-groups) or gender.")] = "groups"
    groups: Annotated[str | None, Flag("JSON file of your own groups: key → name, or key → list of its forms.")] = None
    freeze: Freeze = "encoder"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Counterfactual data augmentation"

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        check(model)
        mentions = self.count(corpus)
        if not sum(mentions["before"].values()):
            raise InputError(
                f"The training part of the corpus mentions nothing of '{self.balance}' in '{self.language}', so there "
                "is nothing to balance. Is it text of that language?"
            )
        change = Intervention(
            "cda",
            self.language,
            freeze=self.freeze == "encoder",
            rewrite=self.balancer().rewrite,
            key=self.balance if self.groups is None else f"{self.balance} {_corpus.fingerprint([self.groups])}",
            facts={"balance": self.balance, "groups": self.groups, "mentions": mentions},
        )
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    def count(self, corpus: Sequence[str]) -> dict[str, Any]:
        """Mentions in the training part, before and after."""
        lines = (line for line in text_lines(corpus) if _corpus.part_of(line, self.tuning.seed) == "train")
        return count_changes(self.balancer(), lines)

    def balancer(self) -> Balancer:
        """A new one: rewriting the same lines again gives the same."""
        if self.groups is not None and self.balance != "groups":
            raise InputError(f"--groups and --balance {self.balance} do not go together: the file has groups.")
        if self.balance == "gender":
            return Gender.of(self.language, self.tuning.seed)
        return Groups.of(self.language, self.tuning.seed, self.groups)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_example(cls("en", "gender", tuning=QUICK), folder)


mitigation = Cda

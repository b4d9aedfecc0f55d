"""Low-rank adapters: further training, or training on balanced text, in which few weights learn.

Every linear layer gets a product of two thin matrices beside it (`peft`); these learn, all else stays. So a model can
be mitigated whose training would not fit into memory as a whole. Afterwards the product is added to the weight, which
gives a plain model; `save="adapter"` keeps the small matrices alone, to be read together with the model they belong to.
Reference: Hu et al., ICLR 2022; for bias: Lauscher et al., 2021 (adapters with counterfactual text).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from babelance.backends.training.loop import Tell
from babelance.core.errors import InputError
from babelance.core.extras import require
from babelance.core.mitigation import Example, Wanted
from babelance.core.model import Options
from babelance.core.option import Flag
from babelance.mitigations.balance import choice
from babelance.mitigations.tuning.example import QUICK, small_causal_example
from babelance.mitigations.tuning.family import family_of
from babelance.mitigations.tuning.further_training import Intervention, tune
from babelance.mitigations.tuning.settings import LANGUAGE, Tuning

Saved = Literal["model", "adapter"]


@dataclass(frozen=True)
class Lora:
    """Train low-rank adapters of a masked or causal language model, on text as it is or balanced.

    Example: babelance mitigate lora -m HuggingFaceTB/SmolLM2-135M -c news.en.txt.gz -l en --balance gender -o lora-en

    Example: babelance mitigate lora -m bert-base-german-cased -c news.de.txt.gz -l de --balance groups -o lora-de
    """

    language: Annotated[str, LANGUAGE] = ""
    balance: Annotated[Literal["nothing", "groups", "gender"], Flag(f"nothing, {choice.BALANCE_HELP}")] = "nothing"
    groups: Annotated[str | None, Flag(choice.GROUPS_HELP)] = None
    rank: Annotated[int, Flag("Rank of the adapters.")] = 8
    save: Annotated[Saved, Flag("model: adapters are added to the weights; adapter: they alone are saved.")] = "model"
    tuning: Tuning = field(default_factory=Tuning)
    options: Options = field(default_factory=Options)

    title: ClassVar[str] = "Low-rank adapters"

    def __post_init__(self) -> None:
        if self.rank < 1:
            raise InputError(f"The rank of adapters is at least 1, not {self.rank}. Usual is 8.")

    def apply(self, model: str, corpus: Sequence[str], out: Path, *, tell: Tell = lambda progress: None) -> Path:
        require("peft")
        rewrite = None
        facts: dict[str, Any] = {"balance": self.balance, "rank": self.rank, "saved": self.save}
        if self.balance != "nothing":
            facts["mentions"] = choice.mentions(self._balancer(), corpus, self.tuning.seed, self.language, self.balance)
            rewrite = self._balancer().rewrite
        change = Intervention(
            "lora",
            self.language,
            rewrite=rewrite,
            key=f"{choice.key_of(self.balance, self.groups)} {self.rank} {self.save}",
            facts=facts,
            family=family_of(model),
            adapt=self._adapt,
        )
        return tune(model, corpus, out, change, tuning=self.tuning, options=self.options, tell=tell)

    def _balancer(self) -> Any:
        return choice.balancer_of(self.language, self.balance, self.groups, self.tuning.seed)

    def _adapt(self, network: Any) -> tuple[Any, Callable[[Any], Any]]:
        from peft import LoraConfig, get_peft_model

        from babelance.backends.transformers.loading import quiet

        chosen = LoraConfig(r=self.rank, lora_alpha=2 * self.rank, target_modules="all-linear")
        with quiet():
            adapted = get_peft_model(network, chosen)
        return adapted, self._after

    def _after(self, adapted: Any) -> Any:
        return adapted if self.save == "adapter" else adapted.merge_and_unload()

    @classmethod
    def automatic(cls, wanted: Wanted) -> Lora:
        return cls(wanted.language, wanted.about, wanted.groups, tuning=wanted.tuning, options=wanted.options)

    @classmethod
    def example(cls, folder: Path) -> Example:
        return small_causal_example(cls("en", tuning=QUICK), folder)


mitigation = Lora

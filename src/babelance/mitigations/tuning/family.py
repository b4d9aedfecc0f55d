"""The two families of language models that can be trained on: masked ones, and those that read from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from babelance.backends.training import masking, next_word
from babelance.backends.training.loop import Task
from babelance.backends.training.rows import Rows
from babelance.backends.transformers import loading, source
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.registry import MODELS
from babelance.mitigations.tuning.settings import Tuning


class NetworkFamily(Protocol):
    """How networks of one family are loaded, trained and judged."""

    @property
    def kind(self) -> str: ...
    def load(self, model_source: source.ModelSource, options: Options) -> Any: ...
    def check_tokenizer(self, tokenizer: Any, label: str) -> None: ...
    def task(self, train: Rows, dev: Rows, tokenizer: Any, tuning: Tuning) -> Task: ...
    def loss(self, model: Any, rows: Rows, tokenizer: Any, tuning: Tuning) -> float: ...


@dataclass(frozen=True)
class Masked:
    kind: str = "masked"

    def load(self, model_source: source.ModelSource, options: Options) -> Any:
        from transformers import AutoModelForMaskedLM

        return loading.load_weights(AutoModelForMaskedLM, model_source, options)

    def check_tokenizer(self, tokenizer: Any, label: str) -> None:
        for name in ("mask_token", "pad_token"):
            if getattr(tokenizer, f"{name}_id") is None:
                raise ModelError(f"The tokenizer of {label} has no {name.replace('_', ' ')}, which training needs.")

    def task(self, train: Rows, dev: Rows, tokenizer: Any, tuning: Tuning) -> Task:
        masker = masking.Masker.of(tokenizer, tuning.masked)
        return masking.MaskedTask(train=train, dev=dev, masker=masker, batch=tuning.batch, seed=tuning.seed)

    def loss(self, model: Any, rows: Rows, tokenizer: Any, tuning: Tuning) -> float:
        return masking.held_out_loss(model, rows, masking.Masker.of(tokenizer, tuning.masked), seed=tuning.seed)


@dataclass(frozen=True)
class LeftToRight:
    kind: str = "causal"

    def load(self, model_source: source.ModelSource, options: Options) -> Any:
        from transformers import AutoModelForCausalLM

        return loading.load_weights(AutoModelForCausalLM, model_source, options)

    def check_tokenizer(self, tokenizer: Any, label: str) -> None:
        """Any will do: rows are padded with what is not attended to."""

    def task(self, train: Rows, dev: Rows, tokenizer: Any, tuning: Tuning) -> Task:
        return next_word.CausalTask(train=train, dev=dev, batch=tuning.batch, seed=tuning.seed)

    def loss(self, model: Any, rows: Rows, tokenizer: Any, tuning: Tuning) -> float:
        return next_word.held_out_loss(model, rows)


MASKED, LEFT_TO_RIGHT = Masked(), LeftToRight()


def family_of(model: str) -> NetworkFamily:
    """Of a masked or causal language model, or the reason why it is neither."""
    reasons = {}
    for family in (MASKED, LEFT_TO_RIGHT):
        reason = MODELS.get(family.kind).reason_unsupported(model)
        if reason is None:
            return family
        reasons[family.kind] = reason
    raise ModelError(f"Only language models can be mitigated in this way. As a masked one: {reasons['masked']} "
                     f"As a causal one: {reasons['causal']}")  # fmt: skip

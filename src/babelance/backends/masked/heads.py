"""Encoder and vocabulary projection of masked language models, apart, so that only chosen positions are projected.

With 250,002 words the projection of one token costs twice the whole encoder; a masked pass needs it at the mask alone.
For an architecture that is not listed the full logits are computed and the positions picked: slower, as correct.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from babelance.backends.masked import last_layer
from babelance.backends.transformers import attention as _attention


@dataclass(frozen=True)
class Head:
    """What comes after the encoder: features of a hidden state, and the layer that turns them into logits.

    Both work on each position by itself, so they may be given any of them.
    """

    features: Callable[[Any, Tensor], Tensor]
    decoder: Callable[[Any], Any]

    def __call__(self, model: Any, states: Tensor) -> Tensor:
        """Logits over the whole vocabulary."""
        layer = self.decoder(model)
        return functional.linear(self.features(model, states), layer.weight, layer.bias)


def _roberta(model: Any, hidden: Tensor) -> Tensor:
    return _tensor(model.lm_head.layer_norm(functional.gelu(model.lm_head.dense(hidden))))


def _albert(model: Any, hidden: Tensor) -> Tensor:
    head = model.predictions
    return _tensor(head.LayerNorm(head.activation(head.dense(hidden))))


def _distilbert(model: Any, hidden: Tensor) -> Tensor:
    return _tensor(model.vocab_layer_norm(model.activation(model.vocab_transform(hidden))))


def _deberta(model: Any, hidden: Tensor) -> Tensor:
    if model.legacy:
        return _tensor(model.cls.predictions.transform(hidden))
    head = model.lm_predictions.lm_head
    return _tensor(head.LayerNorm(head.transform_act_fn(head.dense(hidden))))


def _deberta_decoder(model: Any) -> Any:
    if model.legacy:
        return model.cls.predictions.decoder
    return Decoder(model.deberta.embeddings.word_embeddings.weight, model.lm_predictions.lm_head.bias)


class Decoder(NamedTuple):
    """A linear layer over the vocabulary."""

    weight: Tensor
    bias: Tensor | None


_ROBERTA = Head(_roberta, lambda model: model.lm_head.decoder)
_HEADS: Mapping[str, Head] = {
    "BertForMaskedLM": Head(
        lambda model, hidden: model.cls.predictions.transform(hidden), lambda model: model.cls.predictions.decoder
    ),
    "RobertaForMaskedLM": _ROBERTA,
    "XLMRobertaForMaskedLM": _ROBERTA,
    "XLMRobertaXLForMaskedLM": _ROBERTA,
    "CamembertForMaskedLM": _ROBERTA,
    "MPNetForMaskedLM": _ROBERTA,
    "AlbertForMaskedLM": Head(_albert, lambda model: model.predictions.decoder),
    "DistilBertForMaskedLM": Head(_distilbert, lambda model: model.vocab_projector),
    "ElectraForMaskedLM": Head(
        lambda model, hidden: model.generator_predictions(hidden), lambda model: model.generator_lm_head
    ),
    "DebertaV2ForMaskedLM": Head(_deberta, _deberta_decoder),
    "ModernBertForMaskedLM": Head(lambda model, hidden: model.head(hidden), lambda model: model.decoder),
    "XLMWithLMHeadModel": Head(lambda model, hidden: hidden, lambda model: model.pred_layer.proj),
}
"""Architecture → its head."""


def head_of(model: Any) -> Head | None:
    """The head of a known architecture. An adaptive softmax (some XLM models) is no linear layer."""
    head = _HEADS.get(type(model).__name__)
    return head if head and hasattr(head.decoder(model), "weight") else None


@dataclass(frozen=True)
class Read:
    """What reading a batch gave. `states` are hidden states, or logits where there is no separate head."""

    states: Tensor
    hidden: Tensor
    attention: Tensor | None = None
    """Attention received: mean over layers, heads and query positions; (batch, length)."""


class EncoderAndHead:
    """A masked language model as encoder and head."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.head = head_of(model)
        self.device: torch.device = model.device
        self._fast = str(model.config._attn_implementation)
        self._eager = _attention.register() if model._can_set_attn_implementation() else self._fast
        self._last = last_layer.install(model) if self.head else None

    def read(self, ids: Tensor) -> Tensor:
        """States of every position of a batch of equally long rows: no padding, so no attention mask."""
        self._attend(self._eager if self._is_short(ids) else self._fast)
        if self.head is None:
            return _tensor(self.model(input_ids=ids).logits)
        return _tensor(self.model.base_model(input_ids=ids)[0])

    @property
    def max_positions(self) -> int:
        """How many positions of a row `read_at` may be asked for; 0 if it cannot be asked."""
        return last_layer.MOST if self._last else 0

    def read_at(self, ids: Tensor, positions: Tensor) -> Tensor:
        """As `read`, at these positions of each row alone, (batch, n): the last layer is computed nowhere else."""
        assert self._last is not None
        self._last.chosen = positions
        try:
            return self.read(ids)
        finally:
            self._last.chosen = None

    def read_plain(self, ids: Tensor) -> Read:
        """As `read`, always with eager attention: the numbers must not depend on which measures run together."""
        self._attend(self._eager)
        if self.head is None:
            output = self.model(input_ids=ids, output_attentions=True, output_hidden_states=True, return_dict=True)
            return Read(output.logits, output.hidden_states[-1], _attention_received(output.attentions))
        output = self.model.base_model(input_ids=ids, output_attentions=True, return_dict=True)
        return Read(output[0], output[0], _attention_received(output.attentions))

    def features(self, states: Tensor) -> Tensor:
        """What the decoder takes, for states of shape (n, width); logits stay what they are."""
        return states if self.head is None else self.head.features(self.model, states)

    @cached_property
    def decoder(self) -> Decoder | None:
        """The layer over the vocabulary; None where `features` are logits."""
        if self.head is None:
            return None
        layer = self.head.decoder(self.model)
        return Decoder(layer.weight, layer.bias)

    def _is_short(self, ids: Tensor) -> bool:
        """For short rows the processor's fused attention rounds by the thread it runs on, and gains nothing."""
        return self.device.type == "cpu" and ids.shape[1] < _attention.SHORT

    def _attend(self, implementation: str) -> None:
        if self.model.config._attn_implementation != implementation:
            self.model.set_attn_implementation(implementation)


def _attention_received(attentions: Any) -> Tensor | None:
    """(layers of (batch, heads, query, key)) → (batch, key)."""
    if not attentions or any(layer is None for layer in attentions):
        return None
    # Row by row: summing a batch at once rounds differently for different numbers of rows.
    rows = zip(*attentions, strict=True)
    return torch.stack([torch.stack([layer.float().mean(dim=(0, 1)) for layer in row]).mean(dim=0) for row in rows])


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value

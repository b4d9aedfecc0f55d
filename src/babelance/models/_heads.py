"""Encoder and vocabulary projection of masked language models, apart, so that only chosen positions are projected.

With 250,002 words the projection of one token costs twice the whole encoder. A masked pass needs it at the mask alone.
For an architecture that is not listed the full logits are computed and the positions picked: slower, as correct.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from babelance.models import _attention

Head = Callable[[Any, Tensor], Tensor]


def _deberta(model: Any, hidden: Tensor) -> Tensor:
    if model.legacy:
        return _tensor(model.cls(hidden))
    return _tensor(model.lm_predictions(hidden, model.deberta.embeddings.word_embeddings))


def _distilbert(model: Any, hidden: Tensor) -> Tensor:
    return _tensor(model.vocab_projector(model.vocab_layer_norm(model.activation(model.vocab_transform(hidden)))))


_HEADS: Mapping[str, Head] = {
    "BertForMaskedLM": lambda model, hidden: model.cls(hidden),
    "RobertaForMaskedLM": lambda model, hidden: model.lm_head(hidden),
    "XLMRobertaForMaskedLM": lambda model, hidden: model.lm_head(hidden),
    "XLMRobertaXLForMaskedLM": lambda model, hidden: model.lm_head(hidden),
    "CamembertForMaskedLM": lambda model, hidden: model.lm_head(hidden),
    "AlbertForMaskedLM": lambda model, hidden: model.predictions(hidden),
    "DistilBertForMaskedLM": _distilbert,
    "ElectraForMaskedLM": lambda model, hidden: model.generator_lm_head(model.generator_predictions(hidden)),
    "DebertaV2ForMaskedLM": _deberta,
    "MPNetForMaskedLM": lambda model, hidden: model.lm_head(hidden),
    "ModernBertForMaskedLM": lambda model, hidden: model.decoder(model.head(hidden)),
    "XLMWithLMHeadModel": lambda model, hidden: model.pred_layer(hidden)[0],
}
"""Architecture → its head. A head works on each position by itself, so it may be given any of them."""


@dataclass(frozen=True)
class Read:
    """What reading a batch gave. `states` are hidden states, or logits where there is no separate head."""

    states: Tensor
    hidden: Tensor
    attention: Tensor | None = None
    """Attention received: mean over layers, heads and query positions; (batch, length)."""


class Split:
    """A masked language model as encoder and head."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.head = _HEADS.get(type(model).__name__)
        self.device: torch.device = model.device
        self._fast = str(model.config._attn_implementation)
        self._eager = _attention.register() if model._can_set_attn_implementation() else self._fast

    def read(self, ids: Tensor) -> Tensor:
        """States of every position of a batch of equally long rows: no padding, so no attention mask."""
        self._attend(self._eager if self._is_short(ids) else self._fast)
        if self.head is None:
            return _tensor(self.model(input_ids=ids).logits)
        return _tensor(self.model.base_model(input_ids=ids)[0])

    def read_plain(self, ids: Tensor) -> Read:
        """As `read`, always with eager attention: the numbers must not depend on which measures run together."""
        self._attend(self._eager)
        if self.head is None:
            output = self.model(input_ids=ids, output_attentions=True, output_hidden_states=True, return_dict=True)
            return Read(output.logits, output.hidden_states[-1], _received(output.attentions))
        output = self.model.base_model(input_ids=ids, output_attentions=True, return_dict=True)
        return Read(output[0], output[0], _received(output.attentions))

    def logits(self, states: Tensor) -> Tensor:
        """Float32 logits over the vocabulary; states of shape (n, width)."""
        found = states if self.head is None else self.head(self.model, states.unsqueeze(0)).squeeze(0)
        return found.float()

    def _is_short(self, ids: Tensor) -> bool:
        """For short rows the processor's fused attention rounds by the thread it runs on, and gains nothing."""
        return self.device.type == "cpu" and ids.shape[1] < _attention.SHORT

    def _attend(self, implementation: str) -> None:
        if self.model.config._attn_implementation != implementation:
            self.model.set_attn_implementation(implementation)


def _received(attentions: Any) -> Tensor | None:
    """(layers of (batch, heads, query, key)) → (batch, key)."""
    if not attentions or any(layer is None for layer in attentions):
        return None
    # Row by row: summing a batch at once rounds differently for different numbers of rows.
    rows = zip(*attentions, strict=True)
    return torch.stack([torch.stack([layer.float().mean(dim=(0, 1)) for layer in row]).mean(dim=0) for row in rows])


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, Tensor)
    return value

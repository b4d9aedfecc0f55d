"""The last layer of an encoder at chosen positions: keys and values of every token, everything else for those alone.

Nothing reads the other states of the last layer, so leaving them out is exact; ten of its twelve parts are saved. Known
are the layers of the BERT family (BERT, RoBERTa, XLM-R, CamemBERT, ELECTRA) and of DistilBERT. In the others the last
layer is shared with earlier ones (ALBERT) or adds something that depends on the distance of two tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from babelance.backends.transformers import attention

MOST = 16
"""Positions of a row that are worth choosing, and the block in which attention is computed: see `_attention`."""


@dataclass(frozen=True)
class LayerForm:
    """Where a layer keeps its parts."""

    layers: Callable[[Any], nn.ModuleList]
    projections: Callable[[Any], tuple[nn.Linear, nn.Linear, nn.Linear]]
    """Query, key and value of a layer."""
    heads: Callable[[Any], int]
    finish: Callable[[Any, Tensor, Tensor], Tensor]
    """(layer, what attention gave, what the layer was given) → what the layer gives."""


def _finish_bert(layer: Any, context: Tensor, given: Tensor) -> Tensor:
    return _tensor(layer.feed_forward_chunk(layer.attention.output(context, given)))


def _finish_distilbert(layer: Any, context: Tensor, given: Tensor) -> Tensor:
    attended = layer.sa_layer_norm(layer.attention.out_lin(context) + given)
    return _tensor(layer.output_layer_norm(layer.ffn(attended) + attended))


_BERT = LayerForm(
    layers=lambda encoder: encoder.encoder.layer,
    projections=lambda layer: (layer.attention.self.query, layer.attention.self.key, layer.attention.self.value),
    heads=lambda layer: int(layer.attention.self.num_attention_heads),
    finish=_finish_bert,
)
_DISTILBERT = LayerForm(
    layers=lambda encoder: encoder.transformer.layer,
    projections=lambda layer: (layer.attention.q_lin, layer.attention.k_lin, layer.attention.v_lin),
    heads=lambda layer: int(layer.attention.n_heads),
    finish=_finish_distilbert,
)
_LAYER_FORMS: Mapping[str, LayerForm] = {
    "BertForMaskedLM": _BERT,
    "RobertaForMaskedLM": _BERT,
    "XLMRobertaForMaskedLM": _BERT,
    "CamembertForMaskedLM": _BERT,
    "ElectraForMaskedLM": _BERT,
    "DistilBertForMaskedLM": _DISTILBERT,
}


class LastLayer(nn.Module):
    """Stands in for the last layer. With `chosen` positions, (batch, n), it gives (batch, n, width)."""

    def __init__(self, layer: nn.Module, form: LayerForm) -> None:
        super().__init__()
        self.layer = layer
        self.chosen: Tensor | None = None
        self._form = form

    def forward(self, states: Tensor, *rest: Any, **options: Any) -> Tensor:
        if self.chosen is None:
            return _tensor(self.layer(states, *rest, **options))
        query, key, value = self._form.projections(self.layer)
        given = states.gather(1, self.chosen[:, :, None].expand(-1, -1, states.shape[2]))
        parts = (self._heads(query(given)), self._heads(key(states)), self._heads(value(states)))
        context, _ = attention.attention(self.layer, *parts, attention_mask=None)
        return self._form.finish(self.layer, context.flatten(2), given)

    def _heads(self, states: Tensor) -> Tensor:
        """(batch, length, width) → (batch, heads, length, width of a head)."""
        return states.view(*states.shape[:2], self._form.heads(self.layer), -1).transpose(1, 2)


def install(model: Any) -> LastLayer | None:
    """Put it into a model of a known form; decoders and cross-attention are not known."""
    form = _LAYER_FORMS.get(type(model).__name__)
    if form is None or getattr(model.config, "is_decoder", False):
        return None
    layers = form.layers(model.base_model)
    last = LastLayer(layers[-1], form).eval()
    layers[-1] = last
    return last


def _tensor(value: Any) -> Tensor:
    assert isinstance(value, torch.Tensor)
    return value

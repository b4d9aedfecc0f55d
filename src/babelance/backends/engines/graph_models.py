"""Models whose network an engine computes: they look like their torch selves to everything around them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from babelance.backends.engines import engine
from babelance.backends.engines.export import ExportRequest, open_exported
from babelance.backends.transformers.network import EncoderAndHead, Read
from babelance.backends.transformers.replacing import head_and_last_layer, pack, split
from babelance.backends.transformers.source import ModelSource
from babelance.core.model import Options


def encoder_and_head(model: Any, model_source: ModelSource, options: Options) -> EncoderAndHead:
    """Encoder and head; the encoder in the engine that the options name."""
    return split(pack(model)) if engine.is_torch(options) else ExportedModel(model, model_source, options)


class ExportedModel(EncoderAndHead):
    """A masked language model whose encoder is a graph; its head stays in torch, at the positions that are asked."""

    def __init__(self, model: Any, model_source: ModelSource, options: Options) -> None:
        super().__init__(model, *head_and_last_layer(model))
        self._model_source, self._options = model_source, options
        _attend_plainly(model)

    @property
    def max_positions(self) -> int:
        """Graphs compute every layer at every position."""
        return 0

    def read(self, ids: Tensor) -> Tensor:
        return self._read(ids)[0]

    def read_plain(self, ids: Tensor) -> Read:
        states, *more = self._read(ids)
        return Read(states, states, *more) if self.head else Read(states, *more)

    def _read(self, ids: Tensor) -> list[Tensor]:
        return [torch.from_numpy(output) for output in self._graph({"ids": ids.numpy()})]

    @cached_property
    def _graph(self) -> engine.Run:
        network = _Encoder(self.model) if self.head else _Whole(self.model)
        return open_exported(
            ExportRequest(self._model_source, self._options, "network", network, ("ids",), _vocabulary_size(self.model))
        )


class _Encoder(nn.Module):
    """Hidden states of all positions and, where the model gives it, the attention that each position gets."""

    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor) -> tuple[Tensor, ...]:
        output = self.model.base_model(input_ids=ids, output_attentions=True, return_dict=True)
        return output[0], *_attention_received(output.attentions)


class _Whole(_Encoder):
    """For an architecture whose head is not known: logits, hidden states, attention."""

    def forward(self, ids: Tensor) -> tuple[Tensor, ...]:
        wanted = {"output_attentions": True, "output_hidden_states": True, "return_dict": True}
        output = self.model(input_ids=ids, **wanted)
        return output.logits, output.hidden_states[-1], *_attention_received(output.attentions)


def _attention_received(attentions: Any) -> tuple[Tensor, ...]:
    """Layers of (batch, heads, query, key) → their mean (batch, key); nothing where a layer gives none."""
    if not attentions or any(layer is None for layer in attentions):
        return ()
    return (torch.stack([layer.mean(dim=(1, 2)) for layer in attentions]).mean(dim=0),)


class Logits(NamedTuple):
    logits: Tensor


class Classifier:
    """A sequence classifier that is a graph."""

    device = torch.device("cpu")

    def __init__(self, model: Any, model_source: ModelSource, options: Options) -> None:
        self._model, self._model_source, self._options = model, model_source, options
        self._graphs: dict[tuple[str, ...], engine.Run] = {}
        _attend_plainly(model)

    def __call__(self, **inputs: Tensor) -> Logits:
        names = tuple(inputs)
        if names not in self._graphs:
            module = _Labels(self._model)
            source = ExportRequest(
                self._model_source, self._options, "labels", module, names, _vocabulary_size(self._model)
            )
            self._graphs[names] = open_exported(source)
        [logits] = self._graphs[names]({name: ids.numpy() for name, ids in inputs.items()})
        return Logits(torch.from_numpy(logits))


class _Labels(nn.Module):
    def __init__(self, model: Any) -> None:
        super().__init__()
        self.model = model

    def forward(self, input_ids: Tensor, token_type_ids: Tensor | None = None) -> tuple[Tensor, ...]:
        more: Mapping[str, Tensor] = {} if token_type_ids is None else {"token_type_ids": token_type_ids}
        return (self.model(input_ids=input_ids, **more).logits,)


def _attend_plainly(model: Any) -> None:
    """Attention as single matrix products, which engines know best and which gives its weights."""
    if model._can_set_attn_implementation():
        model.set_attn_implementation("eager")


def _vocabulary_size(model: Any) -> int:
    return int(model.get_input_embeddings().num_embeddings)

"""What has to be known about an architecture, by the names that Transformers gives to its parts. The only such table.

An architecture that is not here is run as Transformers runs it: as correct, slower. To add one, add a row; the tests of
the network run over all rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

GELU = "gelu()"
"""A step of a head that is a function of torch and no module of the model."""


@dataclass(frozen=True, slots=True)
class HeadNames:
    """The head of a masked language model: states go through `steps`, then through `decoder` over the vocabulary."""

    steps: tuple[str, ...]
    decoder: str = ""
    first: str | None = None
    """The linear layer that reads the encoder: a rotation can be folded into it. None: there is none of its own."""
    weight: str = ""
    bias: str = ""
    """Instead of `decoder`, where the vocabulary layer is no module."""


@dataclass(frozen=True, slots=True)
class LayerNames:
    """The layers of the encoder, and the parts of one of them."""

    layers: str
    query: str
    key: str
    value: str
    heads: str
    finish: Literal["bert", "distilbert", "albert"]
    """How what attention gives becomes what the layer gives."""
    repeated: bool = False
    """The same layers again and again, so that only the last call of a pass is that of the last layer."""


@dataclass(frozen=True, slots=True)
class Architecture:
    type: str
    """`model_type` of the configuration."""
    masked: str = ""
    """Class of its masked language model."""
    heads: tuple[HeadNames, ...] = ()
    """Of several, a model has one."""
    layer: LayerNames | None = None
    """Known where the last layer can be computed at chosen positions alone: it must not add something that depends on
    the distance of two tokens (DeBERTa, MPNet, ModernBERT)."""
    calls_linear_layers: bool = False
    """Are linear layers called as modules, so that another layer can stand in for one?"""
    positions_follow_padding: bool = False
    """Positions start after the padding id, so that many of them cannot be used."""


_BERT_LAYER = LayerNames(
    layers="encoder.layer",
    query="attention.self.query",
    key="attention.self.key",
    value="attention.self.value",
    heads="attention.self.num_attention_heads",
    finish="bert",
)
_DISTILBERT_LAYER = LayerNames(
    layers="transformer.layer",
    query="attention.q_lin",
    key="attention.k_lin",
    value="attention.v_lin",
    heads="attention.n_heads",
    finish="distilbert",
)
_ALBERT_LAYER = LayerNames(
    layers="encoder.albert_layer_groups.0.albert_layers",
    query="attention.query",
    key="attention.key",
    value="attention.value",
    heads="attention.num_attention_heads",
    finish="albert",
    repeated=True,
)
_BERT_HEAD = HeadNames(
    ("cls.predictions.transform",), "cls.predictions.decoder", first="cls.predictions.transform.dense"
)
_ROBERTA_HEAD = HeadNames(("lm_head.dense", GELU, "lm_head.layer_norm"), "lm_head.decoder", first="lm_head.dense")
_ALBERT_HEAD = HeadNames(
    ("predictions.dense", "predictions.activation", "predictions.LayerNorm"),
    "predictions.decoder",
    first="predictions.dense",
)
_DISTILBERT_HEAD = HeadNames(
    ("vocab_transform", "activation", "vocab_layer_norm"), "vocab_projector", first="vocab_transform"
)
_ELECTRA_HEAD = HeadNames(("generator_predictions",), "generator_lm_head", first="generator_predictions.dense")
_DEBERTA_HEAD = HeadNames(
    (
        "lm_predictions.lm_head.dense",
        "lm_predictions.lm_head.transform_act_fn",
        "lm_predictions.lm_head.LayerNorm",
    ),
    first="lm_predictions.lm_head.dense",
    weight="deberta.embeddings.word_embeddings.weight",
    bias="lm_predictions.lm_head.bias",
)
_MODERNBERT_HEAD = HeadNames(("head",), "decoder", first="head.dense")
_XLM_HEAD = HeadNames((), "pred_layer.proj")

_DECODERS = (
    *("gemma", "gemma2", "gpt_neox", "llama", "mistral", "olmo", "opt", "phi", "phi3", "qwen2", "qwen3"),
    "smollm3",
)

ARCHITECTURES = (
    Architecture("bert", "BertForMaskedLM", (_BERT_HEAD,), _BERT_LAYER, True),
    Architecture("roberta", "RobertaForMaskedLM", (_ROBERTA_HEAD,), _BERT_LAYER, True, True),
    Architecture("xlm-roberta", "XLMRobertaForMaskedLM", (_ROBERTA_HEAD,), _BERT_LAYER, True, True),
    Architecture("xlm-roberta-xl", "XLMRobertaXLForMaskedLM", (_ROBERTA_HEAD,), None, False, True),
    Architecture("camembert", "CamembertForMaskedLM", (_ROBERTA_HEAD,), _BERT_LAYER, True, True),
    Architecture("albert", "AlbertForMaskedLM", (_ALBERT_HEAD,), _ALBERT_LAYER, True),
    Architecture("distilbert", "DistilBertForMaskedLM", (_DISTILBERT_HEAD,), _DISTILBERT_LAYER, True),
    Architecture("electra", "ElectraForMaskedLM", (_ELECTRA_HEAD,), _BERT_LAYER, True),
    Architecture("deberta-v2", "DebertaV2ForMaskedLM", (_BERT_HEAD, _DEBERTA_HEAD), None, True),
    Architecture("mpnet", "MPNetForMaskedLM", (_ROBERTA_HEAD,), None, True, True),
    Architecture("modernbert", "ModernBertForMaskedLM", (_MODERNBERT_HEAD,), None, True),
    Architecture("xlm", "XLMWithLMHeadModel", (_XLM_HEAD,), None, True),
    *(
        Architecture(name, positions_follow_padding=True)
        for name in ("roberta-prelayernorm", "longformer", "data2vec-text", "xmod", "luke", "mluke", "ibert", "esm")
    ),
    Architecture("markuplm", positions_follow_padding=True),
    *(Architecture(name, calls_linear_layers=True) for name in _DECODERS),
)
BY_TYPE: Mapping[str, Architecture] = {entry.type: entry for entry in ARCHITECTURES}
BY_MASKED_CLASS: Mapping[str, Architecture] = {entry.masked: entry for entry in ARCHITECTURES if entry.masked}
UNKNOWN = Architecture("")

"""What a configuration says that a model is, and how large."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from babelance.core.extras import require

_TASKS = {
    "ForMaskedLM": "a masked language model",
    "ForCausalLM": "a causal language model",
    "WithLMHeadModel": "a masked language model",
    "DoubleHeadsModel": "a causal language model",
    "LMHeadModel": "a causal language model",
    "ForSequenceClassification": "a classifier",
    "ForTokenClassification": "a token classifier",
    "ForQuestionAnswering": "a question-answering model",
    "ForMultipleChoice": "a multiple-choice model",
    "ForConditionalGeneration": "an encoder-decoder model",
    "MTModel": "an encoder-decoder model",
}
"""How the name of an architecture ends → what it is. The first ending that fits decides."""


def task(config: Mapping[str, Any]) -> str | None:
    """What the configuration says the model is, in words; None if it does not say."""
    for architecture in config.get("architectures") or []:
        for ending, words in _TASKS.items():
            if str(architecture).endswith(ending):
                return words
    return None


def has_head(kind: str, config: Mapping[str, Any]) -> bool:
    """Does Transformers know a model of this type with a head of this kind? True also for code the model brings."""
    require("transformers")
    from transformers.models.auto import modeling_auto

    names = {"masked": "MODEL_FOR_MASKED_LM_MAPPING_NAMES", "causal": "MODEL_FOR_CAUSAL_LM_MAPPING_NAMES"}[kind]
    return bool(config.get("auto_map")) or config.get("model_type") in getattr(modeling_auto, names)


def is_decoder_with_other_inputs(config: Mapping[str, Any]) -> bool:
    """Is it a causal model that takes pictures or sounds, too (Gemma 3)? Its class is named like an encoder-decoder."""
    named = task(config) == "an encoder-decoder model" and not config.get("is_encoder_decoder")
    return named and isinstance(config.get("text_config"), Mapping) and has_head("causal", config)


def quantisation(config: Mapping[str, Any]) -> str | None:
    """`gguf-Q4_1`, `gptq-4bit`; None for weights as they were trained."""
    settings = config.get("quantization_config")
    if not isinstance(settings, Mapping):
        return None
    method = str(settings.get("quant_method") or "unknown")
    bits = settings.get("bits") or (4 if settings.get("load_in_4bit") else 8 if settings.get("load_in_8bit") else None)
    detail = settings.get("format") if method == "gguf" else f"{bits}bit" if bits else None
    return f"{method}-{detail}" if detail else method


def weights_of(config: Mapping[str, Any]) -> int:
    """About how many weights the layers of a model have, embeddings not counted."""
    config = config.get("text_config") or config
    layers = config.get("num_hidden_layers") or config.get("n_layer") or 12
    width = config.get("hidden_size") or config.get("n_embd") or 768
    return 12 * int(layers) * int(width) ** 2

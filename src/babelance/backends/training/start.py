"""The model that a training starts from: the encoder as it was, the head as it was or drawn anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babelance.backends.transformers.loading import device, load_padding_tokenizer, network_and_report
from babelance.backends.transformers.source import ModelSource
from babelance.backends.transformers.weight_checks import check_complete, weights_not_in_files
from babelance.core.model import Options


def load_for_training(auto_class: Any, model_source: ModelSource, options: Options, **changes: Any) -> Any:
    """The model in float32 on its device. Weights of a new head are drawn at random, those of the encoder never are.

    `changes` go to the configuration (`num_labels`, `id2label` …).
    """
    import torch

    model, report = network_and_report(auto_class, model_source, options, dtype=torch.float32, **changes)
    encoder = f"{model.base_model_prefix}."
    # Checkpoints of masked language models have no pooler; the classifiers made from them train a new one.
    made_up = {key for key in weights_not_in_files(report) if key.startswith(encoder) and ".pooler." not in key}
    check_complete(model_source, {"missing_keys": made_up})
    return model.to(device(options))


def load_classifier(
    auto_class: Any, model_source: ModelSource, options: Options, labels: Sequence[str], seed: int
) -> tuple[Any, Any]:
    """A model to be trained with these labels, its new weights drawn by the seed, and its tokenizer."""
    import torch

    tokenizer = load_padding_tokenizer(model_source, options)
    torch.manual_seed(seed)
    model = load_for_training(
        auto_class,
        model_source,
        options,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={label: index for index, label in enumerate(labels)},
        ignore_mismatched_sizes=True,
    )
    return model, tokenizer

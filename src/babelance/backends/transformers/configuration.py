"""What a config.json says before Transformers builds a model of it: types, and sizes that a model may have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from babelance.core.errors import ModelError
from babelance.core.untrusted import as_type, read_object

Layers = Annotated[int, Meta(ge=0, le=10_000)]
Width = Annotated[int, Meta(ge=0, le=1_000_000)]
Tokens = Annotated[int, Meta(ge=-1, le=100_000_000)]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is read of it. Families of models have names of their own for the same size."""

    architectures: list[str] | None = None
    model_type: str | None = None
    auto_map: dict[str, Any] | None = None
    id2label: dict[str, str] | None = None
    is_encoder_decoder: bool | None = None
    num_labels: Width | None = None
    num_hidden_layers: Layers | None = None
    num_hidden_groups: Layers | None = None
    n_layer: Layers | None = None
    n_layers: Layers | None = None
    num_layers: Layers | None = None
    encoder_layers: Layers | None = None
    decoder_layers: Layers | None = None
    num_decoder_layers: Layers | None = None
    hidden_size: Width | None = None
    embedding_size: Width | None = None
    n_embd: Width | None = None
    d_model: Width | None = None
    dim: Width | None = None
    intermediate_size: Width | list[Width] | None = None
    """A list where layers differ (Gemma 3n)."""
    num_attention_heads: Width | None = None
    vocab_size: Tokens | None = None
    max_position_embeddings: Tokens | None = None

    @property
    def parameters(self) -> int:
        """About as many weights as a model of these sizes has: attention and feed-forward of each layer, and a row for
        each token. Layers that share their weights (ALBERT) count once."""
        layers = [self.num_hidden_layers, self.n_layer, self.n_layers, self.num_layers, self.encoder_layers]
        depth = max([layer or 0 for layer in layers]) + max(self.decoder_layers or 0, self.num_decoder_layers or 0)
        width = next((size for size in (self.hidden_size, self.n_embd, self.d_model, self.dim) if size), 0)
        wide = self.intermediate_size
        inner = (max(wide, default=0) if isinstance(wide, list) else wide) or 4 * width
        table = max(self.vocab_size or 0, self.max_position_embeddings or 0) * (self.embedding_size or width)
        return (self.num_hidden_groups or depth) * (4 * width**2 + 2 * width * inner) + table


def read_configuration(file: Path, label: str) -> Mapping[str, Any]:
    """All of the file, if what is read here has the types and sizes of a model."""
    config = read_object(file, error=ModelError)
    if config.get("configuration_files"):
        # Transformers would read one of them in place of this file: other sizes, other weights, unseen by all checks.
        raise ModelError(
            f"The config.json of {label} names other configurations for other versions of Transformers. Write the one "
            "that you mean over config.json."
        )
    as_type(config, Configuration, f"The config.json of {label}", error=ModelError)
    for name, value in config.items():
        if ("dropout" in name or name.endswith("pdrop")) and isinstance(value, int | float) and not 0 <= value <= 1:
            raise ModelError(f"The config.json of {label}: {name} is {value}, which is no share between 0 and 1.")
    return config

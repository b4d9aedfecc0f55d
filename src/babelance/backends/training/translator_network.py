"""Sizes of translators, and an untrained network of a size: a Transformer in the shape of Marian."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from babelance.core.errors import InputError


@dataclass(frozen=True, slots=True)
class Size:
    """Layers of the encoder and of the decoder, width of the embeddings and layers, width inside a layer, heads."""

    encoder: int
    decoder: int
    width: int
    inner: int
    heads: int
    dropout: float = 0.1

    def __post_init__(self) -> None:
        if min(self.encoder, self.decoder, self.width, self.inner, self.heads) < 1:
            raise InputError(f"Layers, widths and heads must be at least 1: {self}.")
        if self.width % (2 * self.heads):
            raise InputError(
                f"{self.heads} heads cannot share a width of {self.width}. Choose a multiple of {2 * self.heads}."
            )
        if not 0 <= self.dropout < 1:
            raise InputError(f"Dropout lies between 0 and 1, not {self.dropout}.")


SIZES = {
    "tiny": Size(3, 2, 192, 512, 6),
    "small": Size(6, 2, 256, 1024, 4),
    "paper": Size(6, 6, 512, 2048, 8),
}
"""`paper`: Ramesh, Gupta, Singh, GeBNLP 2021, §3.2. The width inside its layers is OpenNMT's default."""


_SHAPE = {
    "activation_function": "swish",
    "scale_embedding": True,
    "static_position_embeddings": True,
    "share_encoder_decoder_embeddings": True,
    "tie_word_embeddings": True,
}


def size_of(name: str, **changes: int | float | None) -> Size:
    """A named size; what is given besides replaces a part of it."""
    if name not in SIZES:
        raise InputError(f"Sizes are {', '.join(SIZES)}, not '{name}'.")
    given: dict[str, Any] = {part: value for part, value in changes.items() if value is not None}
    return replace(SIZES[name], **given)


def new_network(size: Size, tokenizer: Any, *, longest: int) -> Any:
    """An untrained model; its weights follow from torch's seed."""
    from transformers import MarianMTModel

    pad = tokenizer.pad_token_id
    config = marian_config(
        size, len(tokenizer), longest=longest, pad=pad, end=tokenizer.eos_token_id, bad_words_ids=[[pad]]
    )
    return initialise_layers(MarianMTModel(config), _initialise)


def marian_config(size: Size, words: int, *, longest: int, pad: int, end: int, **more: Any) -> Any:
    """A Transformer as Marian has it: one table of embeddings for both sides and the output; it starts with the pad."""
    from transformers import MarianConfig

    encoder = {"encoder_layers": size.encoder, "encoder_attention_heads": size.heads, "encoder_ffn_dim": size.inner}
    decoder = {"decoder_layers": size.decoder, "decoder_attention_heads": size.heads, "decoder_ffn_dim": size.inner}
    return MarianConfig(
        vocab_size=words,
        d_model=size.width,
        **encoder,
        **decoder,
        **_SHAPE,
        dropout=size.dropout,
        max_position_embeddings=longest,
        pad_token_id=pad,
        eos_token_id=end,
        forced_eos_token_id=end,
        decoder_start_token_id=pad,
        **more,
    )


def initialise_layers(model: Any, initialise: Callable[[Any], None]) -> Any:
    """The layers as `initialise` has it; embeddings so that scaled ones have length 1 on average, that of the pad 0."""
    import torch

    model.apply(initialise)
    with torch.no_grad():
        table = model.model.shared.weight
        table.normal_(std=model.config.d_model**-0.5)
        table[model.config.pad_token_id] = 0
    return model


def _initialise(module: Any) -> None:
    """Glorot's initialisation: a Transformer that normalises after its layers does not learn from much smaller
    weights. The output layer is the table of embeddings and is left alone."""
    from torch import nn

    if isinstance(module, nn.Linear) and module.bias is not None:
        nn.init.xavier_uniform_(module.weight)
        nn.init.zeros_(module.bias)

"""A tiny masked language model with a word-level vocabulary, written into a directory; every test may spoil its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = [
    "the",
    "a",
    "nurse",
    "doctor",
    "teacher",
    "pilot",
    "said",
    "that",
    "she",
    "he",
    "was",
    "were",
    "late",
    "early",
    "happy",
    "tired",
    "and",
    "not",
    "very",
    "today",
    ".",
    ",",
]


def tokenizer(words: Sequence[str] = WORDS, **options: Any) -> PreTrainedTokenizerFast:
    """Of whole words."""
    return as_bert(models.WordLevel(_numbered(words), unk_token="[UNK]"), **options)


def word_pieces(pieces: Sequence[str]) -> PreTrainedTokenizerFast:
    """Of words and their pieces (`##s`)."""
    return as_bert(models.WordPiece(_numbered(pieces), unk_token="[UNK]"))


def _numbered(words: Sequence[str]) -> dict[str, int]:
    return {word: index for index, word in enumerate([*SPECIAL, *words])}


def as_bert(
    model: models.Model, *, split: pre_tokenizers.PreTokenizer | None = None, **options: Any
) -> PreTrainedTokenizerFast:
    """A tokenizer with the special tokens of BERT; `options` rename them, or leave one out (None)."""
    engine = Tokenizer(model)
    engine.pre_tokenizer = split or pre_tokenizers.BertPreTokenizer()
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    names = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"} | options
    named = {f"{name}_token": token for name, token in names.items() if token}
    return PreTrainedTokenizerFast(tokenizer_object=engine, **named)


def network(**settings: Any) -> BertForMaskedLM:
    torch.manual_seed(3)
    shape = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    size = {"vocab_size": len(SPECIAL) + len(WORDS), "max_position_embeddings": 48, "pad_token_id": 0}
    model = BertForMaskedLM(BertConfig(**shape, **(size | settings)))
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return model


def write(directory: Path, *, tokens: PreTrainedTokenizerFast | None = None, **settings: Any) -> Path:
    network(**settings).save_pretrained(directory)
    (tokens or tokenizer()).save_pretrained(directory)
    return directory

"""A tiny masked language model with a word-level vocabulary, written into a directory; every test may spoil its own."""

from __future__ import annotations

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


def tokenizer(words: list[str] = WORDS, **options: Any) -> PreTrainedTokenizerFast:
    vocabulary = {word: index for index, word in enumerate([*SPECIAL, *words])}
    engine = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    engine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
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

"""A BERT-base-shaped model with seeded weights and a vocabulary that cuts German words into realistic pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast
from transformers.utils import logging

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WHOLE, PIECE = 6, 4
"""Words up to six letters are whole, longer ones are cut into pieces of four: about 1.6 pieces a word."""


@dataclass(frozen=True)
class Shape:
    """Words of the vocabulary, layers, width."""

    words: int
    layers: int = 12
    width: int = 768

    def row(self, length: int, hidden: int) -> int:
        """Multiplications and additions of the encoder for a row with so many hidden positions."""
        token = 2 * 12 * self.width**2 + 4 * length * self.width
        last = length * 2 * 2 * self.width**2 + hidden * (2 * 10 * self.width**2 + 4 * length * self.width)
        return (self.layers - 1) * length * token + last

    @property
    def head(self) -> int:
        """The same for one hidden position in the head."""
        return 2 * (self.width**2 + self.width * self.words)


def write(folder: Path, shape: Shape, texts: Sequence[str]) -> Path:
    logging.disable_progress_bar()
    torch.manual_seed(0)
    BertForMaskedLM(config_of(shape)).save_pretrained(folder)
    tokenizer(vocabulary(texts, shape.words)).save_pretrained(folder)
    return folder


def config_of(shape: Shape, **more: Any) -> BertConfig:
    return BertConfig(
        vocab_size=shape.words,
        num_hidden_layers=shape.layers,
        hidden_size=shape.width,
        intermediate_size=4 * shape.width,
        num_attention_heads=shape.width // 64,
        **more,
    )


def tokenizer(words: Sequence[str]) -> PreTrainedTokenizerFast:
    engine = Tokenizer(models.WordPiece({word: index for index, word in enumerate(words)}, unk_token="[UNK]"))
    engine.normalizer = normalizers.BertNormalizer(lowercase=False)
    engine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    names = {"pad_token": "[PAD]", "unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return PreTrainedTokenizerFast(tokenizer_object=engine, mask_token="[MASK]", **names)


def vocabulary(texts: Sequence[str], size: int) -> list[str]:
    """Pieces of the words, every letter as a last resort, and fillers up to the size."""
    split = pre_tokenizers.BertPreTokenizer()
    words = sorted({word for text in texts for word, _ in split.pre_tokenize_str(text)})
    letters = sorted({letter for word in words for letter in word})
    pieces = [piece for word in words for piece in _cut(word)]
    known = list(dict.fromkeys([*SPECIAL, *letters, *(f"##{letter}" for letter in letters), *pieces]))
    return known + [f"filler{number}" for number in range(size - len(known))]


def _cut(word: str) -> list[str]:
    if len(word) <= WHOLE:
        return [word]
    return [word[:PIECE], *(f"##{word[start : start + PIECE]}" for start in range(PIECE, len(word), PIECE))]

"""A small untrained BERT with word pieces learnt from text: what studies train from nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokenizers import Tokenizer

SPECIAL = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
POSITIONS = 64


@dataclass(frozen=True, slots=True)
class Shape:
    """`spread` is the standard deviation of the first weights; the usual 0.02 is made for wider models."""

    pieces: int = 1500
    width: int = 48
    layers: int = 1
    heads: int = 4
    spread: float = 0.1


def write_word_pieces(folder: Path, texts: Iterable[str], shape: Shape) -> None:
    """A tokenizer with at most so many pieces, the same from the same texts: bit for bit."""
    from tokenizers import processors
    from transformers import PreTrainedTokenizerFast

    lines = list(texts)
    engine = _word_pieces({})
    engine.train_from_iterator(lines, _trainer(lines, shape))
    engine = _word_pieces(engine.get_vocab())
    engine.add_special_tokens(list(SPECIAL.values()))
    ends = [(SPECIAL[name], engine.token_to_id(SPECIAL[name])) for name in ("cls", "sep")]
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    named = {f"{name}_token": token for name, token in SPECIAL.items()}
    PreTrainedTokenizerFast(tokenizer_object=engine, model_max_length=POSITIONS, **named).save_pretrained(folder)


def _word_pieces(vocabulary: dict[str, int]) -> Tokenizer:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    engine = Tokenizer(models.WordPiece(vocabulary, unk_token=SPECIAL["unk"]))
    engine.normalizer = normalizers.NFC()
    engine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return engine


def _trainer(texts: Iterable[str], shape: Shape) -> Any:
    """The library numbers letters in the order in which it meets them, which is none, and numbers decide which of two
    equally frequent pieces is made. So letters are numbered here, as if they were special."""
    from tokenizers import trainers

    letters = sorted({letter for text in texts for letter in unicodedata.normalize("NFC", text) if letter.strip()})
    first = [*SPECIAL.values(), *letters, *(f"##{letter}" for letter in letters)]
    return trainers.WordPieceTrainer(vocab_size=shape.pieces, special_tokens=first, show_progress=False)


def write_untrained(folder: Path, tokenizer: Path, shape: Shape, *, seed: int) -> None:
    """Weights from the seed, without dropout, and a copy of the tokenizer."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForMaskedLM

    from babelance.backends.transformers.loading import quiet

    with quiet():
        pieces = AutoTokenizer.from_pretrained(tokenizer)
        config = BertConfig(
            vocab_size=len(pieces),
            hidden_size=shape.width,
            num_hidden_layers=shape.layers,
            num_attention_heads=shape.heads,
            intermediate_size=2 * shape.width,
            max_position_embeddings=POSITIONS,
            pad_token_id=pieces.pad_token_id,
            initializer_range=shape.spread,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
        )
        torch.manual_seed(seed)
        BertForMaskedLM(config).save_pretrained(folder)
        pieces.save_pretrained(folder)

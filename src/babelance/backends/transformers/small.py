"""A small untrained BERT with word pieces learnt from text: what studies train from nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

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
    """A tokenizer with at most so many pieces. Their numbers differ from one time to the next, whatever the texts: the
    library counts letters in no order."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    engine = Tokenizer(models.WordPiece(unk_token=SPECIAL["unk"]))
    engine.normalizer = normalizers.NFC()
    engine.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(
        vocab_size=shape.pieces, special_tokens=list(SPECIAL.values()), show_progress=False
    )
    engine.train_from_iterator(texts, trainer)
    ends = [(SPECIAL[name], engine.token_to_id(SPECIAL[name])) for name in ("cls", "sep")]
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=ends)
    named = {f"{name}_token": token for name, token in SPECIAL.items()}
    PreTrainedTokenizerFast(tokenizer_object=engine, model_max_length=POSITIONS, **named).save_pretrained(folder)


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

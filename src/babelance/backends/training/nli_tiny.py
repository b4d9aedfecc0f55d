"""A very small encoder that knows nothing yet: BERT's shape, weights from a seed, a vocabulary from the given texts.

It learns what a bias-controlled training set says in seconds on a processor, and nothing else is in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from babelance.backends.training.model_folder import new_model, save

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def make_tiny(
    folder: Path, texts: Iterable[str], *, seed: int = 0, width: int = 64, layers: int = 2, heads: int = 4
) -> None:
    """Write an untrained encoder with its tokenizer to `folder`."""
    import torch
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    names = dict(zip(("pad_token", "unk_token", "cls_token", "sep_token", "mask_token"), SPECIAL, strict=True))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=_vocabulary(texts), model_max_length=128, **names)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=width,
        num_hidden_layers=layers,
        num_attention_heads=heads,
        intermediate_size=2 * width,
        max_position_embeddings=128,
        pad_token_id=tokenizer.pad_token_id,
        # So narrow a model learns which word goes with which gender only from weights that are not all near zero.
        initializer_range=width**-0.5,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    torch.manual_seed(seed)
    with new_model(folder) as fresh:
        save(fresh, BertModel(config), tokenizer)


def _vocabulary(texts: Iterable[str]) -> object:
    """Byte-pair pieces; with so few texts nearly all words become whole. Chinese characters stand alone, as in BERT.

    (Word pieces would do as well, but their trainer breaks ties at random: not twice the same vocabulary.)
    """
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

    tokenizer = Tokenizer(models.BPE(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.BpeTrainer(vocab_size=4000, special_tokens=list(SPECIAL), show_progress=False)
    tokenizer.train_from_iterator(sorted(set(texts)), trainer)
    ends = [(name, tokenizer.token_to_id(name)) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ends
    )
    return tokenizer

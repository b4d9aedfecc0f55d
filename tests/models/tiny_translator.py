"""Further tiny translators, beside the one that ships: many languages, two vocabularies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from babelance.backends.translation.tiny import FILES, SENTENCES, marian, sentencepieces, write_ct2, write_marian

__all__ = [
    "FILES",
    "SENTENCES",
    "m2m100_tokenizer",
    "marian",
    "sentencepieces",
    "write_ct2",
    "write_m2m100",
    "write_marian",
    "write_two_vocabularies",
]


def m2m100_tokenizer(folder: Path) -> Any:
    from transformers import M2M100Tokenizer

    tokens = ["<s>", "<pad>", "</s>", "<unk>", *sentencepieces(folder)]
    (folder / "vocab.json").write_text(json.dumps({token: number for number, token in enumerate(tokens)}))
    return M2M100Tokenizer(str(folder / "vocab.json"), str(folder / "source.spm"))


def write_m2m100(folder: Path) -> Path:
    """A translator for a hundred languages, which are named by tokens of their own."""
    import torch
    from transformers import M2M100Config, M2M100ForConditionalGeneration

    tokenizer = m2m100_tokenizer(folder)
    words = max(tokenizer.lang_token_to_id.values()) + 1 + tokenizer.num_madeup_words
    config = M2M100Config(
        vocab_size=words, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=64,
    )  # fmt: skip
    torch.manual_seed(0)
    tokenizer.save_pretrained(folder)
    M2M100ForConditionalGeneration(config).save_pretrained(folder)
    return folder


def write_two_vocabularies(folder: Path) -> Any:
    """A translator whose decoder knows half of the pieces, under other numbers. Returns the network."""
    import torch
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    pieces, special = sentencepieces(folder), ["</s>", "<unk>", "<pad>"]
    sides = {"vocab": [*special, *pieces], "target_vocab": [*special, *reversed(pieces[: len(pieces) // 2])]}
    for name, tokens in sides.items():
        numbers = {token: number for number, token in enumerate(tokens)}
        (folder / f"{name}.json").write_text(json.dumps(numbers))
    paths = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json", "target_vocab.json")]
    MarianTokenizer(*paths, separate_vocabs=True).save_pretrained(folder)
    config = MarianConfig(
        vocab_size=len(sides["vocab"]), decoder_vocab_size=len(sides["target_vocab"]), d_model=16, encoder_layers=1,
        decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16,
        max_position_embeddings=16, pad_token_id=2, eos_token_id=0, decoder_start_token_id=2,
        share_encoder_decoder_embeddings=False, tie_word_embeddings=False,
    )  # fmt: skip
    torch.manual_seed(0)
    model = MarianMTModel(config)
    model.save_pretrained(folder)
    return model


def write_t5(folder: Path, *languages: str) -> Path:
    """A T5 in the manner of MADLAD-400: `<2en>` before the text names the target language."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration

    words = sorted({word for sentence in SENTENCES for word in sentence.split()})
    pieces = ["<pad>", "</s>", "<unk>", *(f"<2{code}>" for code in languages), *words]
    raw = Tokenizer(models.WordLevel({piece: number for number, piece in enumerate(pieces)}, unk_token="<unk>"))
    raw.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    raw.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=64
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = T5Config(
        vocab_size=len(pieces), d_model=16, d_kv=8, d_ff=32, num_layers=1, num_heads=2, pad_token_id=0, eos_token_id=1,
        decoder_start_token_id=0,
    )  # fmt: skip
    T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder

"""A translator of a few kilobytes with random weights, written in Marian's format, and its CTranslate2 twin."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

SENTENCES = ("O bir doktor.", "O bir hemşire.", "She is a doctor.", "He is a nurse.", "They are kind people.")
FILES = ("tokenizer_config.json", "vocab.json", "source.spm", "target.spm")


def sentencepieces(folder: Path) -> list[str]:
    """Writes source.spm and target.spm; returns their pieces."""
    from sentencepiece import SentencePieceProcessor, SentencePieceTrainer

    for side in ("source", "target"):
        with (folder / f"{side}.spm").open("wb") as file:
            SentencePieceTrainer.train(
                sentence_iterator=iter(SENTENCES * 40), model_writer=file, vocab_size=60, hard_vocab_limit=False,
                minloglevel=2,
            )  # fmt: skip
    processor = SentencePieceProcessor(model_file=str(folder / "source.spm"))
    pieces = [processor.id_to_piece(number) for number in range(processor.get_piece_size())]
    return [piece for piece in pieces if piece not in ("<s>", "</s>", "<unk>")]


def write_marian(folder: Path, *, more: tuple[str, ...] = (), **languages: str) -> Path:
    """`more` are tokens beside the pieces, such as `>>fra<<`."""
    from transformers import MarianTokenizer

    folder.mkdir(parents=True, exist_ok=True)
    tokens = ["</s>", "<unk>", *sentencepieces(folder), *more, "<pad>"]
    (folder / "vocab.json").write_text(json.dumps({token: number for number, token in enumerate(tokens)}))
    paths = [str(folder / name) for name in ("source.spm", "target.spm", "vocab.json")]
    MarianTokenizer(*paths, **languages).save_pretrained(folder)
    marian(len(tokens)).save_pretrained(folder)
    return folder


def marian(vocabulary: int, *, width: int = 16, layers: int = 1, positions: int = 64) -> Any:
    import torch
    from transformers import MarianConfig, MarianMTModel

    config = MarianConfig(
        vocab_size=vocabulary, d_model=width, encoder_layers=layers, decoder_layers=layers,
        encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=2 * width, decoder_ffn_dim=2 * width,
        max_position_embeddings=positions, pad_token_id=vocabulary - 1, eos_token_id=0,
        decoder_start_token_id=vocabulary - 1, forced_eos_token_id=0, scale_embedding=True,
    )  # fmt: skip
    torch.manual_seed(0)
    model = MarianMTModel(config)
    model.generation_config.bad_words_ids = [[vocabulary - 1]]
    return model


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


def write_ct2(marian: Path, folder: Path) -> Path:
    from ctranslate2.converters import TransformersConverter

    TransformersConverter(str(marian), copy_files=list(FILES)).convert(str(folder))
    return folder

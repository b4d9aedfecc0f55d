"""The smallest translator: a few kilobytes with random weights, in Marian's format, and its CTranslate2 twin."""

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


def write_ct2(marian: Path, folder: Path) -> Path:
    from ctranslate2.converters import TransformersConverter

    TransformersConverter(str(marian), copy_files=list(FILES)).convert(str(folder))
    return folder

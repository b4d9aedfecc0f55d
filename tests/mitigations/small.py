"""Sentences of our own, and masked language models so small that they train in a second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForMaskedLM,
    PhobertTokenizer,
    PreTrainedTokenizerFast,
    RobertaConfig,
    RobertaForMaskedLM,
)

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PEOPLE = {
    "en": ("the baker", "the doctor", "my neighbour", "our teacher", "the pilot", "a painter"),
    "de": ("der Bäcker", "der Arzt", "mein Nachbar", "unser Lehrer", "der Pilot", "ein Maler"),
}
VERBS = {
    "en": ("sees", "likes", "draws", "buys", "paints", "carries"),
    "de": ("sieht", "mag", "zeichnet", "kauft", "malt", "trägt"),
}
THINGS = {
    "en": ("a house", "a tree", "the bread", "a book", "the ship", "a lamp"),
    "de": ("ein Haus", "einen Baum", "das Brot", "ein Buch", "das Schiff", "eine Lampe"),
}
SHAPE = {"num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}


def sentences(language: str) -> list[str]:
    """216 sentences; the n-th of one language translates the n-th of the other."""
    return [
        f"{person} {verb} {thing} ."
        for person in PEOPLE[language]
        for verb in VERBS[language]
        for thing in THINGS[language]
    ]


def write_corpus(path: Path, language: str) -> Path:
    path.write_text("\n".join(sentences(language)) + "\n", encoding="utf-8")
    return path


def tokenizer(texts: list[str], **options: Any) -> PreTrainedTokenizerFast:
    words = sorted({word for text in texts for word in text.split()})
    vocabulary = {word: index for index, word in enumerate([*SPECIAL, *words])}
    engine = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    engine.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    names = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"} | options
    return PreTrainedTokenizerFast(
        tokenizer_object=engine, **{f"{name}_token": token for name, token in names.items() if token}
    )


def write_model(folder: Path, language: str, *, width: int = 16, seed: int = 1, **options: Any) -> Path:
    tokens = tokenizer(sentences(language), **options)
    torch.manual_seed(seed)
    size = {"vocab_size": len(tokens), "hidden_size": width, "max_position_embeddings": 40}
    config = BertConfig(**SHAPE, **size, pad_token_id=0, initializer_range=width**-0.5)
    BertForMaskedLM(config).save_pretrained(folder)
    tokens.save_pretrained(folder)
    return folder


def write_slow_model(folder: Path, language: str, *, width: int = 32) -> Path:
    """With a tokenizer in Python, which cuts words into letters."""
    folder.mkdir()
    words = {word for text in sentences(language) for word in text.split()}
    pieces = {piece for word in words for piece in (*(f"{letter}@@" for letter in word[:-1]), word[-1])}
    (folder / "vocab.txt").write_text("".join(f"{piece} 1\n" for piece in sorted(pieces)), encoding="utf-8")
    (folder / "bpe.codes").write_text("#version: 0.2\n", encoding="utf-8")
    tokens = PhobertTokenizer(str(folder / "vocab.txt"), str(folder / "bpe.codes"))
    torch.manual_seed(0)
    size = {"vocab_size": len(tokens), "hidden_size": width, "max_position_embeddings": 60}
    config = RobertaConfig(**SHAPE, **size, pad_token_id=tokens.pad_token_id)
    RobertaForMaskedLM(config).save_pretrained(folder)
    tokens.save_pretrained(folder)
    return folder

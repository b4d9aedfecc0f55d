"""The smallest models, a few kilobytes with random weights: a GPT-2 that chats in bytes, a BERT of given words."""

from __future__ import annotations

from pathlib import Path
from string import ascii_letters


def write_causal(folder: Path) -> str:
    """Write it into the folder; gives the folder back, as a spec."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    tokens = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<s>"]
    engine = Tokenizer(models.BPE({token: number for number, token in enumerate(tokens)}, []))
    engine.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    engine.decoder = decoders.ByteLevel()
    chat = "{% for message in messages %}{{ message['content'] }}\n{% endfor %}"
    PreTrainedTokenizerFast(
        tokenizer_object=engine, bos_token="<s>", eos_token="<s>", chat_template=chat
    ).save_pretrained(folder)
    # Anything but a letter ends an answer, so that it comes to an end; with this seed it begins with a letter.
    start, ends = len(tokens) - 1, [number for number, token in enumerate(tokens) if token not in ascii_letters]
    config = GPT2Config(
        vocab_size=len(tokens), n_positions=1024, n_embd=16, n_layer=1, n_head=2, bos_token_id=start, eos_token_id=ends
    )
    torch.manual_seed(2)
    GPT2LMHeadModel(config).save_pretrained(folder)
    return str(folder)


def write_masked(folder: Path, texts: list[str], *, width: int = 16, seed: int = 0) -> str:
    """A BERT whose tokens are the words of these texts; gives the folder back, as a spec."""
    import torch
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import BertConfig, BertForMaskedLM, PreTrainedTokenizerFast

    special = {"pad": "[PAD]", "unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "mask": "[MASK]"}
    words = sorted({word for text in texts for word in text.split()})
    vocabulary = {token: number for number, token in enumerate([*special.values(), *words])}
    engine = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    engine.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    engine.post_processor = processors.TemplateProcessing("[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    named = {f"{name}_token": token for name, token in special.items()}
    PreTrainedTokenizerFast(tokenizer_object=engine, **named).save_pretrained(folder)
    config = BertConfig(
        vocab_size=len(vocabulary),
        hidden_size=width,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=2 * width,
        max_position_embeddings=40,
        pad_token_id=0,
    )
    torch.manual_seed(seed)
    BertForMaskedLM(config).save_pretrained(folder)
    return str(folder)


def write_classifier(folder: Path, texts: list[str], *, seed: int = 0) -> str:
    """A BERT with two labels, `neutral` and `toxic`, whose tokens are the words of these texts."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    write_masked(folder, texts, seed=seed)
    config = BertConfig.from_pretrained(
        folder, id2label={0: "neutral", 1: "toxic"}, label2id={"neutral": 0, "toxic": 1}
    )
    torch.manual_seed(seed)
    BertForSequenceClassification(config).save_pretrained(folder)
    return str(folder)

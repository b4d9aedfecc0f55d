"""The smallest causal language model: a GPT-2 of a few kilobytes with random weights, whose tokens are bytes."""

from __future__ import annotations

from pathlib import Path


def write_causal(folder: Path) -> str:
    """Write it into the folder; gives the folder back, as a spec."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

    tokens = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<s>"]
    engine = Tokenizer(models.BPE({token: number for number, token in enumerate(tokens)}, []))
    engine.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    engine.decoder = decoders.ByteLevel()
    PreTrainedTokenizerFast(tokenizer_object=engine, bos_token="<s>", eos_token="<s>").save_pretrained(folder)
    start = len(tokens) - 1
    config = GPT2Config(
        vocab_size=len(tokens), n_positions=256, n_embd=16, n_layer=1, n_head=2, bos_token_id=start, eos_token_id=start
    )
    torch.manual_seed(0)
    GPT2LMHeadModel(config).save_pretrained(folder)
    return str(folder)

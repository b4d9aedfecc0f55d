"""Whatever cuts texts into tokens, a causal model reads them after one start token, which no tokenizer adds again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.model import Options
from babelance.core.query import TokenLogprobs, Tokens
from babelance.models.causal import kind

TEXTS = ("The nurse said that she was tired.", "The nurse said that he was tired.", "Ärzte und Ärztinnen, 日本 😀")


def with_start_token() -> Any:
    """Pieces with their blank before them, as sentencepiece has them; the tokenizer puts its start token first."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors, trainers
    from transformers import PreTrainedTokenizerFast

    cutter = Tokenizer(models.Unigram())
    cutter.pre_tokenizer = pre_tokenizers.Metaspace()
    special = ["<unk>", "<s>", "</s>"]
    trainer = trainers.UnigramTrainer(vocab_size=60, special_tokens=special, unk_token="<unk>", show_progress=False)
    cutter.train_from_iterator(TEXTS * 20, trainer)
    cutter.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return PreTrainedTokenizerFast(tokenizer_object=cutter, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def without_start_token() -> Any:
    """Of bytes, with an end token alone, as Qwen has it."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    cutter = Tokenizer(models.BPE())
    cutter.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=300, special_tokens=["<|endoftext|>"], initial_alphabet=alphabet, show_progress=False
    )
    cutter.train_from_iterator(TEXTS * 20, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=cutter, eos_token="<|endoftext|>")


@pytest.mark.parametrize(("make", "start"), [(with_start_token, "<s>"), (without_start_token, "<|endoftext|>")])
def test_a_text_is_read_after_one_start_token(make: Any, start: str, tmp_path: Path) -> None:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = make()
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, initializer_range=0.2, bos_token_id=None, eos_token_id=tokenizer.eos_token_id,
    )  # fmt: skip
    network = LlamaForCausalLM(config).eval()
    network.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    model = kind.open(str(tmp_path), Options())
    assert model.choices["start"] == start
    for text, answer in zip(TEXTS, model.answer([TokenLogprobs(text) for text in TEXTS]), strict=True):
        ids = [tokenizer.convert_tokens_to_ids(start), *tokenizer.encode(text, add_special_tokens=False)]
        with torch.inference_mode():
            table = network(torch.tensor([ids])).logits[0].log_softmax(dim=-1)
        expected = [float(table[index, token]) for index, token in enumerate(ids[1:])]
        assert isinstance(answer, Tokens)
        np.testing.assert_allclose(answer.logprobs, expected, atol=1e-5)

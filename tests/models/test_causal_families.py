"""Families of causal models: whatever an architecture does of its own, the numbers are those of the model itself.

Tiny models with random weights. The long text is longer than the sliding windows, so that a token that is too far back
must not be seen; a text beside it shares its beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.query import Choices, Entails, TokenLogprobs, Tokens
from babelance.models.causal import kind
from tests.expecting import present

LONG = "Nobody came to the house yesterday, but it was open all the time and warm, and nobody ever said so to us."
TEXTS = (LONG, "Nobody came to the door.", "Yes")
WINDOW = 12

USUAL = {"num_hidden_layers": 2, "num_attention_heads": 4, "hidden_size": 32}
LLAMA = {
    **USUAL, "intermediate_size": 48, "num_key_value_heads": 2, "max_position_embeddings": 512,
    "initializer_range": 0.2,
}  # fmt: skip
SIZES: dict[str, dict[str, Any]] = {
    "llama": LLAMA,
    "qwen2": LLAMA,
    "qwen3": {**LLAMA, "head_dim": 8},
    "gemma": {**LLAMA, "head_dim": 8},
    "phi": {**USUAL, "intermediate_size": 48, "max_position_embeddings": 512},
    "falcon": {**USUAL, "alibi": False, "new_decoder_architecture": False, "multi_query": True},
    "falcon-alibi": {**USUAL, "alibi": True},
    "mpt": {"d_model": 32, "n_heads": 4, "n_layers": 2, "max_seq_len": 512},
    "mistral": {**LLAMA, "sliding_window": WINDOW},
    "gemma2": {
        **LLAMA, "head_dim": 8, "sliding_window": WINDOW, "final_logit_softcapping": 0.5, "attn_logit_softcapping": 1.0,
    },
    "gpt_neox": {**USUAL, "intermediate_size": 48, "max_position_embeddings": 512},
    "opt": {**USUAL, "ffn_dim": 48, "word_embed_proj_dim": 32, "max_position_embeddings": 512},
    "bloom": {"hidden_size": 32, "n_layer": 2, "n_head": 4},
    "gpt_neo": {
        "hidden_size": 32, "num_layers": 2, "num_heads": 4, "attention_types": [[["global", "local"], 1]],
        "window_size": WINDOW, "max_position_embeddings": 512,
    },
    "mamba": {"hidden_size": 32, "num_hidden_layers": 2, "state_size": 4},
    "cohere": LLAMA,
    "granite": {**LLAMA, "logits_scaling": 8.0, "attention_multiplier": 0.1, "residual_multiplier": 0.5},
    "lfm2": {**LLAMA, "layer_types": ["conv", "full_attention"], "block_auto_adjust_ff_dim": False},
    "bart": {
        "d_model": 32, "decoder_layers": 2, "decoder_attention_heads": 4, "decoder_ffn_dim": 48, "is_decoder": True,
        "is_encoder_decoder": False, "init_std": 0.2, "max_position_embeddings": 512,
    },
    "longrope": {
        **LLAMA, "original_max_position_embeddings": WINDOW, "rope_parameters": {
            "rope_type": "longrope", "rope_theta": 1e4, "short_factor": [1.0] * 4, "long_factor": [3.0] * 4,
            "original_max_position_embeddings": WINDOW,
        },
    },
}  # fmt: skip
"""Type of a model → its size, and what is its own."""


@pytest.fixture(scope="module")
def family(fixtures: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Writes a model of this type, with the tokenizer of the fixtures."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(fixtures / "models" / "causal-gpt2")

    @cache
    def write(name: str) -> Path:
        folder = tmp_path_factory.mktemp(name)
        special = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id, "pad_token_id": None}
        config = AutoConfig.for_model(
            {"longrope": "phi3", "falcon-alibi": "falcon"}.get(name, name),
            vocab_size=len(tokenizer),
            **special,
            **SIZES[name],
        )
        torch.manual_seed(1)
        AutoModelForCausalLM.from_config(config).save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return folder

    return write


def by_hand(folder: Path, text: str) -> tuple[np.ndarray, np.ndarray]:
    """One text, one pass: log-probabilities after the start token, and the mean of the last hidden states."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer, model = AutoTokenizer.from_pretrained(folder), AutoModelForCausalLM.from_pretrained(folder).eval()
    ids = [tokenizer.bos_token_id, *tokenizer.encode(text, add_special_tokens=False)]
    with torch.inference_mode():
        output = model(torch.tensor([ids]), output_hidden_states=True)
    table = output.logits[0].float().log_softmax(dim=-1)
    logprobs = np.asarray([table[index, token] for index, token in enumerate(ids[1:])])
    return logprobs, output.hidden_states[-1][0, 1:].mean(dim=0).numpy()


@pytest.mark.parametrize("name", SIZES)
def test_every_family_is_read_as_it_reads_itself(name: str, family: Callable[[str], Path]) -> None:
    model = kind.open(str(family(name)), Options())
    *read, asked = model.answer([*(TokenLogprobs(text, embed=True) for text in TEXTS), Entails(LONG, "Yes", "en")])
    assert isinstance(asked, Choices)
    for text, answer in zip(TEXTS, read, strict=True):
        logprobs, embedding = by_hand(family(name), text)
        assert isinstance(answer, Tokens)
        np.testing.assert_allclose(answer.logprobs, logprobs, atol=1e-5)
        np.testing.assert_allclose(present(answer.embedding), embedding, atol=1e-5)


def test_a_model_that_sees_what_comes_after_is_refused(tmp_path: Path, fixtures: Path) -> None:
    from transformers import AutoTokenizer, BertConfig, BertLMHeadModel

    tokenizer = AutoTokenizer.from_pretrained(fixtures / "models" / "causal-gpt2")
    BertLMHeadModel(BertConfig(vocab_size=len(tokenizer), intermediate_size=48, **USUAL)).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    with pytest.raises(ModelError, match="sees what comes after a token"):
        list(kind.open(str(tmp_path), Options()).answer([TokenLogprobs("Nobody came.")]))


def test_a_decoder_that_takes_pictures_too_is_a_causal_model(tmp_path: Path, fixtures: Path) -> None:
    import torch
    from transformers import AutoTokenizer, Gemma3Config, Gemma3ForConditionalGeneration

    tokenizer = AutoTokenizer.from_pretrained(fixtures / "models" / "causal-gpt2")
    words = {**LLAMA, "head_dim": 8, "sliding_window": WINDOW, "vocab_size": len(tokenizer)}
    eye = {**USUAL, "intermediate_size": 48, "image_size": 28, "patch_size": 14}
    torch.manual_seed(1)
    model = Gemma3ForConditionalGeneration(Gemma3Config(text_config=words, vision_config=eye, mm_tokens_per_image=4))
    model.save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    assert kind.reason_unsupported(str(tmp_path)) is None
    opened = kind.open(str(tmp_path), Options())
    assert opened.health([LONG]).facts["embeddings"] == len(tokenizer)
    [answer] = opened.answer([TokenLogprobs(LONG)])
    assert isinstance(answer, Tokens)
    np.testing.assert_allclose(answer.logprobs, by_hand(tmp_path, LONG)[0], atol=1e-5)


@pytest.mark.parametrize("name", ["llama", "qwen2"])
def test_lean_layers_stand_in_for_those_of_llama_and_generate_the_same(
    name: str, family: Callable[[str], Path]
) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    from babelance.backends.causal.llama_layer import LlamaLayer, replace_layers

    plain, lean = (AutoModelForCausalLM.from_pretrained(family(name)).eval() for _ in range(2))
    replace_layers(lean)
    assert all(isinstance(layer, LlamaLayer) for layer in lean.base_model.layers)
    ids = torch.arange(2, 14)[None]
    asked = {"attention_mask": torch.ones_like(ids), "max_new_tokens": 12, "do_sample": False, "pad_token_id": 0}
    assert lean.generate(ids, **asked).tolist() == plain.generate(ids, **asked).tolist()


def test_a_layer_that_is_not_what_it_seems_stays(family: Callable[[str], Path]) -> None:
    from transformers import AutoModelForCausalLM

    from babelance.backends.causal.llama_layer import LlamaLayer, replace_layers

    model = AutoModelForCausalLM.from_pretrained(family("llama")).eval()
    first = model.base_model.layers[0]
    first.register_forward_hook(lambda _module, _given, states: states * 1.5)
    replace_layers(model)
    assert model.base_model.layers[0] is first
    assert isinstance(model.base_model.layers[1], LlamaLayer)

"""Log-probabilities after states are those of a softmax over all words, however many states are asked about at once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional

from babelance.backends.causal.llama_layer import _GatedMlp
from babelance.backends.causal.vocabulary import STATES, token_logprobs
from babelance.backends.masked.runner import TILE
from babelance.backends.transformers.leaning import Offsets
from babelance.backends.transformers.network import Decoder

WORDS = TILE + 300


def asked(count: int) -> tuple[Tensor, Tensor, Tensor]:
    """States, and two tokens for each of them."""
    torch.manual_seed(count)
    spots = torch.arange(count).repeat_interleave(2)
    return torch.randn(count, 24), spots, torch.randint(0, WORDS, (2 * count,))


def projection(*, bias: bool) -> Decoder:
    torch.manual_seed(1)
    return Decoder(torch.randn(WORDS, 24), torch.randn(WORDS) if bias else None)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("count", [8, STATES + 1, 2 * STATES + 77])
@torch.inference_mode()
def test_log_probabilities_are_those_of_a_softmax(count: int, bias: bool) -> None:
    states, spots, tokens = asked(count)
    layer = projection(bias=bias)
    logits = functional.linear(states, layer.weight, layer.bias)
    tokens[0] = logits[0].argmax()
    logprobs, hits = token_logprobs(states, layer, spots, tokens)
    torch.testing.assert_close(logprobs, logits.log_softmax(-1)[spots, tokens], atol=2e-5, rtol=1e-5)
    assert torch.equal(hits, logits.argmax(-1)[spots] == tokens) and hits[0]


@torch.inference_mode()
def test_a_state_is_scored_alike_in_any_company() -> None:
    states, spots, tokens = asked(STATES + 100)
    layer = projection(bias=False)
    together, _ = token_logprobs(states, layer, spots, tokens)
    some, _ = token_logprobs(states[300:340], layer, spots[:80], tokens[600:680])
    assert torch.equal(together[600:680], some)


@torch.inference_mode()
def test_offsets_reach_the_lines_that_they_are_of_in_every_block() -> None:
    states, spots, tokens = asked(STATES + 100)
    layer, chosen = projection(bias=False), torch.tensor([3, TILE + 5])
    offsets = Offsets(chosen, torch.randn(len(states), 2))
    logits = functional.linear(states, layer.weight)
    logits[:, chosen] += offsets.table
    tokens[::2] = TILE + 5
    logprobs, _ = token_logprobs(states, layer, spots, tokens, offsets)
    torch.testing.assert_close(logprobs, logits.log_softmax(-1)[spots, tokens], atol=2e-5, rtol=1e-5)


@torch.inference_mode()
def test_a_gate_far_below_or_above_nought_is_shut_or_open() -> None:
    gate, up, down = (nn.Linear(4, 4, bias=False) for _ in range(3))
    for layer in (gate, up, down):
        layer.weight.data = torch.eye(4)
    mlp = _GatedMlp(SimpleNamespace(gate_proj=gate, up_proj=up, down_proj=down), torch.ones(4))
    states = torch.tensor([[-500.0, -3.0, 0.0, 500.0]]).repeat(8, 1)
    expected = functional.silu(states) * states + 1.0
    torch.testing.assert_close(mlp.added(states, torch.ones_like(states)), expected, atol=1e-4, rtol=1e-5)

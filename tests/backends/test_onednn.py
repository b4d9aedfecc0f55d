"""Layers laid out for the processor give what plain ones give, whatever the batch; elsewhere nothing is replaced."""

import os
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest
import torch
from torch import nn

from babelance.backends.transformers.network import SUPPORTED, MklLinear, OneDnnLinear, PackedLinear, linear
from babelance.backends.transformers.replacing import pack, packed
from tests.models.test_masked_heads import CONFIGS, OTHERS, rows, split

pytestmark = pytest.mark.skipif(not SUPPORTED, reason="torch without oneDNN")


def packed_layers(model: nn.Module) -> int:
    return sum(isinstance(layer, PackedLinear) for layer in model.modules())


@pytest.mark.parametrize("name", CONFIGS)
@torch.inference_mode()
def test_a_packed_network_gives_the_logits_of_the_plain_one(name: str) -> None:
    plain, ids = split(name, CONFIGS[name]).model, rows()
    laid_out = pack(deepcopy(plain))
    assert packed_layers(laid_out) > 4
    torch.testing.assert_close(laid_out(input_ids=ids).logits, plain(input_ids=ids).logits, atol=1e-4, rtol=1e-5)


@pytest.mark.parametrize("name", CONFIGS)
def test_the_vocabulary_projection_keeps_its_weights(name: str) -> None:
    model = pack(split(name, CONFIGS[name]).model)
    kept = model.get_output_embeddings()
    assert kept is None or isinstance(kept, nn.Linear)
    assert not any(isinstance(layer, PackedLinear) and layer.out_features == 97 for layer in model.modules())


@pytest.mark.parametrize("shape", [(768, 96), (96, 768), (50, 146), (576, 1536)])
@torch.inference_mode()
def test_a_line_is_rounded_alike_in_any_company(shape: tuple[int, int]) -> None:
    torch.manual_seed(2)
    layer = nn.Linear(*shape)
    states, laid_out = torch.randn(600, shape[0]), packed(layer)
    both = (laid_out, lambda some: linear(some, layer.weight, layer.bias))
    for product in both:
        usual = product(states)
        torch.testing.assert_close(usual, layer(states), atol=1e-5, rtol=0)
        for first, count in ((0, 8), (3, 17), (1, 64), (100, 333)):
            assert torch.equal(product(states[first : first + count]), usual[first : first + count])


@pytest.mark.parametrize("library", [OneDnnLinear, MklLinear])
@pytest.mark.parametrize("bias", [True, False])
@torch.inference_mode()
def test_every_library_gives_what_the_layer_gives(library: Callable[[nn.Linear], PackedLinear], bias: bool) -> None:
    torch.manual_seed(3)
    layer = nn.Linear(48, 64, bias=bias)
    states, to = torch.randn(2, 9, 48), torch.randn(2, 9, 64)
    laid_out = library(layer)
    torch.testing.assert_close(laid_out(states), layer(states), atol=1e-5, rtol=0)
    torch.testing.assert_close(laid_out.added(states, to), layer(states) + to, atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", OTHERS)
def test_other_architectures_stay_as_they_are(name: str) -> None:
    assert packed_layers(pack(split(name, OTHERS[name]).model)) == 0


def test_other_number_formats_stay_as_they_are() -> None:
    model = split("bert", CONFIGS["bert"]).model.to(torch.bfloat16)
    assert packed_layers(pack(model)) == 0
    weight = torch.ones(3, 4, dtype=torch.bfloat16)
    assert linear(torch.ones(2, 4, dtype=torch.bfloat16), weight, None).dtype == torch.bfloat16


GROWTH = """
import torch
from babelance.backends.transformers.network import OneDnnLinear

def held():
    [line] = [line for line in open("/proc/self/status") if line.startswith("VmRSS:")]
    return int(line.split()[1]) / 1024

layer, states = OneDnnLinear(torch.nn.Linear(128, 128)), torch.randn(1000, 128)
with torch.inference_mode():
    layer(states)
    before = held()
    for count in range(1000, 500, -1):
        layer(states[:count])
print(held() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the kernel does not tell the memory of a process")
def test_batches_of_ever_new_sizes_do_not_fill_the_memory() -> None:
    environment = {name: value for name, value in os.environ.items() if "CACHE_CAPACITY" not in name}
    done = subprocess.run([sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True, env=environment)
    assert float(done.stdout) < 100, "megabytes; with torch's own limits it is 280"

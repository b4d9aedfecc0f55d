"""Weights are read, not mapped: no page of their file is left in memory."""

from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from babelance.backends.transformers.reading import unmapped

MAPS = Path("/proc/self/maps")
pytestmark = pytest.mark.skipif(not MAPS.exists(), reason="the kernel does not tell the memory of a process")


def is_mapped(file: Path) -> bool:
    return str(file) in MAPS.read_text(encoding="utf-8", errors="replace")


def test_a_file_of_weights_is_not_mapped(tmp_path: Path) -> None:
    from transformers import modeling_utils

    file, weight = tmp_path / "model.safetensors", torch.arange(6.0).view(2, 3)
    save_file({"weight": weight}, file)
    usual = modeling_utils.safe_open
    with unmapped():
        kept = modeling_utils.safe_open(str(file), framework="pt", device="cpu", backend="mmap")
        found = kept.get_slice("weight")[:]
        assert not is_mapped(file)
    assert torch.equal(found, weight)
    assert modeling_utils.safe_open is usual


def test_an_older_library_maps_as_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import modeling_utils

    def without_choice(filename: str, framework: str) -> None: ...

    monkeypatch.setattr(modeling_utils, "safe_open", without_choice)
    with unmapped():
        assert modeling_utils.safe_open is without_choice

"""Models in one file, and adapters: what is not whole or does not fit is refused in plain words."""

from __future__ import annotations

import contextlib
import json
import shutil
import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from babelance.backends.transformers import gguf_header
from babelance.core.errors import ModelError
from babelance.core.model import Options
from babelance.core.query import TokenLogprobs, Tokens
from babelance.models.causal import kind
from tests.fuzz.seeds import gguf


def written(folder: Path, content: bytes) -> Path:
    path = folder / "model.gguf"
    path.write_bytes(content)
    return path


def header_of(architecture: str) -> bytes:
    """A file that names its architecture and nothing else."""
    name, value = b"general.architecture", architecture.encode()
    entry = struct.pack("<Q", len(name)) + name + struct.pack("<IQ", 8, len(value)) + value
    return b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + entry + bytes(64)


def test_a_header_is_read_without_its_vocabulary(tmp_path: Path) -> None:
    header = gguf_header.read(written(tmp_path, gguf()))
    assert (header.architecture, header.quantisation, header.formats) == ("llama", "F32", {"F32": 1})
    assert header.fields["tokenizer.ggml.tokens"] is None


def test_a_gguf_file_without_its_prefix_is_told_how_to_write_it(tmp_path: Path) -> None:
    """It is no hub name, though it may look like one."""
    with contextlib.chdir(written(tmp_path, gguf()).parent):
        reason = kind.reason_unsupported("model.gguf")
    assert reason and "Write gguf:model.gguf" in reason


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gguf(data=10), "is cut off"),
        (gguf()[:60], "damaged or cut off within its header"),
        (b"PK\3\4 not a model", "is no GGUF file"),
        (b"GGUF" + struct.pack("<IQQ", 1, 0, 0), "GGUF of version 1"),
        (b"", "is no GGUF file"),
    ],
)
def test_a_damaged_file_is_refused_before_anything_is_loaded(content: bytes, words: str, tmp_path: Path) -> None:
    reason = kind.reason_unsupported(f"gguf:{written(tmp_path, content)}")
    assert reason and words in reason


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (struct.pack("<IIQ", 9, 9, 1) * 2000, "damaged or cut off within its header"),
        (struct.pack("<II", 4, 0), "aligns its data by 0"),
        (struct.pack("<IQ", 8, 2) + b"32", "aligns its data by '32'"),
        (struct.pack("<IIQ", 9, 4, 1 << 60), "damaged or cut off within its header"),
        (struct.pack("<IIQQ", 9, 8, 1 << 60, 1 << 62), "damaged or cut off within its header"),
    ],
    ids=["lists in lists", "no alignment", "an alignment in words", "a list without end", "a text without end"],
)
def test_a_header_that_means_harm_is_refused(entry: bytes, words: str, tmp_path: Path) -> None:
    name = b"general.alignment"
    content = b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", len(name)) + name + entry
    with pytest.raises(ModelError, match=words):
        gguf_header.read(written(tmp_path, content))


@pytest.mark.parametrize("name", ["{folder}", "dir:{folder}", "{folder}#00aa", 5, ["x"], None])
def test_an_adapter_without_a_base_of_its_own_is_refused(name: object, tmp_path: Path) -> None:
    named = name.format(folder=tmp_path) if isinstance(name, str) else name
    (tmp_path / "adapter_config.json").write_text(json.dumps({"base_model_name_or_path": named}))
    reason = kind.reason_unsupported(str(tmp_path))
    assert reason and ("base of an adapter" in reason or "does not name its base" in reason)


def test_an_architecture_that_is_not_read_is_named(tmp_path: Path) -> None:
    pytest.importorskip("gguf")
    pytest.importorskip("accelerate")
    model = kind.open(f"gguf:{written(tmp_path, gguf('nosuch'))}", Options())
    with pytest.raises(ModelError, match=r"architecture 'nosuch', which Transformers does not read"):
        list(model.answer([TokenLogprobs("Yes")]))


def test_a_file_whose_tokenizer_is_of_no_known_kind_says_what_to_use(tmp_path: Path) -> None:
    pytest.importorskip("gguf")
    pytest.importorskip("accelerate")
    model = kind.open(f"gguf:{written(tmp_path, header_of('llama'))}", Options())
    with pytest.raises(ModelError, match=r"no tokenizer that Transformers reads from GGUF.*Use the model's own folder"):
        list(model.answer([TokenLogprobs("Yes")]))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    reason = kind.reason_unsupported(f"gguf:{tmp_path / 'none.gguf'}")
    assert reason and "No GGUF file" in reason


@pytest.fixture(scope="module")
def base(fixtures: Path) -> Path:
    return fixtures / "models" / "causal-gpt2"


@pytest.fixture(scope="module")
def adapter(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    peft = pytest.importorskip("peft")
    import torch
    from transformers import AutoModelForCausalLM

    torch.manual_seed(0)
    config = peft.LoraConfig(r=2, target_modules=["c_attn"], task_type="CAUSAL_LM", init_lora_weights=False)
    folder = tmp_path_factory.mktemp("adapter") / "lora"
    peft.get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(str(folder))
    return folder


def sums(spec: str) -> float:
    [answer] = kind.open(spec, Options()).answer([TokenLogprobs("Nobody came to the door today.")])
    assert isinstance(answer, Tokens)
    return float(answer.logprobs.sum())


def test_an_adapter_is_a_model_that_changes_its_base(base: Path, adapter: Path) -> None:
    assert kind.open(str(adapter), Options()).id.startswith(f"dir:{base}+{adapter}#")
    assert not np.isclose(sums(str(adapter)), sums(str(base)))
    assert sums(f"dir:{base}+{adapter}") == sums(str(adapter))


def test_an_adapter_for_another_base_is_refused(base: Path, adapter: Path, tmp_path: Path) -> None:
    from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

    GPT2LMHeadModel(GPT2Config(n_embd=16, n_layer=1, n_head=2, vocab_size=2500)).save_pretrained(tmp_path)
    AutoTokenizer.from_pretrained(base).save_pretrained(tmp_path)
    with pytest.raises(ModelError, match=r"does not fit .*size mismatch for .*another base"):
        sums(f"dir:{tmp_path}+{adapter}")


@pytest.mark.parametrize(
    ("settings", "signed", "package"),
    [
        ({"quant_method": "awq", "bits": 4, "group_size": 128, "version": "gemm"}, "awq-4bit", "gptqmodel"),
        ({"quant_method": "gptq", "bits": 4, "group_size": 128}, "gptq-4bit", "optimum"),
        ({"quant_method": "bitsandbytes", "load_in_4bit": True}, "bitsandbytes-4bit", "bitsandbytes"),
    ],
)
def test_a_quantised_folder_is_signed_and_names_the_package_that_it_needs(
    settings: dict[str, object], signed: str, package: str, fixtures: Path, tmp_path: Path
) -> None:
    if find_spec(package) is not None:
        pytest.skip(f"{package} is installed")
    folder = tmp_path / "rounded"
    shutil.copytree(fixtures / "models" / "causal-gpt2", folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps({**config, "quantization_config": settings}), encoding="utf-8")
    model = kind.open(str(folder), Options())
    assert model.choices["quantisation"] == signed
    with pytest.raises(ModelError, match=f"is quantised \\({signed}\\): .*{package}"):
        list(model.answer([TokenLogprobs("The cat sleeps.")]))

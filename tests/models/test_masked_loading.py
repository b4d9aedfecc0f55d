"""Specs, identities and safe loading of masked language models."""

import json
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from babelance.backends.transformers import hashes
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.model import Options
from babelance.core.query import TokenLogprobs
from babelance.models.masked import kind
from tests.models import tiny_masked


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashes.platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_masked.write(tmp_path_factory.mktemp("original"))


@pytest.fixture
def directory(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "model"))


def open_model(spec: object, **options: Any) -> Any:
    return kind.open(str(spec), Options(**options))


def change_config(directory: Path, **changes: object) -> None:
    file = directory / "config.json"
    config = json.loads(file.read_text()) | changes
    file.write_text(json.dumps({key: value for key, value in config.items() if value is not None}))


def load(spec: object, **options: Any) -> object:
    return next(open_model(spec, **options).answer([TokenLogprobs("the nurse was late")]))


def test_a_directory_has_one_identity_under_all_its_names(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = open_model(directory)
    assert open_model(f"dir:{directory}").id == plain.id
    assert open_model(f"{directory}/").id == plain.id
    assert open_model(plain.id).id == plain.id
    monkeypatch.chdir(directory.parent)
    assert open_model("./model").id == f"dir:model#{plain.id[-8:]}"
    assert open_model("model").fingerprint == plain.fingerprint


def test_an_identity_whose_content_has_changed_is_refused_naming_both(directory: Path) -> None:
    before = open_model(directory).id
    change_config(directory, layer_norm_eps=0.1)
    after = open_model(directory).id
    assert before != after
    with pytest.raises(ModelError, match=f"{after[-8:]}, not {before[-8:]}"):
        _ = open_model(before).id


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
def test_the_fingerprint_follows_every_file_that_matters(directory: Path, name: str) -> None:
    before = open_model(directory).fingerprint
    (directory / name).write_bytes((directory / name).read_bytes() + b" ")
    assert open_model(directory).fingerprint != before


def test_the_fingerprint_does_not_follow_other_files_but_the_number_format(directory: Path) -> None:
    before = open_model(directory).fingerprint
    (directory / "README.md").write_text("about this model")
    (directory / "training_args.bin.old").write_text("x")
    assert open_model(directory).fingerprint == before
    assert open_model(directory, dtype="bfloat16").fingerprint != before
    assert open_model(directory, dtype="fp32").fingerprint == before


def test_weights_are_hashed_once(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashes, "_UNSETTLED", -1.0)  # as if the files had been there for a while
    before = open_model(directory).fingerprint
    monkeypatch.setattr(hashes.hashlib, "file_digest", None)  # type: ignore[attr-defined]
    assert open_model(directory).fingerprint == before


def test_a_cache_folder_that_cannot_be_written_costs_only_time(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(hashes.platformdirs, "user_cache_dir", lambda name: str(tmp_path / "file" / name))  # type: ignore[attr-defined]
    assert open_model(directory).fingerprint


@pytest.mark.parametrize(
    ("architecture", "words"),
    [
        ("GPT2LMHeadModel", "is a causal language model"),
        ("LlamaForCausalLM", "is a causal language model"),
        ("BertForSequenceClassification", "is a classifier"),
        ("BertForTokenClassification", "is a token classifier"),
        ("MarianMTModel", "is an encoder-decoder model"),
    ],
)
def test_other_models_are_refused_by_their_configuration(directory: Path, architecture: str, words: str) -> None:
    change_config(directory, architectures=[architecture])
    reason = kind.reason_unsupported(str(directory))
    assert reason is not None
    assert words in reason


@pytest.mark.parametrize("architectures", [["BertForMaskedLM"], ["BertForPreTraining"], None])
def test_what_may_be_a_masked_language_model_is_accepted(directory: Path, architectures: list[str] | None) -> None:
    change_config(directory, architectures=architectures)
    assert kind.reason_unsupported(str(directory)) is None
    assert load(directory)


def test_a_type_without_a_masked_head_is_refused(directory: Path) -> None:
    change_config(directory, architectures=None, model_type="vit")
    assert "no masked language model head" in str(kind.reason_unsupported(str(directory)))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("./nowhere", "No model directory './nowhere'"),
        ("dir:nowhere", "No model directory 'nowhere'"),
        ("a b", "neither a directory nor a hub name"),
        ("no-such-model-xyz", "cannot be reached"),
        ("hf:no-such/model-xyz@v1", "hf:no-such/model-xyz@v1 is not in the local cache"),
    ],
)
def test_a_spec_that_names_nothing_is_explained(spec: str, words: str) -> None:
    assert words in str(kind.reason_unsupported(spec))


def test_a_directory_without_configuration_is_explained(tmp_path: Path) -> None:
    assert "has no config.json" in str(kind.reason_unsupported(str(tmp_path)))
    (tmp_path / "config.json").write_text("{")
    assert "not JSON" in str(kind.reason_unsupported(str(tmp_path)))
    (tmp_path / "config.json").write_text("[]")
    assert "not a JSON object" in str(kind.reason_unsupported(str(tmp_path)))


def test_a_hub_model_in_the_cache_is_pinned_to_its_commit(
    directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    snapshots = tmp_path / "hub" / "models--someone--tiny" / "snapshots"
    shutil.copytree(directory, snapshots / commit)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    model = open_model("someone/tiny@0123456789ab")
    assert model.id == "hf:someone/tiny@0123456789ab"
    assert open_model(model.id).fingerprint == model.fingerprint
    assert model._model_source.revision == commit


def test_a_checkpoint_without_its_head_is_refused(directory: Path) -> None:
    weights = load_file(directory / "model.safetensors")
    kept = {name: tensor for name, tensor in weights.items() if not name.startswith("cls.")}
    save_file(kept, directory / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnhealthyModel, match=r"weights are not in its files.*cls\.predictions"):
        load(directory)


def test_bin_weights_are_read_if_they_are_tensors_only(directory: Path) -> None:
    usual = load(directory)
    torch.save(load_file(directory / "model.safetensors"), directory / "pytorch_model.bin")
    (directory / "model.safetensors").unlink()
    assert load(directory).logprobs.tolist() == usual.logprobs.tolist()  # type: ignore[attr-defined]


class Evil:
    def __reduce__(self) -> Any:
        return (Path.touch, (Path("touched-by-a-pickle"),))


@pytest.mark.parametrize("writer", ["torch", "pickle"])
def test_a_pickle_that_holds_more_is_refused_and_not_run(
    directory: Path, monkeypatch: pytest.MonkeyPatch, writer: str
) -> None:
    monkeypatch.chdir(directory.parent)
    content = {**load_file(directory / "model.safetensors"), "extra": Evil()}
    (directory / "model.safetensors").unlink()
    with (directory / "pytorch_model.bin").open("wb") as file:
        torch.save(content, file) if writer == "torch" else pickle.dump(content, file)
    with pytest.raises(ModelError, match="convert it"):
        load(directory)
    assert not (directory.parent / "touched-by-a-pickle").exists()


def test_weights_in_other_formats_or_none_are_refused(directory: Path) -> None:
    (directory / "model.safetensors").rename(directory / "tf_model.h5")
    with pytest.raises(ModelError, match="no weights"):
        load(directory)


def test_a_broken_weights_file_is_explained(directory: Path) -> None:
    (directory / "model.safetensors").write_bytes(b"not weights at all")
    with pytest.raises(ModelError, match="cannot be loaded"):
        load(directory)


def test_code_that_comes_with_a_model_is_not_run_unless_asked(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(directory.parent)
    (directory / "own.py").write_text("from pathlib import Path\nPath('own-code-ran').touch()\n")
    names = {"AutoConfig": "own.OwnConfig", "AutoModelForMaskedLM": "own.OwnModel"}
    change_config(directory, model_type="own-type", auto_map=names)
    with pytest.raises(ModelError, match="--remote-code"):
        load(directory)
    assert not Path("own-code-ran").exists()


def test_a_model_without_a_mask_token_is_refused(directory: Path) -> None:
    tiny_masked.tokenizer(mask=None).save_pretrained(directory)
    with pytest.raises(ModelError, match="no mask token"):
        load(directory)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"device": "cuda"}, "no cuda device"),
        ({"device": "x"}, "Unknown device"),
        ({"dtype": "int3"}, "Unknown number format 'int3'"),
    ],
)
def test_options_that_cannot_be_met_are_named(directory: Path, options: dict[str, str], words: str) -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a cuda device here")
    with pytest.raises(ModelError, match=words):
        load(directory, **options)

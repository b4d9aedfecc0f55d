"""Where the files of a Transformers model are, and what they say about it before any weights are read.

hf:NAME@REVISION, NAME@REVISION     the model hub; a branch or tag is pinned to its commit
dir:PATH, PATH                      a directory as `save_pretrained` writes it
dir:PATH#HASH                       the same, only if its content still has this hash
dir:PATH                            also a PEFT folder, which names its base; dir:BASE+PATH names another place of it
gguf:PATH                           a GGUF file, as llama.cpp writes it
babelance/NAME                      a model that ships with babelance
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from babelance.backends.transformers import gguf_header, hashes
from babelance.core.errors import ModelError, UnknownName
from babelance.core.extras import require
from babelance.core.paths import expand, is_file, is_folder
from babelance.core.untrusted import as_type, read_object

_COMMIT = re.compile(r"^[0-9a-f]{7,40}$")
_SHIPPED = "babelance/"
_HUB_NAME = re.compile(r"(?:\w(?:[\w.-]*\w)?/)?\w(?:[\w.-]*\w)?", re.ASCII)
_LONGEST_NAME = 96
"""What the hub allows."""


@dataclass(frozen=True)
class Directory:
    """A model in a directory; `label` is how people name it (`dir:PATH`, `babelance/NAME`)."""

    path: Path
    label: str
    expected: str = ""

    revision = None

    @property
    def location(self) -> str:
        return str(self.path)

    @cached_property
    def content(self) -> str:
        """The hash of weights, configuration and tokenizer."""
        return hashes.require_hash(hashes.hash_of_folder(self.path), self.expected, self.label)

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    @cached_property
    def config(self) -> Mapping[str, Any]:
        file = self.path / "config.json"
        if not is_file(file):
            raise ModelError(f"{self.label} has no config.json. A model directory is what `save_pretrained` writes.")
        return _read(file, self.label)


@dataclass(frozen=True)
class Hub:
    """A model on the hub; its commit stands for its content."""

    name: str
    wanted: str | None = None

    @property
    def location(self) -> str:
        return self.name

    @property
    def label(self) -> str:
        return f"hf:{self.name}" + (f"@{self.wanted}" if self.wanted else "")

    @cached_property
    def _config_file(self) -> Path:
        file = _config_of_commit(self.name, self.wanted) or _fetch_config(self.name, self.wanted)
        if isinstance(file, ModelError):
            raise file
        return file

    @cached_property
    def revision(self) -> str:
        """The commit: the hub's cache keeps the files of a commit in a folder of that name."""
        return self._config_file.parent.name

    @property
    def content(self) -> str:
        return f"{self.name}@{self.revision}"

    @property
    def id(self) -> str:
        return f"hf:{self.name}@{self.revision[:12]}"

    @cached_property
    def config(self) -> Mapping[str, Any]:
        return _read(self._config_file, self.label)


@dataclass(frozen=True)
class GgufFile:
    """A model in one GGUF file. Transformers reads it as numbers of full width: what rounding did to them stays."""

    path: Path
    label: str
    expected: str = ""

    revision = None

    @property
    def location(self) -> str:
        return str(self.path.parent)

    @cached_property
    def content(self) -> str:
        return hashes.require_hash(hashes.hash_of_files(self.path), self.expected, self.label)

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    @cached_property
    def header(self) -> gguf_header.Header:
        return gguf_header.read(self.path)

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """As much of a configuration as is known before Transformers has read the file."""
        kind, fields = self.header.architecture, self.header.fields
        config = {
            "architectures": ["GgufForCausalLM"],
            "model_type": kind,
            "num_hidden_layers": fields.get(f"{kind}.block_count"),
            "hidden_size": fields.get(f"{kind}.embedding_length"),
            "quantization_config": {"quant_method": "gguf", "format": self.header.quantisation},
        }
        as_type(config, Configuration, f"The header of {self.label}", error=ModelError)
        return config


@dataclass(frozen=True)
class Adapter:
    """A PEFT folder: a few weights that change those of a base model, which it names."""

    path: Path
    label: str
    base: Directory | Hub
    expected: str = ""

    @property
    def location(self) -> str:
        return self.base.location

    @property
    def revision(self) -> str | None:
        return self.base.revision

    @cached_property
    def content(self) -> str:
        files = sorted(file for file in self.path.glob("adapter_*") if file.is_file())
        found = hashes.combine(self.base.content, hashes.hash_of_files(*files))
        return hashes.require_hash(found, self.expected, self.label)

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    @property
    def config(self) -> Mapping[str, Any]:
        return self.base.config


ModelSource = Directory | Hub | GgufFile | Adapter

Layers = Annotated[int, Meta(ge=0, le=10_000)]
Width = Annotated[int, Meta(ge=0, le=1_000_000)]
Tokens = Annotated[int, Meta(ge=-1, le=100_000_000)]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is read of a config.json before Transformers builds a model of it: types, and sizes that a model may have.

    Families of models have names of their own for the same size.
    """

    architectures: list[str] | None = None
    model_type: str | None = None
    auto_map: dict[str, Any] | None = None
    id2label: dict[str, str] | None = None
    is_encoder_decoder: bool | None = None
    num_labels: Width | None = None
    num_hidden_layers: Layers | None = None
    num_hidden_groups: Layers | None = None
    n_layer: Layers | None = None
    n_layers: Layers | None = None
    num_layers: Layers | None = None
    encoder_layers: Layers | None = None
    decoder_layers: Layers | None = None
    num_decoder_layers: Layers | None = None
    hidden_size: Width | None = None
    embedding_size: Width | None = None
    n_embd: Width | None = None
    d_model: Width | None = None
    dim: Width | None = None
    intermediate_size: Width | None = None
    num_attention_heads: Width | None = None
    vocab_size: Tokens | None = None
    max_position_embeddings: Tokens | None = None

    @property
    def parameters(self) -> int:
        """About as many weights as a model of these sizes has: attention and feed-forward of each layer, and a row for
        each token. Layers that share their weights (ALBERT) count once."""
        layers = [self.num_hidden_layers, self.n_layer, self.n_layers, self.num_layers, self.encoder_layers]
        depth = max([layer or 0 for layer in layers]) + max(self.decoder_layers or 0, self.num_decoder_layers or 0)
        width = next((size for size in (self.hidden_size, self.n_embd, self.d_model, self.dim) if size), 0)
        inner = self.intermediate_size or 4 * width
        table = max(self.vocab_size or 0, self.max_position_embeddings or 0) * (self.embedding_size or width)
        return (self.num_hidden_groups or depth) * (4 * width**2 + 2 * width * inner) + table


def find(spec: str) -> ModelSource:
    """The place a model spec names; a directory must exist, the hub is not asked yet."""
    if spec.startswith("gguf:"):
        return _gguf(spec.removeprefix("gguf:"))
    if spec.startswith("hf:"):
        return _hub(spec.removeprefix("hf:"))
    if spec.startswith(_SHIPPED):
        return _shipped_model(spec)
    if spec.startswith("dir:"):
        return _directory(spec.removeprefix("dir:"), spec)
    if is_folder(spec) or _looks_like_path(spec) or "+" in spec:
        return _directory(spec, spec)
    return _hub(spec)


def _directory(text: str, spec: str) -> Directory | Adapter:
    path, expected = (text, "") if is_folder(text) else hashes.split_hash(text)
    base, plus, adapter = path.rpartition("+")
    if plus and not is_folder(path) and is_folder(adapter) and is_adapter(expand(adapter)):
        return Adapter(expand(adapter), f"dir:{path}", _base(base), expected)
    if not is_folder(path):
        raise ModelError(f"No model directory {path!r} (from {spec!r}). Check the path, or give a hub name.")
    if is_adapter(expand(path)):
        return _adapter(expand(path), expected)
    return Directory(expand(path), f"dir:{os.path.normpath(path)}", expected)


def is_adapter(folder: Path) -> bool:
    return (folder / "adapter_config.json").is_file() and not (folder / "config.json").is_file()


def _adapter(folder: Path, expected: str) -> Adapter:
    named = _read(folder / "adapter_config.json", str(folder)).get("base_model_name_or_path")
    if not isinstance(named, str) or not named:
        raise ModelError(f"{folder} is an adapter that does not name its base. Write dir:BASE+{folder}.")
    return Adapter(folder, f"dir:{named}+{os.path.normpath(folder)}", _base(named), expected)


def _base(spec: str) -> Directory | Hub:
    path = spec.removeprefix("dir:")
    names = (path, hashes.split_hash(path)[0])
    # An adapter is not followed to its own base: it may name itself.
    found = None if any(is_folder(name) and is_adapter(expand(name)) for name in names) else find(spec)
    if not isinstance(found, Directory | Hub):
        raise ModelError(f"{spec[:200]!r} cannot be the base of an adapter. Use a folder or a hub name.")
    return found


def _gguf(text: str) -> GgufFile:
    path, expected = (text, "") if Path(text).expanduser().is_file() else hashes.split_hash(text)
    if not Path(path).expanduser().is_file():
        raise ModelError(f"No GGUF file {path!r} (from 'gguf:{text}'). Check the path.")
    return GgufFile(Path(path).expanduser(), f"gguf:{os.path.normpath(path)}", expected)


def _shipped_model(spec: str) -> Directory:
    label, expected = hashes.split_hash(spec)
    embedded = import_module("babelance.embedded")
    if label.removeprefix(_SHIPPED) not in embedded.names():
        raise ModelError(str(UnknownName("shipped model", label, [f"{_SHIPPED}{name}" for name in embedded.names()])))
    return Directory(Path(embedded.path(label)), label, expected)


def _hub(text: str) -> Hub:
    name, _, revision = text.partition("@")
    if not _HUB_NAME.fullmatch(name) or "--" in name or ".." in name or len(name) > _LONGEST_NAME:
        raise ModelError(
            f"{text[:200]!r} is neither a directory nor a hub name like 'bert-base-multilingual-cased@main'."
        )
    return Hub(name, revision or None)


def _looks_like_path(spec: str) -> bool:
    return spec.startswith((".", "/", "~")) or "\\" in spec or spec.count("/") > 1 or bool(hashes.split_hash(spec)[1])


def _config_of_commit(name: str, revision: str | None) -> Path | None:
    """The configuration of a commit (also shortened) that is already in the hub's cache, without asking the hub."""
    if not revision or not _COMMIT.match(revision):
        return None
    require("huggingface_hub")
    from huggingface_hub.constants import HF_HUB_CACHE

    snapshots = Path(HF_HUB_CACHE) / f"models--{name.replace('/', '--')}" / "snapshots"
    return next(iter(sorted(snapshots.glob(f"{revision}*/config.json"))), None)


@cache
def _fetch_config(name: str, wanted: str | None) -> Path | ModelError:
    """The configuration from the hub, or from its cache if it cannot be reached. Asked once, also if that fails."""
    require("huggingface_hub")
    from huggingface_hub import HfApi, hf_hub_download
    from huggingface_hub.errors import EntryNotFoundError, HfHubHTTPError, RepositoryNotFoundError
    from huggingface_hub.errors import RevisionNotFoundError as UnknownRevision

    try:
        commit = HfApi().model_info(name, revision=wanted, timeout=10).sha
        return Path(hf_hub_download(name, "config.json", revision=commit))
    except UnknownRevision:
        return ModelError(f"The hub has no revision {wanted!r} of {name!r}. See the model's page.")
    except RepositoryNotFoundError:
        return ModelError(
            f"The hub has no model {name!r} that you may read, and there is no directory of that name. "
            "If it is private or gated, log in first: hf auth login"
        )
    except EntryNotFoundError:
        return ModelError(f"hf:{name} has no config.json, so it is not a Transformers model.")
    except HfHubHTTPError as error:
        return ModelError(f"hf:{name} could not be fetched: {error}")
    except Exception:  # whatever the network raises
        return _config_of_earlier_download(name, wanted)


def _config_of_earlier_download(name: str, wanted: str | None) -> Path | ModelError:
    """The configuration that an earlier download of this branch or tag has left."""
    from huggingface_hub import try_to_load_from_cache

    file = try_to_load_from_cache(name, "config.json", revision=wanted)
    if isinstance(file, str):
        return Path(file)
    return ModelError(
        f"hf:{name}{'@' + wanted if wanted else ''} is not in the local cache and the model hub cannot be reached. "
        "Go online once, or download the model elsewhere and give its directory."
    )


def _read(file: Path, label: str) -> Mapping[str, Any]:
    config = read_object(file, error=ModelError)
    as_type(config, Configuration, f"The config.json of {label}", error=ModelError)
    return config

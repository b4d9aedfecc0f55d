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
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from babelance.backends.endpoint.elsewhere import require_files
from babelance.backends.transformers import gguf_header, hashes
from babelance.backends.transformers.configuration import Configuration, read_configuration
from babelance.backends.transformers.hub import Hub, hub_model
from babelance.core.errors import ModelError, UnknownName
from babelance.core.paths import expand, is_file, is_folder
from babelance.core.reason import Reason
from babelance.core.untrusted import as_type

_SHIPPED = "babelance/"


@dataclass(frozen=True)
class _LocalModel:
    """Files on this machine; `label` is how people name them, `expected` the hash that they must have."""

    path: Path
    label: str
    expected: str = ""

    revision = None

    @cached_property
    def content(self) -> str:
        """The hash of everything that decides an answer."""
        return hashes.require_hash(self._hash(), self.expected, self.label)

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    def _hash(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True)
class Directory(_LocalModel):
    """A model in a directory: `dir:PATH`, `babelance/NAME`."""

    @property
    def location(self) -> str:
        return str(self.path)

    def _hash(self) -> str:
        """Of weights, configuration and tokenizer."""
        return hashes.hash_of_folder(self.path)

    @cached_property
    def config(self) -> Mapping[str, Any]:
        file = self.path / "config.json"
        if not is_file(file):
            raise ModelError(f"{self.label} has no config.json. A model directory is what `save_pretrained` writes.")
        return read_configuration(file, self.label)


@dataclass(frozen=True)
class GgufFile(_LocalModel):
    """A model in one GGUF file. Transformers reads it as numbers of full width: what rounding did to them stays."""

    @property
    def location(self) -> str:
        """A folder with nothing in it: a tokenizer.json beside the file, maybe of another model, would be preferred to
        the tokenizer inside."""
        return _empty_folder().name

    def _hash(self) -> str:
        return hashes.hash_of_files(self.path)

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
        digest = hashes.combine(self.base.content, hashes.hash_of_files(*files))
        return hashes.require_hash(digest, self.expected, self.label)

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    @property
    def config(self) -> Mapping[str, Any]:
        return self.base.config


ModelSource = Directory | Hub | GgufFile | Adapter


def find(spec: str) -> ModelSource:
    """The place a model spec names; a directory must exist, the hub is not asked yet."""
    require_files(spec)
    if spec.startswith("gguf:"):
        return _gguf(spec.removeprefix("gguf:"))
    if spec.startswith("hf:"):
        return hub_model(spec.removeprefix("hf:"))
    if spec.startswith(_SHIPPED):
        return _shipped_model(spec)
    if spec.startswith("dir:"):
        return _directory(spec.removeprefix("dir:"), spec)
    if is_file(spec) and spec.lower().endswith(".gguf"):
        raise ModelError(f"'{spec}' is a file. Write gguf:{spec}.")
    if is_folder(spec) or _looks_like_path(spec) or "+" in spec:
        return _directory(spec, spec)
    return hub_model(spec)


def config_or_reason(spec: str) -> Mapping[str, Any] | Reason:
    """What the configuration of a model says, or why there is none to read."""
    try:
        return find(spec).config
    except ModelError as error:
        return Reason(error)


def _directory(text: str, spec: str) -> Directory | Adapter:
    path, expected = hashes.path_and_hash(text, is_folder)
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
    named = read_configuration(folder / "adapter_config.json", str(folder)).get("base_model_name_or_path")
    if not isinstance(named, str) or not named:
        raise ModelError(f"{folder} is an adapter that does not name its base. Write dir:BASE+{folder}.")
    return Adapter(folder, f"dir:{named}+{os.path.normpath(folder)}", _base(named), expected)


def _base(spec: str) -> Directory | Hub:
    path = spec.removeprefix("dir:")
    names = (path, hashes.split_hash(path)[0])
    # An adapter is not followed to its own base: it may name itself.
    base = None if any(is_folder(name) and is_adapter(expand(name)) for name in names) else find(spec)
    if not isinstance(base, Directory | Hub):
        raise ModelError(f"{spec[:200]!r} cannot be the base of an adapter. Use a folder or a hub name.")
    return base


@cache
def _empty_folder() -> TemporaryDirectory[str]:
    """Gone when the process ends."""
    return TemporaryDirectory(prefix="babelance-", ignore_cleanup_errors=True)


def _gguf(text: str) -> GgufFile:
    path, expected = hashes.path_and_hash(text, is_file)
    if not Path(path).expanduser().is_file():
        raise ModelError(f"No GGUF file {path!r} (from 'gguf:{text}'). Check the path.")
    return GgufFile(Path(path).expanduser(), f"gguf:{os.path.normpath(path)}", expected)


def _shipped_model(spec: str) -> Directory:
    label, expected = hashes.split_hash(spec)
    embedded = import_module("babelance.embedded")
    if label.removeprefix(_SHIPPED) not in embedded.names():
        raise ModelError(str(UnknownName("shipped model", label, [f"{_SHIPPED}{name}" for name in embedded.names()])))
    return Directory(Path(embedded.path(label)), label, expected)


def _looks_like_path(spec: str) -> bool:
    return spec.startswith((".", "/", "~")) or "\\" in spec or spec.count("/") > 1 or bool(hashes.split_hash(spec)[1])

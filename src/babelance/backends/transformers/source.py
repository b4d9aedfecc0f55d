"""Where the files of a Transformers model are, and what they say about it before any weights are read.

hf:NAME@REVISION, NAME@REVISION     the model hub; a branch or tag is pinned to its commit
dir:PATH, PATH                      a directory as `save_pretrained` writes it
dir:PATH#HASH                       the same, only if its content still has this hash
babelance/NAME                      a model that ships with babelance
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from babelance.backends.transformers import hashes
from babelance.core.errors import ModelError

_HASH = re.compile(r"^(?P<path>.+)#(?P<hash>[0-9a-f]{4,64})$")
_COMMIT = re.compile(r"^[0-9a-f]{7,40}$")
_SHIPPED = "babelance/"


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
        digest = hashes.hash_of_folder(self.path)
        if not digest.startswith(self.expected):
            raise ModelError(
                f"{self.label} has the content hash {digest[:8]}, not {self.expected}: its files have changed. "
                f"Leave out '#{self.expected}' to use it as it is."
            )
        return digest

    @property
    def id(self) -> str:
        return f"{self.label}#{self.content[:8]}"

    @cached_property
    def config(self) -> Mapping[str, Any]:
        file = self.path / "config.json"
        if not file.is_file():
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


ModelSource = Directory | Hub


def find(spec: str) -> ModelSource:
    """The place a model spec names; a directory must exist, the hub is not asked yet."""
    if spec.startswith("hf:"):
        return _hub(spec.removeprefix("hf:"))
    if spec.startswith(_SHIPPED):
        return _shipped_model(spec)
    if spec.startswith("dir:"):
        return _directory(spec.removeprefix("dir:"), spec)
    if Path(spec).expanduser().is_dir() or _looks_like_path(spec):
        return _directory(spec, spec)
    return _hub(spec)


def _directory(text: str, spec: str) -> Directory:
    match = None if Path(text).expanduser().is_dir() else _HASH.match(text)
    path, expected = (match["path"], match["hash"]) if match else (text, "")
    if not Path(path).expanduser().is_dir():
        raise ModelError(f"No model directory {path!r} (from {spec!r}). Check the path, or give a hub name.")
    return Directory(Path(path).expanduser(), f"dir:{os.path.normpath(path)}", expected)


def _shipped_model(spec: str) -> Directory:
    match = _HASH.match(spec)
    label, expected = (match["path"], match["hash"]) if match else (spec, "")
    path = import_module("babelance.embedded").path(label.removeprefix(_SHIPPED))
    return Directory(Path(path), label, expected)


def _hub(text: str) -> Hub:
    name, _, revision = text.partition("@")
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)?", name):
        raise ModelError(f"{text!r} is neither a directory nor a hub name like 'bert-base-multilingual-cased@main'.")
    return Hub(name, revision or None)


def _looks_like_path(spec: str) -> bool:
    return spec.startswith((".", "/", "~")) or "\\" in spec or spec.count("/") > 1 or bool(_HASH.match(spec))


def _config_of_commit(name: str, revision: str | None) -> Path | None:
    """The configuration of a commit (also shortened) that is already in the hub's cache, without asking the hub."""
    if not revision or not _COMMIT.match(revision):
        return None
    from huggingface_hub.constants import HF_HUB_CACHE

    snapshots = Path(HF_HUB_CACHE) / f"models--{name.replace('/', '--')}" / "snapshots"
    return next(iter(sorted(snapshots.glob(f"{revision}*/config.json"))), None)


@cache
def _fetch_config(name: str, wanted: str | None) -> Path | ModelError:
    """The configuration from the hub, or from its cache if it cannot be reached. Asked once, also if that fails."""
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
    try:
        config = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ModelError(f"The config.json of {label} cannot be read: {error}") from error
    if not isinstance(config, dict):
        raise ModelError(f"The config.json of {label} is not a JSON object.")
    return config

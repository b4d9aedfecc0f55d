"""Models on the hub: a name and a commit. The hub is asked once, and what it gave before serves when it is away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from babelance.backends.transformers.configuration import read_configuration
from babelance.core.errors import ModelError
from babelance.core.extras import require

_COMMIT = re.compile(r"^[0-9a-f]{7,40}$")
_NAME = re.compile(r"(?:\w(?:[\w.-]*\w)?/)?\w(?:[\w.-]*\w)?", re.ASCII)
_LONGEST_NAME = 96
"""What the hub allows."""


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
        return read_configuration(self._config_file, self.label)


def hub_model(text: str) -> Hub:
    """NAME or NAME@REVISION; the hub is not asked yet."""
    name, _, revision = text.partition("@")
    if not _NAME.fullmatch(name) or "--" in name or ".." in name or len(name) > _LONGEST_NAME:
        raise ModelError(
            f"{text[:200]!r} is neither a directory nor a hub name like 'bert-base-multilingual-cased@main'."
        )
    return Hub(name, revision or None)


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

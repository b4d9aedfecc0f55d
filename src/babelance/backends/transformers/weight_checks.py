"""Are the weights of a model all in its own files, and is nothing else read or run?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babelance.backends.transformers import hashes
from babelance.backends.transformers.source import Adapter, Directory, ModelSource
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.model import Options
from babelance.core.untrusted import read_object

_MODELS_OF_ADAPTERS = ("adapters", "shadow_model")
"""What names further models in the configuration of an adapter (X-LoRA, Shadow)."""


def weights_not_in_files(report: Mapping[str, Any]) -> set[str]:
    """Weights that are not in the files, or are there in another shape."""
    wrong = {str(key[0] if isinstance(key, tuple) else key) for key in report.get("mismatched_keys") or []}
    return wrong | set(report.get("missing_keys") or [])


def check_code(model_source: ModelSource, options: Options) -> None:
    """`auto_map` may name code of another repository (`owner/name--file.Class`), as it is there today."""
    named = list(_named_code(model_source)) if options.remote_code else []
    for reference in str(named).split("'"):
        if "--" in reference:
            raise ModelError(
                f"{model_source.label} takes its code from elsewhere, {reference[:200]!r}, which is in no content hash "
                "and may change. Put these files beside its config.json and leave out what stands before '--'."
            )


def _named_code(model_source: ModelSource) -> Iterator[Any]:
    yield model_source.config.get("auto_map")
    folder = model_source.base if isinstance(model_source, Adapter) else model_source
    if isinstance(folder, Directory) and (file := folder.path / "tokenizer_config.json").exists():
        yield read_object(file, error=ModelError).get("auto_map")


def check_weight_files(model_source: ModelSource) -> None:
    if isinstance(model_source, Adapter):
        _check_adapter(model_source)
    folder = model_source.base if isinstance(model_source, Adapter) else model_source
    if not isinstance(folder, Directory):
        return
    if (folder.path / "adapter_config.json").is_file():
        # Transformers would add the adapter if peft is installed, and not look whether weights of the base are missing.
        raise ModelError(
            f"{folder.label} is a model and an adapter in one folder. Move the adapter's files (adapter_*) to a folder "
            f"of their own and name both: {folder.label}+ADAPTER"
        )
    hashed = hashes.relevant_files(folder.path)
    for name in _named_weights(folder):
        file = folder.path / name
        if Path(name).name != name or (file.is_file() and file not in hashed):
            raise ModelError(
                f"{folder.label} names weights in another folder or format, {name[:200]!r}, which are not in its "
                "content hash. Put them beside its config.json, as *.safetensors."
            )
    if not any(folder.path.glob("*.safetensors")) and not any(folder.path.glob("*.bin")):
        raise ModelError(
            f"{folder.label} has no weights: neither *.safetensors nor *.bin. "
            "Other formats are not read; load the model in Transformers and save it with `save_pretrained`."
        )


def _check_adapter(adapter: Adapter) -> None:
    settings = read_object(adapter.path / "adapter_config.json", error=ModelError)
    for name in _MODELS_OF_ADAPTERS:
        if settings.get(name):
            raise ModelError(
                f"The adapter {adapter.path} takes weights from elsewhere ({name}: {str(settings[name])[:80]}), which "
                "are not in its content hash. Merge it with its base in peft and save that as a model."
            )


def _named_weights(folder: Directory) -> Iterator[str]:
    """The files that its configuration and the indices of weights in parts name."""
    if named := folder.config.get("transformers_weights"):
        yield str(named)
    for index in sorted(folder.path.glob("*.index.json")):
        parts = read_object(index, error=ModelError).get("weight_map")
        yield from sorted({str(name) for name in parts.values()}) if isinstance(parts, Mapping) else ()


def check_complete(source: ModelSource, report: Mapping[str, Any], *, allowed: bool = False) -> None:
    missing = sorted(report.get("missing_keys") or [])
    wrong = sorted(str(key[0] if isinstance(key, tuple) else key) for key in report.get("mismatched_keys") or [])
    if (missing or wrong) and not allowed:
        names = ", ".join([*missing, *wrong][:4]) + (" …" if len(missing) + len(wrong) > 4 else "")
        raise UnhealthyModel(
            f"{source.label}: {len(missing)} weights are not in its files, {len(wrong)} have another shape ({names}). "
            "They would be random numbers. Use a checkpoint that was saved with its head; to score random numbers all "
            "the same: --allow weights."
        )

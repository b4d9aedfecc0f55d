"""Opening Transformers models safely: tokenizers, weights, device and number format.

Weights come from safetensors, or from `.bin` files through torch's weights-only reader. Code that comes with a model
runs only if the user asked for it (`remote_code`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from babelance.backends.processor import avoid_broken_instructions
from babelance.backends.transformers import hashes
from babelance.backends.transformers.configuration import Configuration
from babelance.backends.transformers.load_errors import explain_errors
from babelance.backends.transformers.reading import unmapped
from babelance.backends.transformers.source import Adapter, Directory, GgufFile, ModelSource
from babelance.backends.transformers.tasks import quantisation
from babelance.backends.transformers.tokenizer_checks import check_size, check_tokenizer
from babelance.backends.transformers.weight_checks import (
    check_code,
    check_complete,
    check_weight_files,
)
from babelance.core.errors import ModelError
from babelance.core.extras import require
from babelance.core.model import Options
from babelance.core.untrusted import as_type

if TYPE_CHECKING:
    import torch


_SHORT = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
_FORMATS = (*_SHORT.values(), "int8")


REVISION = "4"
"""Counts up when the same model would answer otherwise, if only in the last bit: stored answers are not mixed then."""


def fingerprint(model_source: ModelSource, options: Options) -> str:
    """The hash under which answers are stored: content, number format, engine, and how we ask."""
    return hashes.combine(model_source.content, dtype_name(options), options.engine, REVISION)


def choices(options: Options, model_source: ModelSource | None = None) -> dict[str, str]:
    """The options that change numbers, as far as they are not the usual ones; how the weights were rounded."""
    chosen = {"dtype": dtype_name(options), "engine": options.engine, "allow": ",".join(sorted(options.allow))}
    rounded = quantisation(model_source.config) if model_source else None
    unusual = {key: value for key, value in chosen.items() if value not in ("float32", "torch", "")}
    return unusual | ({"quantisation": rounded} if rounded else {})


def dtype_name(options: Options) -> str:
    name = _SHORT.get(options.dtype, options.dtype)
    if name not in _FORMATS:
        known = "float32, bfloat16 (bf16), float16 (fp16), and int8 for engines that have it"
        raise ModelError(f"Unknown number format {options.dtype!r}. Known: {known}.")
    return name


def device(options: Options) -> torch.device:
    import torch

    present = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if options.device == "auto":
        return torch.device(next(name for name, there in present.items() if there))
    try:
        wanted = torch.device(options.device)
    except RuntimeError as error:
        raise ModelError(f"Unknown device {options.device!r}. Use auto, cpu, cuda, cuda:1 or mps.") from error
    if not present.get(wanted.type, True):
        raise ModelError(f"There is no {wanted.type} device here. Use --device auto or --device cpu.")
    return wanted


def expects_accelerator(options: Options) -> bool:
    """Is the device likely to be no processor? Known without importing torch."""
    if options.device != "auto":
        return options.device != "cpu"
    return sys.platform == "darwin" or Path("/proc/driver/nvidia").exists()


def load_tokenizer(model_source: ModelSource, options: Options) -> Any:
    folder = model_source.base if isinstance(model_source, Adapter) else model_source
    if isinstance(folder, Directory):
        check_size(folder.path)
    tokenizer = _load("AutoTokenizer", model_source, options)
    check_tokenizer(tokenizer, model_source.label)
    return tokenizer


def load_padding_tokenizer(model_source: ModelSource, options: Options) -> Any:
    """For those who read many texts in one batch."""
    tokenizer = load_tokenizer(model_source, options)
    if tokenizer.pad_token_id is None:
        raise ModelError(f"The tokenizer of {model_source.label} has no padding token, which batches of texts need.")
    return tokenizer


def load_config(model_source: ModelSource, options: Options) -> Any:
    return _load("AutoConfig", model_source, options)


def _load(name: str, model_source: ModelSource, options: Options) -> Any:
    """With the class of this name: what is not weights."""
    require("torch", "transformers")
    import transformers

    check_code(model_source, options)
    with quiet(), explain_errors(model_source):
        return getattr(transformers, name).from_pretrained(
            model_source.location,
            revision=model_source.revision,
            trust_remote_code=options.remote_code,
            **_file(model_source),
        )


def load_weights(auto_class: Any, model_source: ModelSource, options: Options, *, attention: str | None = None) -> Any:
    """The model in evaluation mode on its device; refused if any weight would be made up."""
    import torch

    target, dtype = device(options), getattr(torch, dtype_name(options))
    with unmapped():
        model, report = network_and_report(
            auto_class, model_source, options, dtype=dtype, attn_implementation=attention, **_file(model_source)
        )
    check_complete(model_source, report, allowed="weights" in options.allow)
    if isinstance(model_source, Adapter):
        model = _with_adapter(model, model_source)
    return model.eval() if _stays_where_it_is(model) else model.to(target).eval()


def network_and_report(
    auto_class: Any, model_source: ModelSource, options: Options, **settings: Any
) -> tuple[Any, Mapping[str, Any]]:
    """What Transformers loads after all checks, and what it says about weights that were missing or left over."""
    avoid_broken_instructions()
    check_code(model_source, options)
    check_weight_files(model_source)
    check_memory(model_source, options)
    with quiet(), explain_errors(model_source):
        network, report = auto_class.from_pretrained(
            model_source.location,
            revision=model_source.revision,
            trust_remote_code=options.remote_code,
            weights_only=True,
            output_loading_info=True,
            **settings,
        )
    return network, report


def _file(model_source: ModelSource) -> dict[str, Any]:
    """A model in one file needs a package that reads it."""
    if not isinstance(model_source, GgufFile):
        return {}
    for package in ("gguf", "accelerate"):
        if find_spec(package) is None:
            raise ModelError(
                f"{model_source.label} needs the package '{package}'. Install it: pip install 'babelance[gguf]'"
            )
    return {"gguf_file": str(model_source.path.absolute())}


def _with_adapter(model: Any, adapter: Adapter) -> Any:
    """The base with the adapter's changes added to its weights; an adapter that does not fit is refused."""
    if find_spec("peft") is None:
        raise ModelError(f"{adapter.label} is an adapter and needs 'peft'. Install it: pip install 'babelance[peft]'")
    import warnings

    from peft import PeftModel

    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("error", message=".*missing adapter keys.*")
            return PeftModel.from_pretrained(model, str(adapter.path)).merge_and_unload()
    except Exception as error:  # peft raises kinds of its own, and bare ones
        # torch heads its list of weights that do not fit with a line that names none of them
        lines = [line.strip() for line in str(error).splitlines() if not line.rstrip().endswith(":")]
        reason = lines[0][:250].rstrip(".") if lines else type(error).__name__
        raise ModelError(
            f"The adapter {adapter.path} does not fit {adapter.base.label}: {reason}. Was it trained on another base? "
            "Name its own with dir:BASE+ADAPTER."
        ) from error


def _stays_where_it_is(model: Any) -> bool:
    """Weights that are computed with in rounded form cannot be moved or changed in type."""
    return bool(getattr(model, "is_quantized", False)) and getattr(model, "quantization_method", "") != "gguf"


def check_memory(model_source: ModelSource, options: Options) -> None:
    """Refuse a model whose weights cannot fit into this machine, before Transformers tries to build it."""
    label = model_source.label
    parameters = as_type(model_source.config, Configuration, label, error=ModelError).parameters
    needed = parameters * (4 if dtype_name(options) == "float32" else 2)
    total = psutil.virtual_memory().total + psutil.swap_memory().total
    if needed > total:
        raise ModelError(
            f"By its config.json {label} has about {parameters:,} weights, {needed / 2**30:,.0f} GiB; this "
            f"machine has {total / 2**30:,.0f} GiB of memory. Use one with more, another --dtype, or correct the file."
        )


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Loading prints bars and warnings; what matters of them is checked and raised here."""
    from transformers.utils import logging as reports

    level, bars = reports.get_verbosity(), reports.is_progress_bar_enabled()
    reports.set_verbosity(logging.CRITICAL)
    reports.disable_progress_bar()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "true")
    try:
        yield
    finally:
        reports.set_verbosity(level)
        if bars:
            reports.enable_progress_bar()

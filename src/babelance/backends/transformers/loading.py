"""Opening Transformers models safely: what a configuration promises, tokenizers, weights, device and number format.

Weights come from safetensors, or from `.bin` files through torch's weights-only reader. Code that comes with a model
runs only if the user asked for it (`remote_code`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any

import psutil

from babelance.backends.processor import avoid_broken_instructions
from babelance.backends.transformers import hashes
from babelance.backends.transformers.configuration import Configuration
from babelance.backends.transformers.reading import unmapped
from babelance.backends.transformers.source import Adapter, Directory, GgufFile, ModelSource
from babelance.core.errors import ModelError, UnhealthyModel
from babelance.core.extras import require
from babelance.core.model import Options
from babelance.core.untrusted import as_type, read_object

if TYPE_CHECKING:
    import torch

_TASKS = {
    "ForMaskedLM": "a masked language model",
    "ForCausalLM": "a causal language model",
    "WithLMHeadModel": "a masked language model",
    "DoubleHeadsModel": "a causal language model",
    "LMHeadModel": "a causal language model",
    "ForSequenceClassification": "a classifier",
    "ForTokenClassification": "a token classifier",
    "ForQuestionAnswering": "a question-answering model",
    "ForMultipleChoice": "a multiple-choice model",
    "ForConditionalGeneration": "an encoder-decoder model",
    "MTModel": "an encoder-decoder model",
}
"""How the name of an architecture ends → what it is. The first ending that fits decides."""

_SHORT = {"fp32": "float32", "bf16": "bfloat16", "fp16": "float16"}
_FORMATS = (*_SHORT.values(), "int8")
_LARGEST_ID = 2**31 - 1


def task(config: Mapping[str, Any]) -> str | None:
    """What the configuration says the model is, in words; None if it does not say."""
    for architecture in config.get("architectures") or []:
        for ending, words in _TASKS.items():
            if str(architecture).endswith(ending):
                return words
    return None


def has_head(kind: str, config: Mapping[str, Any]) -> bool:
    """Does Transformers know a model of this type with a head of this kind? True also for code the model brings."""
    require("transformers")
    from transformers.models.auto import modeling_auto

    names = {"masked": "MODEL_FOR_MASKED_LM_MAPPING_NAMES", "causal": "MODEL_FOR_CAUSAL_LM_MAPPING_NAMES"}[kind]
    return bool(config.get("auto_map")) or config.get("model_type") in getattr(modeling_auto, names)


def is_decoder_with_other_inputs(config: Mapping[str, Any]) -> bool:
    """Is it a causal model that takes pictures or sounds, too (Gemma 3)? Its class is named like an encoder-decoder."""
    named = task(config) == "an encoder-decoder model" and not config.get("is_encoder_decoder")
    return named and isinstance(config.get("text_config"), Mapping) and has_head("causal", config)


REVISION = "4"
"""Counts up when the same model would answer otherwise, if only in the last bit: stored answers are not mixed then."""


def fingerprint(model_source: ModelSource, options: Options) -> str:
    """The hash under which answers are stored: content, number format, engine, and how we ask."""
    return hashes.combine(model_source.content, dtype_name(options), options.engine, REVISION)


def choices(options: Options, model_source: ModelSource | None = None) -> dict[str, str]:
    """The options that change numbers, as far as they are not the usual ones; how the weights were rounded."""
    chosen = {"dtype": dtype_name(options), "engine": options.engine, "allow": ",".join(sorted(options.allow))}
    rounded = quantisation(model_source.config) if model_source else None
    found = {key: value for key, value in chosen.items() if value not in ("float32", "torch", "")}
    return found | ({"quantisation": rounded} if rounded else {})


def quantisation(config: Mapping[str, Any]) -> str | None:
    """`gguf-Q4_1`, `gptq-4bit`; None for weights as they were trained."""
    found = config.get("quantization_config")
    if not isinstance(found, Mapping):
        return None
    method = str(found.get("quant_method") or "unknown")
    bits = found.get("bits") or (4 if found.get("load_in_4bit") else 8 if found.get("load_in_8bit") else None)
    detail = found.get("format") if method == "gguf" else f"{bits}bit" if bits else None
    return f"{method}-{detail}" if detail else method


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


def weights_of(config: Mapping[str, Any]) -> int:
    """About how many weights the layers of a model have, embeddings not counted."""
    config = config.get("text_config") or config
    layers = config.get("num_hidden_layers") or config.get("n_layer") or 12
    width = config.get("hidden_size") or config.get("n_embd") or 768
    return 12 * int(layers) * int(width) ** 2


def expects_accelerator(options: Options) -> bool:
    """Is the device likely to be no processor? Known without importing torch."""
    if options.device != "auto":
        return options.device != "cpu"
    return sys.platform == "darwin" or Path("/proc/driver/nvidia").exists()


def load_tokenizer(model_source: ModelSource, options: Options) -> Any:
    tokenizer = _load("AutoTokenizer", model_source, options)
    _check_tokenizer(tokenizer, model_source)
    return tokenizer


def _check_tokenizer(tokenizer: Any, model_source: ModelSource) -> None:
    """What the library takes as it stands, and stumbles over much later."""
    longest, largest = tokenizer.model_max_length, max([0, *filter(None, tokenizer.all_special_ids)])
    if not isinstance(longest, int | float):
        found = str(longest)[:40]
        raise ModelError(f"{model_source.label}: model_max_length of tokenizer_config.json is '{found}', not a number.")
    if largest > _LARGEST_ID:
        raise ModelError(f"{model_source.label}: a special token has the id {largest}; no vocabulary is so large.")


def load_config(model_source: ModelSource, options: Options) -> Any:
    return _load("AutoConfig", model_source, options)


def _load(name: str, model_source: ModelSource, options: Options) -> Any:
    """With the class of this name: what is not weights."""
    require("torch", "transformers")
    import transformers

    with quiet(), _explain_errors(model_source):
        return getattr(transformers, name).from_pretrained(
            model_source.location,
            revision=model_source.revision,
            trust_remote_code=options.remote_code,
            **_file(model_source),
        )


def load_weights(auto_class: Any, model_source: ModelSource, options: Options, *, attention: str | None = None) -> Any:
    """The model in evaluation mode on its device; refused if any weight would be made up."""
    import torch

    avoid_broken_instructions()
    _check_weight_files(model_source)
    check_memory(model_source, options)
    target, dtype = device(options), getattr(torch, dtype_name(options))
    with quiet(), unmapped(), _explain_errors(model_source):
        model, report = auto_class.from_pretrained(
            model_source.location,
            revision=model_source.revision,
            trust_remote_code=options.remote_code,
            dtype=dtype,
            attn_implementation=attention,
            weights_only=True,
            output_loading_info=True,
            **_file(model_source),
        )
    _check_complete(model_source, report, allowed="weights" in options.allow)
    if isinstance(model_source, Adapter):
        model = _with_adapter(model, model_source)
    return model.eval() if _stays_where_it_is(model) else model.to(target).eval()


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
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise ModelError(
            f"The adapter {adapter.path} does not fit {adapter.base.label}: {reason}. Was it trained on another base? "
            "Name its own with dir:BASE+ADAPTER."
        ) from error


def _stays_where_it_is(model: Any) -> bool:
    """Weights that are computed with in rounded form cannot be moved or changed in type."""
    return bool(getattr(model, "is_quantized", False)) and getattr(model, "quantization_method", "") != "gguf"


def load_for_training(auto_class: Any, model_source: ModelSource, options: Options, **changes: Any) -> Any:
    """The model in float32 on its device. Weights of a new head are drawn at random, those of the encoder never are.

    `changes` go to the configuration (`num_labels`, `id2label` …).
    """
    import torch

    avoid_broken_instructions()
    _check_weight_files(model_source)
    check_memory(model_source, options)
    with quiet(), _explain_errors(model_source):
        model, report = auto_class.from_pretrained(
            model_source.location,
            revision=model_source.revision,
            trust_remote_code=options.remote_code,
            dtype=torch.float32,
            weights_only=True,
            output_loading_info=True,
            **changes,
        )
    encoder = f"{model.base_model_prefix}."
    # Checkpoints of masked language models have no pooler; the classifiers made from them train a new one.
    made_up = {key for key in _weights_not_in_files(report) if key.startswith(encoder) and ".pooler." not in key}
    _check_complete(model_source, {"missing_keys": made_up})
    return model.to(device(options))


def load_classifier(
    auto_class: Any, model_source: ModelSource, options: Options, labels: Sequence[str], seed: int
) -> tuple[Any, Any]:
    """A model to be trained with these labels, its new weights drawn by the seed, and its tokenizer."""
    import torch

    tokenizer = load_tokenizer(model_source, options)
    if tokenizer.pad_token_id is None:
        raise ModelError(
            f"The tokenizer of {model_source.label} has no padding token, which training in batches needs."
        )
    torch.manual_seed(seed)
    model = load_for_training(
        auto_class,
        model_source,
        options,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={label: index for index, label in enumerate(labels)},
        ignore_mismatched_sizes=True,
    )
    return model, tokenizer


def _weights_not_in_files(report: Mapping[str, Any]) -> set[str]:
    """Weights that are not in the files, or are there in another shape."""
    wrong = {str(key[0] if isinstance(key, tuple) else key) for key in report.get("mismatched_keys") or []}
    return wrong | set(report.get("missing_keys") or [])


def check_memory(place: ModelSource, options: Options) -> None:
    """Refuse a model whose weights cannot fit into this machine, before Transformers tries to build it."""
    parameters = as_type(place.config, Configuration, place.label, error=ModelError).parameters
    needed = parameters * (4 if dtype_name(options) == "float32" else 2)
    total = psutil.virtual_memory().total + psutil.swap_memory().total
    if needed > total:
        raise ModelError(
            f"By its config.json {place.label} has about {parameters:,} weights, {needed / 2**30:,.0f} GiB; this "
            f"machine has {total / 2**30:,.0f} GiB of memory. Use one with more, another --dtype, or correct the file."
        )


def _check_weight_files(model_source: ModelSource) -> None:
    folder = model_source.base if isinstance(model_source, Adapter) else model_source
    if not isinstance(folder, Directory):
        return
    if elsewhere := [name for name in _named_weights(folder) if Path(name).name != name]:
        raise ModelError(
            f"{folder.label} names weights in another folder, {elsewhere[0][:200]!r}, which are not in its content "
            "hash. Put them beside its config.json."
        )
    if not any(folder.path.glob("*.safetensors")) and not any(folder.path.glob("*.bin")):
        raise ModelError(
            f"{folder.label} has no weights: neither *.safetensors nor *.bin. "
            "Other formats are not read; load the model in Transformers and save it with `save_pretrained`."
        )


def _named_weights(folder: Directory) -> Iterator[str]:
    """The files that its configuration and the indices of weights in parts name."""
    if named := folder.config.get("transformers_weights"):
        yield str(named)
    for index in sorted(folder.path.glob("*.index.json")):
        parts = read_object(index, error=ModelError).get("weight_map")
        yield from sorted({str(name) for name in parts.values()}) if isinstance(parts, Mapping) else ()


def _check_complete(source: ModelSource, report: Mapping[str, Any], *, allowed: bool = False) -> None:
    missing = sorted(report.get("missing_keys") or [])
    wrong = sorted(str(key[0] if isinstance(key, tuple) else key) for key in report.get("mismatched_keys") or [])
    if (missing or wrong) and not allowed:
        names = ", ".join([*missing, *wrong][:4]) + (" …" if len(missing) + len(wrong) > 4 else "")
        raise UnhealthyModel(
            f"{source.label}: {len(missing)} weights are not in its files, {len(wrong)} have another shape ({names}). "
            "They would be random numbers. Use a checkpoint that was saved with its head; to score random numbers all "
            "the same: --allow weights."
        )


@contextlib.contextmanager
def _explain_errors(model_source: ModelSource) -> Iterator[None]:
    """Turn what Transformers raises into words that say what to do."""
    try:
        yield
    except Exception as error:  # tokenizers and safetensors raise kinds of their own, and bare ones
        raise ModelError(_explanation(model_source, error)) from error


def _explanation(source: ModelSource, error: Exception) -> str:
    text = str(error)
    if isinstance(error, UnpicklingError) or "weights_only" in text or "Weights only load failed" in text:
        return (
            f"The .bin weights of {source.label} hold more than tensors and are not read: a pickle can run any code. "
            "If you trust it, convert it: torch.load(…, weights_only=False), then safetensors.torch.save_file(…)."
        )
    if "trust_remote_code" in text:
        return f"{source.label} brings its own code, which is not run. If you have read and trust it: --remote-code."
    if any(name in text for name in ("fugashi", "ipadic", "unidic")):
        return (
            f"{source.label} cuts Japanese text into words with MeCab. Install it and its dictionaries: "
            "pip install 'babelance[ja]'"
        )
    if "onnection" in text or "offline" in text or "LocalEntryNotFound" in type(error).__name__:
        return f"{source.label} is not complete in the local cache and the hub cannot be reached. Go online once."
    if rounded := quantisation(source.config):
        if isinstance(error, ImportError):
            return f"{source.label} is quantised ({rounded}): {text.splitlines()[0]}"
        if isinstance(source, GgufFile) and "not supported" in text:
            return (
                f"{source.label} has the architecture '{source.header.architecture}', which Transformers does not read "
                "from GGUF. Use the model's own folder or hub name."
            )
    return f"{source.label} cannot be loaded: {text.splitlines()[0] if text else type(error).__name__}"


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

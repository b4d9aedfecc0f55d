"""What Transformers raises when it loads a model, in words that say what to do."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pickle import UnpicklingError

from babelance.backends.transformers.source import GgufFile, ModelSource
from babelance.backends.transformers.tasks import quantisation
from babelance.core.errors import ModelError


@contextlib.contextmanager
def explain_errors(model_source: ModelSource) -> Iterator[None]:
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
    if isinstance(source, GgufFile) and "tokenizer from a GGUF" in text:
        return (
            f"{source.label} has no tokenizer that Transformers reads from GGUF ({text.splitlines()[0].rstrip('.')}). "
            "Use the model's own folder or hub name."
        )
    return f"{source.label} cannot be loaded: {text.splitlines()[0] if text else type(error).__name__}"

"""Translators in Transformers' format that CTranslate2 computes: converted once, tried against torch, and kept.

They are loaded by our own loader and handed to the converter as they are in memory, so that a revision is the one that
was asked for, no pickle is run and no weight is made up.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from copy import copy
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from babelance.backends.engines import engine
from babelance.backends.engines.export import TOLERANCE, cache, explain_errors, is_whole, new_folder
from babelance.backends.transformers import hashes, loading
from babelance.backends.transformers.source import ModelSource
from babelance.backends.translation.tokens import without_hint
from babelance.core.errors import ModelError
from babelance.core.model import Options

_REVISION = "1"
"""Counts up when what is converted changes."""
_TRIED = ((5, 3), (11, 8))
"""Tokens of the source and of the translation."""


def open_converted(model_source: ModelSource, options: Options, tokenizer: Any) -> Any:
    """CTranslate2's translator in the number format that the options name."""
    folder = _folder(model_source)
    with explain_errors(model_source, options):
        if not is_whole(folder):
            _convert(model_source, options, tokenizer, folder)
        return _load(folder, options, loading.dtype_name(options))


def _folder(model_source: ModelSource) -> Path:
    made_by = [f"{name} {version(name)}" for name in ("ctranslate2", "transformers")]
    return cache() / hashes.combine(model_source.content, "translator", *made_by, _REVISION)[:32]


def _convert(model_source: ModelSource, options: Options, tokenizer: Any, target: Path) -> None:
    from ctranslate2.converters import TransformersConverter
    from transformers import AutoModelForSeq2SeqLM

    network = loading.load_weights(AutoModelForSeq2SeqLM, model_source, engine.torch_options(options))
    with new_folder(target) as folder, tempfile.TemporaryDirectory() as original, loading.quiet():
        network.config.save_pretrained(original)
        converter = TransformersConverter(original)
        converter.load_model = lambda *_, **__: network
        converter.load_tokenizer = lambda *_, **__: _with_codes(tokenizer)
        converter.convert(str(folder), force=True)
        _try_out(network, tokenizer, _load(folder, engine.torch_options(options), "float32"))


def _with_codes(tokenizer: Any) -> Any:
    """M2M100's tokenizer does not count the codes of its languages to its vocabulary; its network does."""
    named = without_hint(lambda: copy(tokenizer))
    words = {**tokenizer.get_vocab(), **getattr(tokenizer, "lang_token_to_id", {})}
    named.get_vocab = lambda: words
    return named


def _load(folder: Path, options: Options, number_format: str) -> Any:
    import ctranslate2

    device, _, number = options.device.partition(":")
    return ctranslate2.Translator(
        str(folder),
        device=device,
        device_index=int(number or 0),
        compute_type=number_format,
        intra_threads=engine.threads(),
    )


def _try_out(network: Any, tokenizer: Any, translator: Any) -> None:
    """Log-probabilities of made-up translations of made-up texts."""
    for lengths in _TRIED:
        source, target = _made_up_ids(tokenizer, lengths)
        [scored] = translator.score_batch([_tokens(tokenizer, source)], [_tokens(tokenizer, target)])
        wanted = _log_probabilities(network, source, target)
        distance = float(np.abs(np.asarray(scored.log_probs[: len(target)]) - wanted).max())
        if not distance <= TOLERANCE * max(1.0, float(np.abs(wanted).max())):
            raise ModelError(
                f"converted, it gives other numbers than torch (log-probabilities differ by {distance:.1g})"
            )


def _made_up_ids(tokenizer: Any, lengths: Sequence[int]) -> list[list[int]]:
    """Words of the vocabulary; the source ends as texts do."""
    special = {*tokenizer.all_special_ids, *tokenizer.added_tokens_decoder}
    words = [number for number in range(len(tokenizer)) if number not in special]
    source, target = (np.random.default_rng(length).choice(words, length).tolist() for length in lengths)
    return [[*source, tokenizer.eos_token_id], target]


def _tokens(tokenizer: Any, ids: Sequence[int]) -> list[str]:
    return list(tokenizer.convert_ids_to_tokens(ids))


def _log_probabilities(network: Any, source: Sequence[int], target: Sequence[int]) -> np.ndarray:
    """Log-probability of each token of the translation after those before it, among the tokens that are ever
    generated.
    """
    import torch

    chosen = network.generation_config.decoder_start_token_id
    start = network.config.decoder_start_token_id if chosen is None else chosen
    never = [ids[0] for ids in network.generation_config.bad_words_ids or [] if len(ids) == 1]
    with torch.inference_mode():
        logits = network(
            input_ids=torch.tensor([source]), decoder_input_ids=torch.tensor([[start, *target[:-1]]])
        ).logits
        logits[..., never] = -torch.inf
        logprobs = torch.log_softmax(logits[0], dim=-1)[range(len(target)), target]
    return np.asarray(logprobs)

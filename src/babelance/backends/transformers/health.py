"""Looking at a tokenizer and a configuration before any number. No weights are needed.

A model can load without an error and still be worthless: a tokenizer of five tokens, ids beyond the embedding, a
padding id that the model takes for something else, a script that is all unknown tokens.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np

from babelance.backends.transformers.tokenizing import Texts, limit_of, sample
from babelance.core.errors import UnhealthyModel
from babelance.core.model import Health

MOST_UNKNOWN = 0.2
_LOOKED_AT = 10_000
_ROUND_TRIPS = 200


def examine(
    label: str, config: Any, texts: Texts, examples: Sequence[str], *, allow_unknown: bool, masked: bool
) -> Health:
    """Refuse a model whose answers would be worthless; say what was seen of one that is not."""
    tokenizer = texts.tokenizer
    if masked:
        _check_mask(label, tokenizer)
    notes = [*_check_size(label, config, tokenizer), *_check_special(label, config, tokenizer)]
    unknown = _check_unknown(label, texts, sample(examples, _LOOKED_AT), allow_unknown=allow_unknown)
    notes += _check_round_trip(label, texts, sample(examples, _ROUND_TRIPS))
    facts = {"vocabulary": len(tokenizer), "embeddings": int(config.vocab_size), "unknown": unknown}
    limit = limit_of(config, tokenizer)
    return Health(unknown=unknown, notes=tuple(notes), facts=facts | ({"limit": limit} if limit else {}))


def _check_mask(label: str, tokenizer: Any) -> None:
    if tokenizer.mask_token_id is None:
        raise UnhealthyModel(f"The tokenizer of {label} has no mask token. A masked language model needs one.")


def _check_size(label: str, config: Any, tokenizer: Any) -> list[str]:
    size, rows = len(tokenizer), int(config.vocab_size)
    if size > rows:
        raise UnhealthyModel(
            f"The tokenizer of {label} has {size} tokens, the model embeddings for {rows}: they do not belong together."
        )
    if size < rows / 2:
        raise UnhealthyModel(
            f"The tokenizer of {label} loads with {size} tokens where the model has {rows}. Its files are incomplete: "
            "look for a missing vocabulary file beside tokenizer_config.json."
        )
    return [f"{rows - size} embeddings have no token"] if size < rows else []


def _check_special(label: str, config: Any, tokenizer: Any) -> list[str]:
    """Padding and mask decide what the model reads; the others are only looked up by name."""
    differing = [
        name for name in ("pad", "mask", "cls", "sep", "bos", "eos", "unk") if _differs(config, tokenizer, name)
    ]
    for name in differing:
        if name in ("pad", "mask"):
            raise UnhealthyModel(
                f"{label}: the configuration says {name}_token_id {getattr(config, f'{name}_token_id')}, the tokenizer "
                f"{getattr(tokenizer, f'{name}_token_id')}. Correct config.json or use the model's own tokenizer."
            )
    return [f"{name}_token_id differs between configuration and tokenizer" for name in differing]


def _differs(config: Any, tokenizer: Any, name: str) -> bool:
    ours, theirs = (getattr(source, f"{name}_token_id", None) for source in (config, tokenizer))
    return ours is not None and theirs is not None and ours != theirs


def _check_unknown(label: str, texts: Texts, examples: Sequence[str], *, allow_unknown: bool) -> float:
    unknown = unknown_share(texts, examples)
    if unknown > MOST_UNKNOWN and not allow_unknown:
        raise UnhealthyModel(
            f"{unknown:.0%} of the tokens of these texts are unknown to {label} (at most {MOST_UNKNOWN:.0%} may be). "
            "The model was not made for this language or script; --allow-unknown scores it all the same."
        )
    return unknown


def unknown_share(texts: Texts, examples: Sequence[str]) -> float:
    if texts.unknown is None or not examples:
        return 0.0
    texts.prepare(examples)
    words = np.concatenate([encoded.ids[encoded.words] for encoded in map(texts.get, examples)])
    return float(np.mean(words == texts.unknown)) if len(words) else 0.0


def _check_round_trip(label: str, texts: Texts, examples: Sequence[str]) -> list[str]:
    """Spaces, case, accents and unknown tokens apart, a text should survive encoding and decoding."""
    pairs = [(_bare(text), _bare(_decode(texts, text))) for text in examples if _has_only_known(texts, text)]
    lost = [before for before, after in pairs if len(after) < len(before) / 2]
    if pairs and len(lost) > len(pairs) / 2:
        raise UnhealthyModel(
            f"Encoding and decoding with the tokenizer of {label} loses most of {len(lost)} of {len(pairs)} texts. "
            "Its files are broken; fetch the model again."
        )
    changed = sum(before != after for before, after in pairs)
    return [f"{changed} of {len(pairs)} texts change when encoded and decoded"] if changed else []


def _has_only_known(texts: Texts, text: str) -> bool:
    encoded = texts.get(text)
    return len(encoded.words) > 0 and (texts.unknown is None or texts.unknown not in encoded.ids[encoded.words])


def _decode(texts: Texts, text: str) -> str:
    encoded = texts.get(text)
    return str(texts.tokenizer.decode(encoded.ids[encoded.words].tolist()))


def _bare(text: str) -> str:
    """Letters and signs alone: no spaces, case, accents or compatibility forms."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if unicodedata.category(letter)[0] not in "MCZ")

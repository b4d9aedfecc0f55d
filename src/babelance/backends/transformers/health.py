"""Looking at a tokenizer and a configuration before any number. No weights are needed.

A model can load without an error and still be worthless: a tokenizer of five tokens, ids beyond the embedding, a
padding id that the model takes for something else, a script that is all unknown tokens.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from babelance.backends.transformers.architectures import BY_TYPE, UNKNOWN
from babelance.backends.transformers.texts import Texts, limit_of, sample
from babelance.backends.transformers.tokenizer_checks import check_rows
from babelance.core.errors import UnhealthyModel
from babelance.core.model import Health

MOST_UNKNOWN = 0.2
_LOOKED_AT = 10_000
_ROUND_TRIPS = 200


def examine(
    label: str, config: Any, texts: Texts, examples: Sequence[str], *, allow: Collection[str], masked: bool
) -> Health:
    """Refuse a model whose answers would be worthless; say what was seen of one that is not. What the user allows is a
    note instead."""
    tokenizer = texts.tokenizer
    if masked:
        _check_mask(label, tokenizer)
    notes = [*_check_size(label, config, tokenizer, allow), *_check_special(label, config, tokenizer, allow)]
    unknown = _check_unknown(label, texts, sample(examples, _LOOKED_AT), allow_unknown="unknown" in allow)
    notes += _check_round_trip(label, texts, sample(examples, _ROUND_TRIPS), allow)
    facts = {"vocabulary": len(tokenizer), "embeddings": int(config.vocab_size), "unknown": unknown}
    limit = limit_of(config, tokenizer)
    return Health(unknown=unknown, notes=tuple(notes), facts=facts | ({"limit": limit} if limit else {}))


def _check_mask(label: str, tokenizer: Any) -> None:
    if tokenizer.mask_token_id is None:
        raise UnhealthyModel(f"The tokenizer of {label} has no mask token. A masked language model needs one.")


def _refuse(check: str, words: str, allow: Collection[str]) -> list[str]:
    """The words as a note, if the user allows it."""
    if check in allow:
        return [f"allowed by --allow {check}: {words}"]
    raise UnhealthyModel(f"{words} To score it all the same: --allow {check}.")


def _check_size(label: str, config: Any, tokenizer: Any, allow: Collection[str]) -> list[str]:
    size, rows = len(tokenizer), int(config.vocab_size)
    check_rows(tokenizer, rows, label)
    if size < rows / 2:
        return _refuse(
            "size",
            f"The tokenizer of {label} loads with {size} tokens where the model has {rows}. Its files are incomplete, "
            f"or it is not of the class {_class_of(tokenizer)}: look for a missing vocabulary file beside "
            "tokenizer_config.json, and at the tokenizer_class in it.",
            allow,
        )
    return [f"{rows - size} embeddings have no token"] if size < rows else []


def _check_special(label: str, config: Any, tokenizer: Any, allow: Collection[str]) -> list[str]:
    """Padding and mask decide what the model reads; the others are only looked up by name."""
    notes: list[str] = []
    differing = [
        name for name in ("pad", "mask", "cls", "sep", "bos", "eos", "unk") if _differs(config, tokenizer, name)
    ]
    for name in differing:
        if name in ("pad", "mask") and not _nobody_chose(config, name):
            notes += _refuse(
                "special",
                f"{label}: the configuration says {name}_token_id {_special(config, name)}, the tokenizer "
                f"{_special(tokenizer, name)}. Correct config.json or use the model's own tokenizer.",
                allow,
            )
        else:
            notes.append(f"{name}_token_id differs between configuration and tokenizer")
    return notes


def _differs(config: Any, tokenizer: Any, name: str) -> bool:
    ours, theirs = _special(config, name), _special(tokenizer, name)
    return ours is not None and theirs is not None and ours != theirs


def _special(source: Any, name: str) -> int | None:
    """XLM and FlauBERT call the id that they use `mask_index`, and have another `mask_token_id` that nobody uses."""
    index: int | None = getattr(source, f"{name}_index", None) if name == "mask" else None
    return index if index is not None else getattr(source, f"{name}_token_id", None)


def _nobody_chose(config: Any, name: str) -> bool:
    """Is it what every configuration of this type says unless told otherwise (ConvBERT: 1), and without an effect?
    Padding has one where positions are counted from it."""
    follows = name == "pad" and BY_TYPE.get(config.model_type, UNKNOWN).positions_follow_padding
    return not follows and _special(config, name) == _special(type(config)(), name)


def _check_unknown(label: str, texts: Texts, examples: Sequence[str], *, allow_unknown: bool) -> float:
    unknown = unknown_share(texts, examples)
    if unknown > MOST_UNKNOWN and not allow_unknown:
        raise UnhealthyModel(
            f"{unknown:.0%} of the tokens of these texts are unknown to {label} (at most {MOST_UNKNOWN:.0%} may be). "
            f"{_cause(texts)} --allow-unknown scores it all the same."
        )
    return unknown


def _cause(texts: Texts) -> str:
    """A tokenizer that does not know its own words is broken; one that does was made for other texts."""
    own = _own_words(texts.tokenizer)
    if own and unknown_share(texts, own) > MOST_UNKNOWN:
        return (
            f"Its tokenizer, loaded as {_class_of(texts.tokenizer)}, does not even know the words of its own "
            "vocabulary: correct the tokenizer_class in tokenizer_config.json, or fetch the model again."
        )
    return "The model was not made for this language or script."


def _own_words(tokenizer: Any) -> list[str]:
    """Words of the vocabulary as they stand in a text, without the signs for spaces and continuations."""
    special = set(tokenizer.all_special_tokens)
    bare = (token.strip("▁Ġ") for token in sample(sorted(tokenizer.get_vocab()), _LOOKED_AT) if token not in special)
    return [token for token in bare if token.isalpha()]


def _class_of(tokenizer: Any) -> str:
    return type(tokenizer).__name__


def unknown_share(texts: Texts, examples: Sequence[str]) -> float:
    if texts.unknown is None or not examples:
        return 0.0
    texts.prepare(examples)
    words = np.concatenate([encoded.ids[encoded.words] for encoded in map(texts.get, examples)])
    return float(np.mean(words == texts.unknown)) if len(words) else 0.0


def _check_round_trip(label: str, texts: Texts, examples: Sequence[str], allow: Collection[str]) -> list[str]:
    """Spaces, case, accents and unknown tokens apart, a text should survive encoding and decoding."""
    pairs = [(_bare(text), _bare(_decode(texts, text))) for text in examples if _has_only_known(texts, text)]
    lost = [before for before, after in pairs if len(after) < len(before) / 2]
    if pairs and len(lost) > len(pairs) / 2:
        return _refuse(
            "round-trip",
            f"Encoding and decoding with the tokenizer of {label} ({_class_of(texts.tokenizer)}) loses most of "
            f"{len(lost)} of {len(pairs)} texts. Its files are broken, or its class is not the one it was made with; "
            "fetch the model again.",
            allow,
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

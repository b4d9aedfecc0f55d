"""The token before the first, of a served model: what the server puts there itself, or what is sent before each text.

As for models in this process (`backends/causal/start`), the choice moves scores and is signed:

    auto    what the server puts there; else its start token, where it tells it; else the token that its chat template
            begins with, or one with which many models begin a text, if the server reads it as one token; else none
    none    nothing: the first token of a text is then not scored
    TOKEN   this one, as the vocabulary writes it
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from babelance.backends.endpoint.identity import Identity
from babelance.backends.endpoint.reading import Reader, Reading, Unsound
from babelance.backends.endpoint.requests import Asker, Refused
from babelance.core.errors import InputError

PLAIN = "The train arrived late, so we walked home."
USUAL = ("<|begin_of_text|>", "<s>", "<bos>", "<|endoftext|>")
NOT_SHOWN = "not-shown"
"""The first token of a text has a number, so that something precedes it that the server does not show."""
WITHOUT = {"add_special_tokens": False}
"""vLLM then puts nothing before a text."""


def find_start(asker: Asker, wanted: str, identity: Identity) -> Reader:
    """How texts are read by this server. Raises `Unsound` if they are not read at all."""
    [plain] = Reader(asker).read([PLAIN])
    own = _own_token(asker, plain)
    twice = own is not None and _is_twice(asker, plain)
    if own is not None and wanted in ("auto", "bos", own) and not twice:
        return Reader(asker, before=plain.before, name=own)
    if own is not None:
        asker = replace(asker, manner={**asker.manner, **WITHOUT})
        [plain] = Reader(asker).read([PLAIN])
        still = _own_token(asker, plain)
        if still is not None and twice:
            raise Unsound("start", f"it puts {own} before every text: the same token twice, as no model was trained")
        if still is not None:
            raise InputError(
                f"{asker.client.address} puts {own} before every text, and cannot be asked to leave it out: --start "
                f"{wanted} is not possible. Leave it out."
            )
    if wanted == "none":
        return Reader(asker, before=0)
    tried = _candidates(wanted, identity)
    for token in tried:
        if _is_one_token(Reader(asker, token, 1, token), plain):
            return Reader(asker, token, 1, token)
    if wanted not in ("auto", "bos"):
        raise InputError(
            f"{asker.client.address} does not read {wanted!r} as one token. Choose auto, none, or a token of its "
            "vocabulary, for example --start '<|endoftext|>'."
        )
    return Reader(asker, before=0)


def _own_token(asker: Asker, plain: Reading) -> str | None:
    if not plain.before:
        return NOT_SHOWN if plain.logprobs[0] == plain.logprobs[0] else None
    return "".join(_before(asker, plain)) or NOT_SHOWN


def _before(asker: Asker, plain: Reading) -> tuple[str, ...]:
    """What the server puts before a text: one token, or several (GLM: `[gMASK]<sop>`)."""
    return asker.echo([PLAIN])[0].tokens[: plain.before]


def _is_twice(asker: Asker, plain: Reading) -> bool:
    """Two tokens, and both the same: a tokenizer and a server each put a start token there."""
    return plain.before > 1 and len(set(_before(asker, plain))) == 1


def _candidates(wanted: str, identity: Identity) -> list[str]:
    if wanted == "eos":
        return [identity.tokens["eos"]] if "eos" in identity.tokens else []
    if wanted not in ("auto", "bos"):
        return [wanted]
    return list(dict.fromkeys([*_start_tokens(identity), *USUAL]))


def _start_tokens(identity: Identity) -> Iterator[str]:
    """What the server says, or shows by its template."""
    if "bos" in identity.tokens:
        yield identity.tokens["bos"]
    if identity.template and identity.template.before.startswith("<"):
        yield identity.template.before.partition(">")[0] + ">"
    if "eos" in identity.tokens:
        yield identity.tokens["eos"]


def _is_one_token(reader: Reader, plain: Reading) -> bool:
    """Does the server read it as one token, and the text after it as ever?"""
    try:
        [reading] = reader.read([PLAIN])
    except (Unsound, Refused):
        return False
    return reading.names == plain.names

"""Options of every kind of model that reads from left to right, loaded or served."""

from __future__ import annotations

from babelance.core.model import KindOption

READING_OPTIONS = (
    KindOption(
        "start",
        "What a causal model reads a text after: auto (its start token, else its end token), bos, eos, none, or a "
        "token of its vocabulary. Part of the signature.",
    ),
    KindOption(
        "prompt", "How a causal model is asked about inference: auto, chat (its template) or plain text. Signed."
    ),
)

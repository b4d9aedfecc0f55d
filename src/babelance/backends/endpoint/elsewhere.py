"""The weights of a served model are with its server: it can be measured, and not changed or taken apart here."""

from __future__ import annotations

from babelance.backends.endpoint.address import PREFIX
from babelance.core.errors import ModelError


def refuse_change(spec: str) -> None:
    """Raise for a model that cannot be mitigated because its weights are not here."""
    if spec.startswith(PREFIX):
        raise ModelError(
            f"'{spec}' is served: its weights are with the server, and cannot be changed from here. Mitigate the "
            "folder or hub name that the server loads, serve what comes out as well, and set the two beside each "
            "other: babelance compare BEFORE AFTER, babelance gate BEFORE AFTER."
        )


def require_files(spec: str) -> None:
    """Raise for a model of which there is no file to read."""
    if spec.startswith(PREFIX):
        raise ModelError(
            f"'{spec}' is served: its weights and its tokenizer are with the server. Name the folder or hub name that "
            "the server loads."
        )

"""What `generate` of Transformers says of settings that it cannot work with, and in which files they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from babelance.backends.transformers.texts import is_out_of_memory
from babelance.core.errors import BabelanceError, ModelError


@contextmanager
def explain_settings(label: str) -> Iterator[None]:
    """Around `generate`: damaged settings end in errors of any kind. A want of memory is for others to deal with."""
    try:
        yield
    except BabelanceError:
        raise
    except Exception as error:
        if is_out_of_memory(error):
            raise
        reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
        raise ModelError(
            f"{label} cannot generate text: {reason} See its config.json and generation_config.json."
        ) from error

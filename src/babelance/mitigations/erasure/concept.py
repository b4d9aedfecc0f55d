"""What can be erased, as an option of the ways that do so."""

from __future__ import annotations

from typing import Literal

from babelance.core.errors import InputError
from babelance.core.option import Flag

ConceptName = Literal["gender", "groups"]
CONCEPT = Flag("gender, or groups (countries of babel-groups, or --groups FILE; not of word vectors).")
VECTORS = "vec:"


def check_vectors(concept: str, groups: str | None) -> None:
    if concept != "gender" or groups is not None:
        raise InputError(f"Of word vectors only gender can be erased, not '{groups or concept}'.")

"""What can be erased, as an option of the ways that do so."""

from __future__ import annotations

from typing import Literal, Protocol

from babelance.core.model import Options
from babelance.core.option import Flag

ConceptName = Literal["gender", "groups"]
CONCEPT = Flag("gender, or groups (countries of babel-groups, or --groups FILE; not of word vectors).")


class Eraser(Protocol):
    """A way that takes a concept out: `gender`, or the groups of the language's probes or of a file."""

    @property
    def concept(self) -> ConceptName: ...
    @property
    def language(self) -> str: ...
    @property
    def groups(self) -> str | None: ...
    @property
    def options(self) -> Options: ...

"""What is done around a translator to make it less biased, as it stands in `translator.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from babelance.core.errors import InputError, ModelError
from babelance.core.files import write_text
from babelance.core.untrusted import as_type, read_object

STEPS = "translator.json"
INSIDE = "model"
"""The folder of the translator, where it is kept inside; also how `Steps.model` says so."""
MOST_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class Steps:
    """`model` is `INSIDE` or a spec that is opened as `kind`, with `prefix` before a path (`ct2:`). `tags` are words
    put before a source that tells `she`, `he`, or neither (`open`)."""

    model: str
    kind: str
    prefix: str = ""
    tags: Mapping[str, str] = field(default_factory=dict)
    candidates: int = 1
    margin: float = 0.0
    rewrite: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.candidates <= MOST_CANDIDATES:
            raise InputError(f"Translations to choose from: 1 to {MOST_CANDIDATES}, not {self.candidates}.")
        if not self.margin >= 0:
            raise InputError(f"The margin is 0 or more, not {self.margin}.")

    def with_tag(self, line: str, gender: str) -> str:
        return f"{tag} {line}" if (tag := self.tags.get(gender)) else line


def read_steps(folder: Path) -> Steps:
    return as_type(read_object(folder / STEPS, error=ModelError), Steps, f"'{folder / STEPS}'", error=ModelError)


def write_steps(folder: Path, steps: Steps) -> None:
    write_text(folder / STEPS, json.dumps(asdict(steps), indent=1, ensure_ascii=False) + "\n")

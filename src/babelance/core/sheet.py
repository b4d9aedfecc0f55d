"""What a comparison or a study found, as a page: `comparison.json` of a folder, which `babelance report` reads.

A sheet holds what is drawn and said, not how it was computed: a headline, sentences, values with intervals on one axis
(`Forest`), tables, and values against values (`Scatter`). Verdicts are made by the study; the page shows them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from babelance.core.files import write_text
from babelance.core.paths import is_file
from babelance.core.untrusted import as_type, read_object
from babelance.core.verdict import Kind

FILE = "comparison.json"
RANKING = "ranking.json"
"""A ranking that belongs to a run, in the same folder."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One line of a forest. Without a value, `words` says why there is none."""

    label: str
    value: float | None
    low: float | None
    high: float | None
    words: str
    verdict: Kind | None = None
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Forest:
    """Values of one unit on one axis; `reference` is where nothing differs, and `nothing` what it is called.
    `whole`: the unit has no parts, as ranks."""

    title: str
    axis: str
    marks: tuple[Mark, ...]
    reference: float | None = None
    note: str = ""
    nothing: str = "no difference"
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Cells as a reader sees them; columns from `numbers` on are numbers. `strong` are the rows that stand out."""

    title: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: int = 1
    note: str = ""
    strong: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """A file from elsewhere may hold a row that is too short or too long for its table."""
        for row in self.rows:
            if len(row) != len(self.headers):
                raise ValueError(f"table '{self.title}' has {len(self.headers)} headers and a row of {len(row)} cells")


@dataclass(frozen=True, slots=True)
class Point:
    """`x` and `y` are (value, low, high); `best` if no other point is better in both."""

    label: str
    x: tuple[float, float, float]
    y: tuple[float, float, float]
    best: bool


@dataclass(frozen=True, slots=True)
class Scatter:
    """`better_x` and `better_y` say in words where along the axis it is better."""

    title: str
    x: str
    y: str
    better_x: str
    better_y: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`facts` are names and values, such as which model A is. `kinds` are the verdicts of the sentences, in their
    order; empty where they have none."""

    kind: str
    headline: str
    sentences: tuple[str, ...] = ()
    forests: tuple[Forest, ...] = ()
    tables: tuple[Table, ...] = ()
    scatters: tuple[Scatter, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    kinds: tuple[Kind, ...] = ()


def write_sheet(sheet: Sheet, folder: Path, name: str = FILE) -> None:
    write_text(folder / name, json.dumps(asdict(sheet), ensure_ascii=False, indent=1) + "\n")


def read_sheet(folder: Path, name: str = FILE) -> Sheet | None:
    """None if the folder has none."""
    path = folder / name
    return as_type(read_object(path), Sheet, name) if is_file(path) else None

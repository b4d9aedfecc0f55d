"""Table 2 of the Hindi TGBI paper computed again from its printed shares, with the root of equation 8 and without.

The table gives P (p_she, p_they) for seven sets and two systems; p_he is what is left to one. A printed P follows if
some shares that round to the printed ones give it.
Reference: Ramesh, Gupta, Singh, GeBNLP 2021.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.item import Item
from babelance.core.paper_table import PaperTable
from babelance.core.scored import Scored, Scores
from babelance.measures.tgbi import Tgbi

MEASURE = "tgbi"
SYSTEMS = ("OpenNMT-tf", "Google Translate")
_TABLE = """
    informal    2628  0.7543 0.0315 0.7473  0.3553 0.2763  0.2146
    formal      5286  0.5410 0.0773 0.5090  0.5464 0.1015  0.5066
    impolite    2628  0.2127 0.1552 0.0966  0.2716 0.1990  0.1400
    polite      2658  0.9168 0.0003 0.9168  0.8690 0.0052  0.8683
    positive    2460  0.6765 0.0825 0.6548  0.5819 0.1589  0.5329
    negative    2212  0.6773 0.0641 0.6773  0.5384 0.15822 0.5384
    occupation  3242  0.5100 0.0453 0.4888  0.3599 0.1610  0.2680
"""
AVERAGES = {"OpenNMT-tf": 0.6127, "Google Translate": 0.5032}
HALF_DIGIT = 0.5e-4


@dataclass(frozen=True, slots=True)
class Row:
    """One cell of the table."""

    set: str
    size: int
    system: str
    printed: float
    p_she: float
    p_they: float

    @property
    def p_he(self) -> float:
        return 1 - self.p_she - self.p_they


@dataclass(frozen=True, slots=True)
class Check:
    """What the shares give, and whether the printed P can be it."""

    row: Row
    with_root: float
    without_root: float

    @property
    def follows(self) -> str:
        """Which formula gives the printed number: `with root`, `without root`, or what it is instead."""
        for name, root in (("with root", True), ("without root", False)):
            low, high = possible(self.row, root=root)
            if low - HALF_DIGIT <= self.row.printed <= high + HALF_DIGIT:
                return name
        return "neither, but p_they" if self.row.printed == self.row.p_they else "neither"


def rows() -> Iterator[Row]:
    for line in _TABLE.strip().splitlines():
        name, size, *numbers = line.split()
        for system, column in zip(SYSTEMS, (0, 3), strict=True):
            printed, she, they = (float(number) for number in numbers[column : column + 3])
            yield Row(name, int(size), system, printed, she, they)


def index(p_she: float, p_he: float, p_they: float, *, root: bool) -> float:
    """The measure's own formula, on three translations weighted by their shares."""
    items = [Item(name, "hi", {"text": name}, {"set": "all"}) for name in ("she", "he", "they")]
    scores = Scores(tuple(Scored(item, {"class": item.id}) for item in items))
    return float(Tgbi(root=root).statistic(scores)(np.asarray([p_she, p_he, p_they])))


def possible(row: Row, *, root: bool) -> tuple[float, float]:
    """The least and the most that shares which round to the printed ones can give."""
    nearby = [
        (row.p_she + first, row.p_they + second)
        for first, second in product((-HALF_DIGIT, 0.0, HALF_DIGIT), repeat=2)
        if row.p_she + first >= 0
    ]
    values = [index(she, 1 - she - they, they, root=root) for she, they in nearby]
    return min(values), max(values)


def checks() -> list[Check]:
    return [
        Check(
            row,
            with_root=index(row.p_she, row.p_he, row.p_they, root=True),
            without_root=index(row.p_she, row.p_he, row.p_they, root=False),
        )
        for row in rows()
    ]


def averages(all_checks: list[Check], system: str) -> tuple[float, float, float]:
    """(mean of the printed P, with root, without root) over the seven sets."""
    mine = [check for check in all_checks if check.row.system == system]
    columns = zip(*((check.row.printed, check.with_root, check.without_root) for check in mine), strict=True)
    printed, rooted, plain = (float(np.mean(column)) for column in columns)
    return printed, rooted, plain


def beside_runs(results: Sequence[Result]) -> PaperTable:
    """P by set of the paper's two systems and of those that were run, which need the groups `set=…` of tgbi."""
    mine: dict[str, dict[str, str]] = {}
    for result in results:
        if result.about.measure == MEASURE and result.about.language == "hi":
            name = (result.about.group or "set=average").removeprefix("set=")
            mine.setdefault(_system(result), {})[name] = _cell(result)
    if not mine:
        raise InputError(
            "None of these runs has 'tgbi' in Hindi. Make one: babelance run -d tgbi-hindi -l hi --measures tgbi "
            "--set root=false …"
        )
    printed = {(row.set, row.system): f"{row.printed:.4f}" for row in rows()}
    printed |= {("average", system): f"{value:.4f}" for system, value in AVERAGES.items()}
    sets = dict.fromkeys(name for name, _ in printed)
    lines = tuple(
        (name, *(printed[name, system] for system in SYSTEMS), *(some.get(name, "–") for some in mine.values()))
        for name in sets
    )
    headers = ("Set", *(f"{system} (paper)" for system in SYSTEMS), *mine)
    return PaperTable("Table 2: P by set", headers, lines, (_NOTE,))


_NOTE = "The printed P are without the root of equation 8: compare runs with --set root=false."


def _system(result: Result) -> str:
    rooted = dict(result.about.signature.options).get("root") not in ("false", "False")
    return f"{result.about.model}{', with root' if rooted else ''}"


def _cell(result: Result) -> str:
    if not isinstance(result, Estimate):
        return f"undefined: {result.undefined}"
    return f"{result.value:.4f} [{result.low:.4f}, {result.high:.4f}]"

"""The Korean TGBI table computed again from the translations that its authors released.

The translations go through the whole pipeline as a `tsv:` model, once by the rule of the released script with the root
of the paper, once by our own lists. Printed values are cut, not rounded, to four digits.
Reference: Cho, Kim, Kim, Kim, GeBNLP 2019, column Google.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from pathlib import Path
from tempfile import TemporaryDirectory

from babelance.core.errors import DataError
from babelance.core.estimate import Estimate, Result
from babelance.core.files import write_lines
from babelance.core.registry import DATASETS
from babelance.datasets.reading.fetch import cache_folder
from babelance.run.pipeline import walk
from babelance.run.plan import Settings, make_plan
from babelance.run.store import Store

DATA, LANGUAGE = "tgbi-korean", "ko"
PRINTED = {
    "informal": 0.4018,
    "formal": 0.0574,
    "impolite": 0.3115,
    "polite": 0.2964,
    "negative": 0.3477,
    "positive": 0.4281,
    "occupation": 0.2547,
}
TOTAL = ("average", None, 0.2992)


@dataclass(frozen=True, slots=True)
class Check:
    """One set, or the average of all. `released` is by the authors' rule, `own` by our lists."""

    set: str
    printed: float
    released: Estimate
    own: Result

    @property
    def follows(self) -> bool:
        return floor(self.released.value * 10_000) / 10_000 == self.printed


def checks() -> list[Check]:
    """The seven sets, then their average. The table of translations stays beside the dataset, so that the signatures
    can be replayed."""
    model = f"tsv:{write(cache_folder() / DATA / 'google.tsv')}"
    with TemporaryDirectory() as folder:
        store = Path(folder) / "answers.sqlite"
        released, own = (results(model, store, fidelity=name) for name in ("released", "paper"))
    return [
        Check(name, printed, _number(released[group]), own[group])
        for name, group, printed in [*((name, f"set={name}", value) for name, value in PRINTED.items()), TOTAL]
    ]


def write(path: Path) -> Path:
    """The released translations as a table of text and translation."""
    pairs = {item.texts["text"]: item.texts["google"] for item in DATASETS.get(DATA).items(LANGUAGE)}
    write_lines(path, (f"{text}\t{translation}\n" for text, translation in pairs.items()))
    return path


def results(model: str, store: Path, *, fidelity: str) -> dict[str | None, Result]:
    """Group → its result; None is all sets together."""
    plan = make_plan(
        models=[model],
        data=[DATA],
        measures=["tgbi"],
        languages=[LANGUAGE],
        options={"fidelity": fidelity, "root": "true"},
        settings=Settings(nulls=False),
    )
    with Store(store) as answers:
        return {result.about.group: result for result in walk(plan.jobs[0], plan.settings, answers)}


def _number(result: Result) -> Estimate:
    if not isinstance(result, Estimate):
        raise DataError(f"The released translations give no number: {result.undefined}.")
    return result

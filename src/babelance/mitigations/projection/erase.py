"""From a table of word vectors to one without a concept, with a record of what is left of it and of the rest.

`probe`        can a linear classifier still tell words that leaned to either side? (share right, chance 0.5)
`similarity`   how far do words keep their neighbourhoods? (Spearman's correlation of cosines before and after, of
               random pairs of frequent words)
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from babelance.backends.training.model_folder import new_model
from babelance.backends.vectors.file import VectorFile
from babelance.backends.vectors.table import VectorTable, read_table, write_table
from babelance.core.errors import DataError
from babelance.core.extras import require
from babelance.core.files import write_text
from babelance.mitigations.projection.gender import Floats, GenderWords, gender_words, leaning_words, unit

Change = Callable[[VectorTable, GenderWords], Floats]
"""The vectors of a table (rows of length 1) without the concept."""
RECORD = "mitigation.json"
FREQUENT, PAIRS, PARTS = 5000, 4000, 5


def erase(name: str, model: str, out: Path, language: str, change: Change, **facts: Any) -> Path:
    """Write the changed table and the record of a mitigation."""
    file = VectorFile.of(model.removeprefix("vec:"))
    given = read_table(file)
    _check_finite(given, model)
    table = VectorTable(given.words, np.asarray(unit(given.vectors), np.float32))
    gender = gender_words(table, language)
    after = VectorTable(table.words, np.asarray(change(table, gender), np.float32))
    record = {
        "mitigation": name,
        "model": file.id,
        "language": language,
        "pairs": [list(pair) for pair in gender.pairs],
        "lengths": "divided out",
        **facts,
        "probe": _probes(table, after, gender),
        "similarity": _similarity(table, after),
    }
    with new_model(out, RECORD) as folder:
        write_table(folder, after)
        write_text(folder / RECORD, json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    return out


def _check_finite(table: VectorTable, model: str) -> None:
    """A direction through numbers beyond all bounds is none."""
    whole = np.isfinite(np.asarray(table.vectors, np.float32)).all(axis=-1)
    if not whole.all():
        word = table.words[int(np.argmin(whole))]
        raise DataError(
            f"'{model}': the vector of '{word[:40]}' has a number that is not finite, one of "
            f"{int((~whole).sum())} such words. Take these words out first."
        )


def _probes(before: VectorTable, after: VectorTable, gender: GenderWords) -> dict[str, float]:
    rows, female = leaning_words(before, gender)
    return {
        "words": len(rows),
        "before": share_right(before.vectors[rows], female),
        "after": share_right(after.vectors[rows], female),
        "chance": 0.5,
    }


def share_right(vectors: NDArray[np.floating], female: NDArray[np.bool_]) -> float:
    """The share that a logistic regression gets right, on words that it was not trained on."""
    require("sklearn")
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold, cross_val_score

    parts = StratifiedKFold(min(PARTS, int(female.sum())), shuffle=True, random_state=0)
    return round(float(cross_val_score(LogisticRegression(max_iter=1000), vectors, female, cv=parts).mean()), 4)


def _similarity(before: VectorTable, after: VectorTable) -> dict[str, float]:
    """Tables have their words by frequency, so the first ones are the most frequent."""
    frequent = min(FREQUENT, len(before.words))
    first, second = np.random.default_rng(0).integers(frequent, size=(2, PAIRS))
    kept = first != second
    cosines = [
        (unit(table.vectors[first]) * unit(table.vectors[second])).sum(axis=1)[kept] for table in (before, after)
    ]
    return {"pairs": int(kept.sum()), "spearman": round(float(spearmanr(*cosines).statistic), 4)}

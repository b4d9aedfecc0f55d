"""NLI pairs under the names that are usual here, whatever their authors call the columns.

SNLI and its relatives have `sentence1`, `sentence2`, `gold_label` (or `label`). The evaluation files of NLI-CoAL have
`occ_word` and `occ_type` beside the sentences, and the set follows: an occupation without a stereotype is `non`, else
it is `pro` or `anti` as the gender that the hypothesis names is that of the stereotype or not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from babelance.text.tables import Row, Table

USUAL_NAMES = {
    "sentence1": "premise",
    "sentence2": "hypothesis",
    "gold_label": "label",
    "occ_word": "occupation",
    "occ_type": "stereotype",
}
OF_NLI_COAL = frozenset({"sentence1", "sentence2", "occ_word", "occ_type"})
_GENDER_WORDS = {
    "female": re.compile(r"\bwoman\b|女性|女人", re.IGNORECASE),
    "male": re.compile(r"\bman\b|男性|男人", re.IGNORECASE),
}
"""Of the three languages that NLI-CoAL has; none of them is a word of another one."""


def with_usual_names(table: Table) -> Table:
    """Files that are no NLI pairs stay as they are, and so does a column whose usual name is taken."""
    columns = table.columns
    if not {"sentence1", "sentence2"} <= set(columns):
        return table
    names = {name: usual for name, usual in USUAL_NAMES.items() if name in columns and usual not in columns}
    rows = tuple(
        Row(row.place, {names.get(name, name): value for name, value in row.cells.items()}) for row in table.rows
    )
    renamed = Table(tuple(names.get(name, name) for name in columns), rows, table.card)
    return _with_sets(renamed) if set(columns) >= OF_NLI_COAL and "set" not in columns else renamed


def _with_sets(table: Table) -> Table:
    rows = tuple(Row(row.place, {**row.cells, **_tags(row.cells)}) for row in table.rows)
    return Table(tuple(dict.fromkeys([*table.columns, "gender", "set"])), rows, table.card)


def _tags(cells: Mapping[str, Any]) -> dict[str, str]:
    stereotype = stereotype_of(str(cells.get("stereotype") or ""))
    gender = gender_added(str(cells.get("premise") or ""), str(cells.get("hypothesis") or ""))
    if stereotype in _GENDER_WORDS:
        return {"stereotype": stereotype, "gender": gender, "set": "pro" if gender == stereotype else "anti"}
    return {"stereotype": stereotype, "gender": gender, "set": "non"}


def stereotype_of(occupation_type: str) -> str:
    """`female-stereo` → `female`."""
    return occupation_type.removesuffix("-stereo")


def gender_added(premise: str, hypothesis: str) -> str:
    """The gender whose word the hypothesis has and the premise has not (or has less often)."""
    added = {
        gender: len(word.findall(hypothesis)) - len(word.findall(premise)) for gender, word in _GENDER_WORDS.items()
    }
    return max(added, key=lambda gender: added[gender])

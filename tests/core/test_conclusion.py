"""The conclusion in run.json is read back as it was written, or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from babelance.core.conclusion import Conclusion, Family, conclusion_from, conclusion_record
from babelance.core.errors import InputError

FAMILY = Family("sentence pairs", "shown", "A bias is shown.", 3, 1, 1, 2, 0, 0, 3, detectable="5 or more")
RECORD: dict[str, Any] = json.loads(json.dumps(conclusion_record(Conclusion("One bias.", families=(FAMILY,)))))


def test_round_trip() -> None:
    assert conclusion_from(RECORD) == Conclusion("One bias.", families=(FAMILY,))


@pytest.mark.parametrize(
    ("name", "value"),
    [("shown", {}), ("name", 0), ("name", None), ("sentence", None), ("detectable", 0.5), ("compared", "x"),
     ("kind", "fair")],
)  # fmt: skip
def test_a_wrong_type_is_named(name: str, value: object) -> None:
    record = {**RECORD, "families": [{**RECORD["families"][0], name: value}]}
    with pytest.raises(InputError, match=rf"Not the conclusion of a run: families\[0\]\.{name}: "):
        conclusion_from(record)


def test_what_is_missing_does_not_count_as_nothing_found() -> None:
    with pytest.raises(InputError, match="no findings"):
        conclusion_from({name: value for name, value in RECORD.items() if name != "findings"})

"""A line of results.jsonl is read back as it was written."""

from __future__ import annotations

import json

import pytest

from babelance.core.errors import InputError
from babelance.core.estimate import About, Estimate, Plain, Result, Undefined, from_record, to_record
from babelance.core.scale import Scale
from babelance.core.signature import Signature

SIGNATURE = Signature("cps", {"fidelity": "paper"}, "fake:random", "sjsd@1#5f", "de", 3, 5, "wilson.95", 0, "0.1.0")
ABOUT = About(
    "cps", "fake:random", "sjsd@1#5f", "de", None, Scale(0, 100, 50, 50, "%", "r"), SIGNATURE, 3, 5, {"empty text": 2}
)
RESULTS: list[Result] = [
    Estimate(ABOUT, 66.7, 20.0, 93.0, 0.95, "wilson.95", 0.5, 40.0, {"random": 48.0}, {"ties": 0}),
    Undefined(ABOUT, "no item could be scored: empty text", {"unknown": 0.1}),
]


@pytest.mark.parametrize("result", RESULTS, ids=["estimate", "undefined"])
def test_round_trip(result: Result) -> None:
    assert from_record(json.loads(json.dumps(to_record(result)))) == result


def test_an_undefined_result_has_no_number() -> None:
    record = to_record(RESULTS[1])
    assert (record["value"], record["low"], record["high"]) == (None, None, None)
    assert record["undefined"]


def test_the_contract_of_outside_scripts() -> None:
    names = {"measure", "model", "data", "language", "group", "value", "low", "high", "level", "n", "total", "skipped"}
    assert names | {"ideal", "chance", "signature", "undefined"} <= set(to_record(RESULTS[0]))


def test_a_broken_line_is_named() -> None:
    with pytest.raises(InputError, match="Not a line of results"):
        from_record({"measure": "cps"})


@pytest.mark.parametrize(
    ("name", "value"),
    [("level", 0), ("level", 1), ("value", float("inf")), ("ideal", float("nan")), ("chance", float("-inf")),
     ("nulls", {"random": float("nan")})],
)  # fmt: skip
def test_what_is_no_number_to_report_is_no_result(name: str, value: Plain) -> None:
    """A level of 1 has no normal quantile, and NaN compares with nothing."""
    with pytest.raises(InputError, match="Not a line of results"):
        from_record({**to_record(RESULTS[0]), name: value})

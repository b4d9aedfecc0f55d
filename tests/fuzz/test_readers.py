"""Damaged files of every format: an error that says what is wrong, or the same content; nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fuzz.fuzzer import Hang, alarm, fresh, fuzz
from tests.fuzz.model_readers import MODELS_READ
from tests.fuzz.readers import READERS
from tests.fuzz.reading_functions import EXEMPT, functions_called, functions_that_read, is_exempt
from tests.fuzz.verb_readers import VERBS_READ

CASES = 26
LONGER = {"server", "score-ner", "translator-trained", "mitigate-translator"}
QUICK = {name for name in MODELS_READ if not name.startswith("model-")} - LONGER
SLOW = {"report": 4, "cards": 4} | dict.fromkeys([*VERBS_READ, *(MODELS_READ.keys() - QUICK)], 2)
"""Readers that take more than some milliseconds get fewer cases here; `make fuzz` gives them their share."""

_called: dict[str, set[str]] = {}


@pytest.fixture(autouse=True)
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a bomb is noticed before it hurts."""
    monkeypatch.setenv("BABELANCE_READ_LIMIT", "64")


def read_whole(name: str, folder: Path) -> None:
    """Of good files, noting what is called."""
    start = fresh(READERS[name], folder)
    with functions_called() as called:
        READERS[name].read(start)
    _called[name] = called


@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_an_error_or_unchanged(name: str, tmp_path: Path) -> None:
    read_whole(name, tmp_path / "good")
    assert not [str(one) for one in fuzz(name, tmp_path, cases=range(SLOW.get(name, CASES)))]


def _wait() -> None:
    time.sleep(60)


def _work() -> None:
    while True:
        pass


@pytest.mark.parametrize("hang", [_wait, _work])
def test_who_waits_and_who_works_without_end_are_both_noticed(hang: Callable[[], None]) -> None:
    with pytest.raises(Hang), alarm(0.05):
        hang()


def test_two_thousand_cases_are_tried() -> None:
    assert sum(SLOW.get(name, CASES) for name in READERS) >= 2000


def test_every_function_that_takes_bytes_from_outside_is_gone_over(tmp_path: Path) -> None:
    """A new reader has no entry yet: add one to READERS (or to EXEMPT, with the reason why it needs none)."""
    for name in READERS.keys() - _called.keys():
        read_whole(name, tmp_path / name)
    there = functions_that_read()
    assert not sorted(one for one in there - set().union(*_called.values()) if not is_exempt(one))
    assert len(there) > 150, "the source is not looked through any more"


def test_no_exemption_is_left_over() -> None:
    from fnmatch import fnmatch

    there = functions_that_read()
    assert not [pattern for pattern in EXEMPT if not any(fnmatch(one, pattern) for one in there)]

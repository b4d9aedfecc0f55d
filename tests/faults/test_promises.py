"""The table of promises names tests that are there, and lines that can be undone."""

from __future__ import annotations

import pytest

from tests.faults.promises import PROMISES, ROOT, Promise


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.title)
def test_a_promise_names_a_test_and_a_line_of_the_source(promise: Promise) -> None:
    """`python -m tests.faults.promises` runs them."""
    file, _, name = promise.test.partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8")
    source, before, after = promise.undo
    text = (ROOT / "src" / "babelance" / source).read_text(encoding="utf-8")
    assert before in text and before != after
    compile(text.replace(before, after), source, "exec")

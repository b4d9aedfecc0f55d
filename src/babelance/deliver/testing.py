"""For test suites: a test that fails where a model is worse than a baseline, or where that cannot be told.

    from babelance import assert_not_worse

    def test_the_checkpoint_is_not_more_biased():
        assert_not_worse("models/candidate", "babelance-gate.toml")

The policy names the baseline: `baseline = "runs/released"`, relative to the file.
"""

from __future__ import annotations

from pathlib import Path

from babelance.core.errors import InputError
from babelance.core.gate import Gate
from babelance.deliver.gate import gate
from babelance.report.gate import words
from babelance.studies.gate.policy import Policy, read_policy


def assert_not_worse(
    model: str | Path, policy: Policy | Path | str, *, base: str | Path | None = None, store: Path | None = None
) -> Gate:
    """Raise an AssertionError that says what is worse, or why it cannot be told. `model` is a model or the folder of a
    run; `base` is the baseline if the policy names none."""
    __tracebackhide__ = True  # pytest shows the line of the test, not this one
    rules, folder = (policy, Path()) if isinstance(policy, Policy) else (read_policy(Path(policy)), Path(policy).parent)
    if base is None and not rules.baseline:
        raise InputError('The policy names no baseline. Add `baseline = "FOLDER"` to it, or pass base=FOLDER.')
    decided = gate(base if base is not None else folder / rules.baseline, model, policy=rules, store=store)
    if decided.decision != "not worse":
        reasons = [f"{row.name}: {row.decision}: {words.explanation(row)}" for row in decided.rows if row.reasons or
                row.decision == "worse"]  # fmt: skip
        raise AssertionError("\n".join([words.headline(decided), *reasons, *decided.remarks]))
    return decided

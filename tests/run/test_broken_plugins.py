"""One broken package of other people stands in nobody's way but its own."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

from babelance.api import evaluate
from babelance.core.errors import ModelError
from babelance.core.estimate import Estimate
from babelance.core.registry import MEASURES, MODELS, Registry
from babelance.run.audit import audit_plan


@pytest.fixture(autouse=True)
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def points(self: Registry[object]) -> dict[str, EntryPoint]:
        return {"acme": EntryPoint("acme", "acme_is_not_installed:thing", self.package)} if self in BROKEN else {}

    monkeypatch.setattr(Registry, "_entry_points", property(points))


BROKEN = (MODELS, MEASURES)


def test_a_broken_kind_of_model_does_not_block_other_models() -> None:
    result = evaluate("cps", model="fake:random", data="babel-pairs", language="de", limit=10)
    assert isinstance(result, Estimate)


def test_a_model_that_nobody_takes_may_belong_to_the_broken_package() -> None:
    with pytest.raises(ModelError, match=r"The model kind 'acme' of the package .* cannot be loaded"):
        evaluate("cps", model="acme:model", data="babel-pairs", language="de")


def test_an_audit_leaves_a_broken_measure_out_with_the_reason() -> None:
    plan, left_out = audit_plan(["fake:random"], data=["babel-pairs"], languages=["de"])
    assert plan.jobs
    assert "cannot be loaded" in left_out["acme"]

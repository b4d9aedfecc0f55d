"""The gate at work: bias that was put into a copy of the embedded model is found, the model itself passes, and ten
items tell nothing."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tests.faults.verbs import run

EXAMPLE = Path(__file__).parents[2] / "examples" / "biased_copy.py"


def biased_copy(folder: Path) -> None:
    """As the example makes it, in fewer and larger steps."""
    spec = spec_from_file_location("biased_copy", EXAMPLE)
    assert spec and spec.loader
    example = module_from_spec(spec)
    spec.loader.exec_module(example)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(example, "STEPS", 5)
        patch.setattr(example, "RATE", 2e-3)
        patch.setattr(sys, "argv", ["biased_copy.py", str(folder)])
        example.main()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of the embedded model and its biased copy, over all pairs and over ten."""
    from babelance import evaluate_many
    from babelance.run.plan import Settings

    folder = tmp_path_factory.mktemp("injected")
    biased_copy(folder / "biased")
    for name, model in (("plain", "babelance/tiny-multilingual"), ("biased", str(folder / "biased"))):
        for limit in (None, 10):
            evaluate_many(
                ["cps"], models=[model], data=["babel-pairs"], languages=["en"], store=folder / "store.sqlite",
                out=folder / f"run-{name}-{limit or 'all'}", settings=Settings(draws=200, limit=limit, by=()),
            )  # fmt: skip
    return folder


def gate(folder: Path, base: str, new: str) -> tuple[int, dict[str, object]]:
    code, out, _ = run(f"gate {folder / base} {folder / new} --json --store {folder / 'store.sqlite'}")
    return code, json.loads(out)


def test_injected_bias_exits_1(folder: Path) -> None:
    code, record = gate(folder, "run-plain-all", "run-biased-all")
    assert (code, record["decision"]) == (1, "worse")


def test_the_same_model_exits_0(folder: Path) -> None:
    code, record = gate(folder, "run-plain-all", "run-plain-all")
    assert (code, record["decision"]) == (0, "not worse")


def test_taking_the_bias_out_again_exits_0(folder: Path) -> None:
    code, record = gate(folder, "run-biased-all", "run-plain-all")
    assert (code, record["decision"]) == (0, "not worse")


@pytest.mark.parametrize("new", ["run-biased-10", "run-plain-10"])
def test_ten_items_exit_3_and_say_how_many_are_needed(new: str, folder: Path) -> None:
    code, record = gate(folder, "run-plain-10", new)
    assert (code, record["decision"]) == (3, "cannot tell")
    assert all(row["needed"] >= 1 for row in record["rows"])  # type: ignore[attr-defined]


def test_usage_exits_2(folder: Path, tmp_path: Path) -> None:
    assert run(f"gate {folder / 'run-plain-all'}")[0] == run("gate nowhere elsewhere")[0] == 2
    wrong = tmp_path / "policy.toml"
    wrong.write_text("[margins]\ncsp = 1", encoding="utf-8")
    same = f"{folder / 'run-plain-all'} {folder / 'run-plain-all'}"
    assert run(f"gate {same} --policy {wrong}")[0] == 2


def test_a_policy_is_written_once_and_for_the_measures_of_the_baseline(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(f"gate --init {folder / 'run-plain-all'}")[0] == 0
    assert 'require = ["cps"]' in (tmp_path / "babelance-gate.toml").read_text(encoding="utf-8")
    assert run("gate --init")[0] == 2

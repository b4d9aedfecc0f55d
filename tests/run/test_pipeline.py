"""The walk: kill it and it goes on with the same bits; a full store needs no weights; nothing is dropped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from babelance.api import evaluate, execute, replay
from babelance.core.errors import BabelanceError, DataError, InputError, ModelError, UnknownName
from babelance.core.estimate import Estimate, Undefined
from babelance.run.plan import Settings, make_plan
from tests.faults.waiting import wait_for

PAIRS = """more,less,kind
He is here now,She is here now,a
He ran home,She ran home,a
Same words,Same words,b
,She left,b
"""


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


def command(*words: str, before: str = "") -> list[str]:
    return [sys.executable, "-c", f"{before}import babelance.cli as c; c.main()", *words]


STALL = """
import time
from pathlib import Path
from babelance.run.store import Store

put, windows = Store.put, []

def stall(store, *answers):
    windows.append(answers)
    if len(windows) == 2:
        Path({reached!r}).touch()
        time.sleep(600)
    put(store, *answers)

Store.put = stall
"""
"""Stops a run for good before its second window of answers is stored."""


@pytest.mark.parametrize(("name", "items"), [("mlm-bert", 250), ("causal-gpt2", 700)])
def test_a_killed_run_goes_on_and_ends_with_the_same_bits(
    name: str, items: int, fixtures: Path, tmp_path: Path
) -> None:
    """The causal model commits 256 items at a time, and what a beginning is shared with depends on what is left."""
    model = str(fixtures / "models" / name)
    words = ["run", "-m", model, "-d", "babel-templates", "-l", "de", "--limit", str(items), "--draws", "200"]
    words += ["--measures", "cps,s-jsd,aul,sss"]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    stores = {out: {**os.environ, "BABELANCE_STORE": str(tmp_path / f"{out.name}.sqlite")} for out in (whole, cut)}
    subprocess.run(command(*words, "--out", str(whole)), env=stores[whole], check=True, capture_output=True)
    stalling = command(*words, "--out", str(cut), before=STALL.format(reached=str(tmp_path / "reached")))
    process = subprocess.Popen(stalling, env=stores[cut], stderr=subprocess.DEVNULL)
    wait_for(tmp_path / "reached", process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not (cut / "results.jsonl").exists()
    subprocess.run(command(*words, "--out", str(cut)), env=stores[cut], check=True, capture_output=True)
    assert (cut / "results.jsonl").read_bytes() == (whole / "results.jsonl").read_bytes()
    pd.testing.assert_frame_equal(
        pd.read_parquet(cut / "scored.parquet"), pd.read_parquet(whole / "scored.parquet"), check_exact=True
    )


def test_a_rerun_on_a_full_store_loads_no_weights_and_no_torch(fixtures: Path) -> None:
    model = str(fixtures / "models" / "mlm-bert")
    words = ["run", "-m", model, *["-d", "babel-pairs", "-l", "de", "--measures", "cps", "--limit", "5"]]
    first = subprocess.run(command(*words, "--json"), check=True, capture_output=True, text=True)
    code = (
        f"import sys; sys.argv = ['babelance', *{[*words, '--json']!r}]\n"
        "import babelance.cli as c\n"
        "try: c.main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'torch', 'transformers'} & set(sys.modules)), file=sys.stderr)"
    )
    again = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert again.stdout == first.stdout
    assert again.stderr.strip().splitlines()[-1] == "[]"


def test_every_item_is_in_the_table_scored_or_with_a_reason(pairs: Path, tmp_path: Path) -> None:
    plan = make_plan(models=["fake:random"], data=[str(pairs)], measures=["cps", "aul"], languages=["en"])
    execute(plan, out=tmp_path / "out")
    rows = pd.read_parquet(tmp_path / "out" / "scored.parquet")
    assert len(rows) == 2 * 4
    assert rows.skipped.notna().sum() == 4
    assert rows[rows.skipped.isna()][["more", "less", "score", "shared"]].notna().all().all()


def test_results_say_how_many_were_skipped_and_why(pairs: Path) -> None:
    result = evaluate("cps", model="fake:random", data=str(pairs), language="en")
    assert isinstance(result, Estimate)
    assert (result.about.n, result.about.total) == (2, 4)
    assert set(result.about.skipped) == {"the two sentences are identical", "empty text"}


def test_no_scored_item_is_undefined_with_the_reason_never_a_number(tmp_path: Path) -> None:
    path = tmp_path / "same.csv"
    path.write_text("more,less\nSame,Same\n")
    result = evaluate("cps", model="fake:random", data=str(path), language="en")
    assert isinstance(result, Undefined) and "identical" in result.undefined


def test_a_uniform_model_is_exactly_ideal_on_pairs(pairs: Path) -> None:
    for measure in ("cps", "s-jsd", "b-s-jsd"):
        result = evaluate(measure, model="fake:uniform", data=str(pairs), language="en")
        assert isinstance(result, Estimate) and result.value == result.about.scale.ideal


def test_a_signature_replays_to_the_same_number() -> None:
    first = evaluate(
        "s-jsd",
        model="fake:random",
        data="babel-pairs",
        language="fi",
        seed=3,
        level=0.9,
        draws=500,
        perturb="drop-last-character",
    )
    assert isinstance(first, Estimate)
    again = replay(str(first.about.signature))
    assert isinstance(again, Estimate)
    assert (again.value, again.low, again.high) == (first.value, first.low, first.high)
    assert str(again.about.signature) == str(first.about.signature)


def test_a_signature_of_a_group_replays_too(pairs: Path) -> None:
    plan = make_plan(
        models=["fake:random"], data=[str(pairs)], measures=["cps"], languages=["en"], settings=Settings(by=("kind",))
    )
    [group] = [result for result in execute(plan) if result.about.group == "kind=a"]
    again = replay(str(group.about.signature))
    assert isinstance(again, Estimate) and isinstance(group, Estimate)
    assert (again.value, again.low) == (group.value, group.low)


def test_a_signature_of_changed_data_is_refused(pairs: Path) -> None:
    result = evaluate("cps", model="fake:random", data=str(pairs), language="en")
    pairs.write_text(PAIRS + "He sat,She sat,a\n")
    with pytest.raises(DataError, match="the data has changed"):
        replay(str(result.about.signature))


def test_results_of_earlier_jobs_survive_a_later_failure(
    pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan(models=["fake:random", "fake:uniform"], data=[str(pairs)], measures=["cps"], languages=["en"])

    def broken(queries: object) -> object:
        raise BabelanceError("the model fell over")

    monkeypatch.setattr(
        type(plan.jobs[1].model),
        "answer",
        lambda self, queries: (
            broken(queries) if self.name == "uniform" else iter([self._answer(query) for query in queries])
        ),
    )
    with pytest.raises(BabelanceError, match="fell over"):
        execute(plan, out=tmp_path / "out")
    lines = (tmp_path / "out" / "results.jsonl").read_text().splitlines()
    assert {json.loads(line)["model"] for line in lines} == {"fake:random"}
    assert json.loads((tmp_path / "out" / "run.json").read_text())["complete"] is False


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"measures": ["cpz"]}, UnknownName, "Did you mean 'cps'"),
        ({"models": ["fake:wise"]}, ModelError, "fake:random, fake:uniform and fake:KIND"),
        ({"data": ["nowhere.csv"]}, DataError, "nowhere.csv"),
        ({"languages": []}, InputError, "--languages"),
        ({"options": {"fidelty": "paper"}}, InputError, "fidelity"),
        ({"options": {"fidelity": "exact"}}, InputError, "paper or released"),
        ({"models": []}, InputError, "No models given"),
        ({"measures": ["ss"]}, DataError, "missing"),
    ],
)
def test_a_plan_that_cannot_work_is_refused_before_anything_loads(
    pairs: Path, change: dict[str, object], error: type[Exception], words: str
) -> None:
    good = {"models": ["fake:random"], "data": [str(pairs)], "measures": ["cps"], "languages": ["en"]}
    with pytest.raises(error, match=words):
        make_plan(**(good | change))  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [{"level": 1.0}, {"level": 0.2}, {"draws": 10}, {"limit": 0}, {"seed": -1}])
def test_settings_out_of_range_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Settings(**bad)  # type: ignore[arg-type]


def test_groups_get_results_of_their_own_and_adjusted_p_values(pairs: Path, tmp_path: Path) -> None:
    plan = make_plan(
        models=["fake:random"], data=[str(pairs)], measures=["aul"], languages=["en"], settings=Settings(by=("kind",))
    )
    evaluation = execute(plan)
    assert [result.about.group for result in evaluation] == [None, "kind=a", "kind=b"]
    whole, *parts = [result.verdict for result in evaluation]
    assert whole is not None and whole.family == "pairs" and whole.p_adjusted == whole.p
    assert {part.family for part in parts if part} == {"pairs by kind"}
    # No pair of one of the two kinds can be scored, and those of the other are a handful.
    assert {(part.kind, part.compared) for part in parts if part} == {("not-enough-evidence", 0)}
    reasons = sorted(part.reason.partition(" items ")[0] for part in parts if part)
    assert reasons == ["no item could be scored: the two sentences are identical", "too few"]


def test_results_become_a_data_frame(pairs: Path) -> None:
    plan = make_plan(models=["fake:random"], data=[str(pairs)], measures=["cps"], languages=["en"])
    frame = execute(plan).frame()
    assert frame.loc[0, "measure"] == "cps" and {"low", "high", "signature"} <= set(frame.columns)


def test_all_jobs_of_a_model_and_kind_follow_each_other(fixtures: Path) -> None:
    """A masked LM also has word vectors: two kinds, each loaded once however many languages there are."""
    model = str(fixtures / "models" / "mlm-bert")
    plan = make_plan(
        models=[model, "fake:random"], data=["babel-words"], measures=["weat", "ect"], languages=["de", "fi", "sw"]
    )
    order = [(job.origin.kind, job.origin.spec) for job in plan.jobs]
    changes = sum(one != other for one, other in pairwise(order))
    assert changes == len(set(order)) - 1
    assert [job.language for job in plan.jobs if job.origin.spec == "fake:random"] == ["de", "fi", "sw"]

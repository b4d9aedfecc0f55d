"""In test suites, in a Trainer, in MLflow, in notebooks and figures: the same numbers, where people already look."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import babelance
from babelance.api import Evaluation
from babelance.core.errors import InputError, MissingExtra
from babelance.core.estimate import Estimate, Undefined
from babelance.deliver.mlflow import log_to_mlflow
from babelance.deliver.testing import assert_not_worse
from babelance.deliver.trainer import AuditCallback, metrics
from babelance.run.plan import Settings
from tests.deliver.boats import write_pairs
from tests.expecting import expect, present


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    write_pairs(folder)
    return folder


@pytest.fixture(scope="module")
def evaluation(folder: Path) -> Evaluation:
    return babelance.evaluate_many(
        ["cps", "s-jsd"], models=["fake:random#1"], data=[str(folder / "pairs.csv")], languages=["en", "de"],
        out=folder / "run", settings=Settings(draws=100),
    )  # fmt: skip


def test_a_test_suite_passes_for_the_same_model_and_fails_with_the_reason_for_others(
    evaluation: Evaluation, folder: Path
) -> None:
    policy = folder / "policy.toml"
    policy.write_text('baseline = "run"\ndraws = 100\n[margins]\ncps = 1\n', encoding="utf-8")
    assert assert_not_worse("fake:random#1", policy).exit_code == 0
    with pytest.raises(AssertionError, match=r"cps on .* in en: (worse|cannot tell)"):
        assert_not_worse("fake:random#2", policy)


def test_a_policy_without_a_baseline_says_what_to_add(folder: Path) -> None:
    (folder / "bare.toml").write_text("draws = 100\n", encoding="utf-8")
    with pytest.raises(InputError, match="baseline = "):
        assert_not_worse("fake:random#1", folder / "bare.toml")


def test_every_number_has_a_flat_name_with_its_interval(evaluation: Evaluation) -> None:
    flat = metrics(evaluation)
    estimate = expect(Estimate, evaluation.results[0])
    assert flat["bias/cps/pairs.csv/en"] == estimate.value
    assert (flat["bias/cps/pairs.csv/en/low"], flat["bias/cps/pairs.csv/en/high"]) == (estimate.low, estimate.high)
    assert metrics([Undefined(estimate.about, "nothing to measure")]) == {}


class Recorder:
    """Stands for the module of MLflow."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **options: self.calls.append((name, args, options))


def test_mlflow_gets_metrics_tags_and_files_in_one_call(
    evaluation: Evaluation, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder()
    monkeypatch.setitem(sys.modules, "mlflow", recorder)
    log_to_mlflow(folder / "run", step=7)
    calls = {name: (args, options) for name, args, options in recorder.calls}
    assert calls["log_metrics"][0][0]["bias/cps/pairs.csv/en"] == expect(Estimate, evaluation.results[0]).value
    assert calls["log_metrics"][1] == {"step": 7}
    assert calls["log_artifacts"][0] == (str(folder / "run"),)
    assert calls["log_text"][0][0].splitlines()[0] == str(evaluation.results[0].about.signature)


def test_mlflow_itself_takes_it(evaluation: Evaluation, folder: Path, tmp_path: Path) -> None:
    mlflow = pytest.importorskip("mlflow")
    mlflow.set_tracking_uri(f"sqlite:///{tmp_path / 'mlflow.db'}")
    experiment = mlflow.create_experiment("bias", artifact_location=(tmp_path / "files").as_uri())
    with mlflow.start_run(experiment_id=experiment) as run:
        log_to_mlflow(folder / "run", step=7)
        log_to_mlflow(evaluation, step=8)
    kept = mlflow.get_run(run.info.run_id).data
    estimate = expect(Estimate, evaluation.results[0])
    assert kept.metrics["bias/cps/pairs.csv/en"] == estimate.value
    history = mlflow.MlflowClient().get_metric_history(run.info.run_id, "bias/cps/pairs.csv/en")
    assert [one.step for one in history] == [7, 8]
    assert kept.tags["bias.headline"]
    files = {path.name: path for path in (tmp_path / "files").rglob("*") if path.is_file()}
    assert {"results.jsonl", "scored.parquet", "run.json", "signatures.txt"} <= files.keys()
    assert str(estimate.about.signature) in files["signatures.txt"].read_text(encoding="utf-8")


def test_mlflow_gets_nothing_of_a_run_that_was_changed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder()
    monkeypatch.setitem(sys.modules, "mlflow", recorder)
    shutil.copytree(folder / "run", tmp_path / "run")
    (tmp_path / "run" / "scored.parquet").unlink()
    with pytest.raises(InputError, match="incomplete=True"):
        log_to_mlflow(tmp_path / "run")
    assert not recorder.calls
    log_to_mlflow(tmp_path / "run", incomplete=True)
    assert recorder.calls


def test_whoever_lacks_mlflow_is_told_the_command(evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(MissingExtra, match=r"babelance\[mlflow\]"):
        log_to_mlflow(evaluation)


def test_notebooks_show_every_result_with_its_interval_and_nothing_of_a_name_is_run(evaluation: Evaluation) -> None:
    from dataclasses import replace

    shown = evaluation._repr_html_()
    assert shown.count("<tr>") == 1 + len(evaluation) and shown.count("<svg") == len(evaluation)
    first = evaluation.results[0]
    evil = replace(first, about=replace(first.about, data="<script>alert(1)</script>"))
    assert "<script" not in evil._repr_html_() and "&lt;script&gt;" in evil._repr_html_()
    assert "undefined: nothing" in Undefined(first.about, "nothing to measure")._repr_html_()


def test_rows_of_a_measure_are_drawn_on_one_axis(evaluation: Evaluation) -> None:
    """A score ten times as far from its null is drawn ten times as far from it."""
    from dataclasses import replace

    near = next(result for result in evaluation if isinstance(result, Estimate) and result.about.measure == "s-jsd")
    verdict = replace(present(near.verdict), null=0.0)
    near = replace(near, value=0.01, low=0.005, high=0.015, verdict=verdict)
    shown = Evaluation((near, replace(near, value=0.1, low=0.05, high=0.15)))._repr_html_()
    points, nulls = (list(map(float, re.findall(rf'{name}="([\d.]+)"', shown))) for name in ("cx", "line x1"))
    assert nulls[0] == nulls[2]
    assert (points[1] - nulls[2]) / (points[0] - nulls[0]) == pytest.approx(10, abs=0.5)
    assert "<th" in shown and ">group<" not in shown and ">model<" not in shown


def test_a_figure_has_a_panel_for_each_measure_and_can_be_printed(evaluation: Evaluation, tmp_path: Path) -> None:
    first = evaluation.results[0]
    drawn = Evaluation((*evaluation.results, Undefined(first.about, "nothing to measure"))).plot()
    assert [panel.get_title() for panel in drawn.axes] == ["cps", "s-jsd"]
    assert "no number: nothing to measure" in [text.get_text() for text in drawn.axes[0].texts]
    drawn.savefig(tmp_path / "bias.pdf")
    drawn.savefig(tmp_path / "bias.png")
    assert (tmp_path / "bias.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture(scope="module")
def wandb() -> Iterator[MagicMock]:
    """A module that stands for Weights & Biases: the Trainer's own callback for it imports and calls it."""
    fake = MagicMock(__spec__=ModuleSpec("wandb", None))
    inside = {f"wandb.sdk{name}": MagicMock() for name in ("", ".lib", ".lib.config_util")}
    inside["wandb.sdk.lib.config_util"].ConfigError = RuntimeError
    with pytest.MonkeyPatch.context() as patch:
        for name, module in {"wandb": fake, **inside}.items():
            patch.setitem(sys.modules, name, module)
        yield fake


@pytest.fixture(scope="module")
def trained(folder: Path, wandb: MagicMock) -> tuple[Any, Path, MagicMock]:
    """Four steps of training, an audit after every second one; logged to TensorBoard and to a stand-in for W&B."""
    import torch
    from transformers import AutoModelForMaskedLM, Trainer, TrainingArguments

    from tests.models import tiny_masked

    words = sorted({word for n in range(12) for word in f"The x boat {n} sails . A y ship".split()})
    tokens = tiny_masked.tokenizer(words)
    tiny_masked.write(folder / "model", tokens=tokens, vocab_size=len(tokens))
    model = AutoModelForMaskedLM.from_pretrained(folder / "model")
    rows = [{"input_ids": torch.tensor([1, 2, 3]), "labels": torch.tensor([1, 2, 3])}] * 8
    arguments = TrainingArguments(
        output_dir=str(folder / "out"), max_steps=4, per_device_train_batch_size=2, report_to=["tensorboard", "wandb"],
        logging_steps=10, save_strategy="no", use_cpu=True, disable_tqdm=True,
    )  # fmt: skip
    trainer = Trainer(model=model, args=arguments, train_dataset=rows, processing_class=tokens)
    callback = AuditCallback(every=2, data=[str(folder / "pairs.csv")], measures=["cps"], limit=12, draws=100)
    callback.attach(trainer)
    trainer.train()
    return callback, folder, wandb


def test_a_trainer_audits_every_few_steps(trained: tuple[AuditCallback, Path, MagicMock]) -> None:
    callback, _, wandb = trained
    assert list(callback.history) == [2, 4]
    calls = [call.args[0] for call in wandb.log.call_args_list]
    logged = {values["train/global_step"]: values for values in calls if "train/bias/cps/pairs.csv/en" in values}
    assert list(logged) == [2, 4]
    estimate = expect(Estimate, callback.history[4].results[0])
    assert logged[4]["train/bias/cps/pairs.csv/en"] == estimate.value
    assert logged[4]["train/bias/cps/pairs.csv/en/low"] == estimate.low


def test_what_a_trainer_found_is_in_tensorboard(trained: tuple[AuditCallback, Path, MagicMock]) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    callback, folder, _ = trained
    [events] = {path.parent for path in folder.rglob("events.out.tfevents.*")}
    accumulator = EventAccumulator(str(events)).Reload()
    [tag] = [name for name in accumulator.Tags()["scalars"] if name.endswith("bias/cps/pairs.csv/en")]
    values = [(event.step, event.value) for event in accumulator.Scalars(tag)]
    found = {step: expect(Estimate, audit.results[0]).value for step, audit in callback.history.items()}
    assert dict(values) == pytest.approx(found)


def test_a_trainer_without_a_tokenizer_is_told_what_is_missing() -> None:
    callback = AuditCallback(every=1)
    with pytest.raises(InputError, match="processing_class"):
        callback.on_step_end(None, SimpleNamespace(global_step=1), None, model=None)
    with pytest.raises(InputError, match="every 0 steps"):
        AuditCallback(every=0)

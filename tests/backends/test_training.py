"""Training: a schedule that can be checked by hand, the best weights, and the same bits after kill -9."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from babelance.backends.training.loop import STATE, Progress, fit, remove_state
from babelance.backends.training.recipe import Recipe, rate_factor
from babelance.core.errors import InputError, ModelError, StoreError
from tests.faults.waiting import wait_for


class Line:
    """y = 2x, learnt by one weight; scores are given, or the negative error."""

    def __init__(self, scores: Sequence[float] = (), batches: int = 8) -> None:
        self.scores = list(scores)
        self.batches = batches

    def epoch(self, number: int) -> list[float]:
        return [float(value) for value in torch.linspace(-1, 1, self.batches) + 0.01 * number]

    def loss(self, model: Any, batch: float) -> torch.Tensor:
        noisy = torch.nn.functional.dropout(torch.tensor([batch]), 0.3)
        return ((model(noisy) - 2 * batch) ** 2).mean()

    def score(self, model: Any) -> float:
        return self.scores.pop(0) if self.scores else -abs(model.weight.item() - 2)


def model() -> torch.nn.Linear:
    torch.manual_seed(3)
    return torch.nn.Linear(1, 1, bias=False)


def test_the_rate_rises_in_a_line_and_falls_in_a_line_to_zero() -> None:
    assert [rate_factor(step, 10, 0.4) for step in range(4)] == pytest.approx([0.2, 0.4, 0.6, 0.8])
    assert [rate_factor(step, 10, 4) for step in range(4, 11)] == pytest.approx(
        [1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6, 0]
    )
    assert rate_factor(0, 10, 0) == 1


def test_training_reduces_the_loss_and_tells_the_time_left(tmp_path: Path) -> None:
    told: list[Progress] = []
    fitted = fit(model(), Line(), Recipe(epochs=20, rate=0.05), tmp_path / "t", tell=told.append)
    assert fitted.losses[-1] < fitted.losses[0] / 2
    assert told[-1].step == told[-1].steps == 160
    assert told[-1].seconds_left == 0 and told[40].seconds_left > 0


def test_the_best_weights_are_kept_not_the_last(tmp_path: Path) -> None:
    weights: list[float] = []

    class Watched(Line):
        def score(self, model: Any) -> float:
            weights.append(model.weight.item())
            return super().score(model)

    line = model()
    fitted = fit(line, Watched([50, 90, 70]), Recipe(epochs=3, rate=0.05), tmp_path / "t")
    assert fitted.best == 1 and line.weight.item() == weights[1] != weights[2]


def test_of_equal_scores_the_last_is_kept(tmp_path: Path) -> None:
    assert fit(model(), Line([50, 90, 90]), Recipe(epochs=3, rate=0.01), tmp_path / "t").best == 2


def test_patience_stops_early_once_the_score_is_enough(tmp_path: Path) -> None:
    fitted = fit(model(), Line([50, 60, 60, 60, 95, 95, 95, 1]), Recipe(epochs=9, rate=0.01, patience=2, enough=90),
                tmp_path / "t")  # fmt: skip
    assert fitted.scores == [50, 60, 60, 60, 95, 95, 95]


def test_patience_alone_stops_early_also_where_scores_are_negative(tmp_path: Path) -> None:
    fitted = fit(model(), Line([-5, -6, -7, -8]), Recipe(epochs=9, rate=0.01, patience=2), tmp_path / "t")
    assert fitted.scores == [-5, -6, -7]


def test_a_loss_that_is_no_number_stops_with_advice(tmp_path: Path) -> None:
    task = Line()
    task.loss = lambda one, batch: one.weight.sum() * float("nan")  # type: ignore[assignment, method-assign]
    with pytest.raises(ModelError, match=r"The loss is nan at step 1 .*lower learning rate"):
        fit(model(), task, Recipe(rate=0.5), tmp_path / "t")


def test_weights_that_overflow_in_the_last_step_stop_with_advice(tmp_path: Path) -> None:
    """No loss follows that would tell; a score of labels alone would look like a bad model, not like a broken one."""
    task, one = Line(scores=[50], batches=1), model()
    one.weight.register_hook(lambda gradient: one.weight.data.fill_(float("inf")))
    with pytest.raises(ModelError, match=r"Weights are not finite after step 1 of 1\. .*lower learning rate"):
        fit(one, task, Recipe(rate=0.5, epochs=1), tmp_path / "t")


def test_nothing_to_train_on_or_with_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no batches"):
        fit(model(), Line(batches=0), Recipe(), tmp_path / "t")
    frozen = model().requires_grad_(False)
    with pytest.raises(ModelError, match="frozen"):
        fit(frozen, Line(), Recipe(), tmp_path / "u")


@pytest.mark.parametrize("wrong", [{"epochs": 0}, {"batch": 0}, {"rate": 0}, {"rate": 2}, {"warm_up": -1}, {"clip": 0}])
def test_recipes_that_cannot_work_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Recipe(**wrong)  # type: ignore[arg-type]


class Stopped(Exception):
    pass


def stop_at(step: int) -> Any:
    def tell(progress: Progress) -> None:
        if progress.step == step:
            raise Stopped

    return tell


@pytest.mark.parametrize("step", [1, 7, 8, 13, 23])
def test_a_training_that_was_stopped_ends_with_the_same_bits(tmp_path: Path, step: int) -> None:
    recipe = Recipe(epochs=3, rate=0.05, save_seconds=0)
    whole, parts = model(), model()
    fit(whole, Line(), recipe, tmp_path / "whole")
    with pytest.raises(Stopped):
        fit(parts, Line(), recipe, tmp_path / "parts", tell=stop_at(step))
    torch.rand(5)
    again = model()
    fit(again, Line(), recipe, tmp_path / "parts")
    assert torch.equal(whole.weight, again.weight)


def test_another_recipe_or_other_data_does_not_go_on_in_the_same_folder(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        fit(model(), Line(), Recipe(rate=0.1, save_seconds=0), tmp_path, key="a", tell=stop_at(3))
    with pytest.raises(InputError, match="unfinished training with other rate"):
        fit(model(), Line(), Recipe(rate=0.2), tmp_path, key="a")
    with pytest.raises(InputError, match="unfinished training with other data or base"):
        fit(model(), Line(), Recipe(rate=0.1), tmp_path, key="b")


def test_bfloat16_is_used_where_it_is_asked_for_and_weights_stay_float32(tmp_path: Path) -> None:
    seen = []

    class Watched(Line):
        def loss(self, model: Any, batch: Any) -> torch.Tensor:
            seen.append(torch.is_autocast_enabled("cpu"))
            return super().loss(model, batch)

    for precision in ("auto", "float32", "bfloat16"):
        line = model()
        fit(line, Watched(), Recipe(epochs=1, rate=0.05, precision=precision), tmp_path / precision)
        assert line.weight.dtype == torch.float32
    count = len(seen) // 3
    assert seen == [False] * 2 * count + [True] * count


def test_a_full_disk_leaves_the_last_checkpoint_and_no_half_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe, whole = Recipe(epochs=2, rate=0.05, save_seconds=0), model()
    fit(whole, Line(), recipe, tmp_path / "whole")
    real, count = torch.save, 0

    def full(content: Any, file: Any) -> None:
        nonlocal count
        count += 1
        if count > 5:
            file.write(b"half of it")
            raise OSError(28, "No space left on device")
        real(content, file)

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(StoreError, match=r"No space left on device.*goes on from the last checkpoint"):
        fit(model(), Line(), recipe, tmp_path / "parts")
    monkeypatch.undo()
    assert sorted(path.name for path in (tmp_path / "parts").iterdir()) == ["plan.json", STATE]
    again = model()
    fit(again, Line(), recipe, tmp_path / "parts")
    assert torch.equal(whole.weight, again.weight)


def test_a_broken_checkpoint_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        fit(model(), Line(), Recipe(rate=0.1, save_seconds=0), tmp_path, tell=stop_at(3))
    (tmp_path / STATE).write_bytes(b"no checkpoint")
    with pytest.raises(StoreError, match="Remove its folder to begin anew"):
        fit(model(), Line(), Recipe(rate=0.1), tmp_path)


def test_what_is_done_leaves_no_checkpoints(tmp_path: Path) -> None:
    fit(model(), Line(), Recipe(rate=0.1), tmp_path / "t")
    remove_state(tmp_path / "t")
    assert not (tmp_path / "t").exists()


SCRIPT = """
    import sys, time
    from pathlib import Path
    sys.path.insert(0, {tests!r})
    from test_training import Line, model
    from babelance.backends.training.loop import fit
    from babelance.backends.training.recipe import Recipe

    line, told = model(), []

    def tell(progress):
        told.append(progress)
        if sys.argv[2:] and len(told) == 40:
            Path(sys.argv[2]).touch()
            time.sleep(600)

    fit(line, Line(), Recipe(epochs=12, rate=0.05, save_seconds=0), Path(sys.argv[1]), tell=tell)
    print(repr(line.weight.item()))
"""


def test_kill_9_in_the_middle_and_the_same_bits_at_the_end(tmp_path: Path) -> None:
    code = textwrap.dedent(SCRIPT.format(tests=str(Path(__file__).parent)))
    command = [sys.executable, "-c", code]
    whole = model()
    fit(whole, Line(), Recipe(epochs=12, rate=0.05), tmp_path / "whole")
    running = subprocess.Popen([*command, str(tmp_path / "parts"), str(tmp_path / "reached")], stdout=subprocess.PIPE)
    wait_for(tmp_path / "reached", running)
    assert (tmp_path / "parts" / STATE).is_file()
    running.send_signal(signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    done = subprocess.run([*command, str(tmp_path / "parts")], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr(whole.weight.item())

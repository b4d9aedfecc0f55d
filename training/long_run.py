"""A training by the clock that can be stopped at any moment: schedule, checkpoints, log, and `touch OUT/finish`."""

import argparse
import json
import os
import statistics
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

CHECKPOINT_SECONDS = 180

Update = Callable[[Any, int, float], tuple[float, int]]
"""(what is in a batch, its number, learning rate) → (loss, tokens that were read)."""


@dataclass(frozen=True)
class Schedule:
    """Learning rate over seconds of computing."""

    peak: float
    end: float
    warm_up: float
    decay: float

    def rate(self, seconds: float) -> float:
        """Rises over `warm_up`, falls linearly to zero over the last `decay` seconds."""
        return self.peak * max(0.0, min(1.0, seconds / self.warm_up, (self.end - seconds) / self.decay))

    def finishing(self, seconds: float, decay: float) -> "Schedule":
        """From the rate of this moment down to zero, `decay` seconds from now or sooner."""
        decay = min(decay, self.end - seconds)
        return Schedule(self.rate(seconds), seconds + decay, warm_up=1e-9, decay=decay)


class Clock:
    """Seconds of computing: a step far longer than its neighbours was a pause and counts as one of them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.recent: deque[float] = deque(maxlen=50)

    def add(self, duration: float) -> None:
        """Count one step."""
        self.recent.append(duration)
        self.seconds += min(duration, 4 * statistics.median(self.recent))


def options_of_a_long_run(
    description: str | None, *, minutes: float, finish_minutes: float, threads: int, rate: float, per_batch: str
) -> argparse.ArgumentParser:
    """What every training by the clock is told; `per_batch` says what `--tokens` counts."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="checkpoints, log and the final model")
    add("--minutes", type=float, default=minutes, help="time to compute, pauses excluded")
    add("--finish-minutes", type=float, default=finish_minutes, help="length of the decay after `touch OUT/finish`")
    add("--seed", type=int, default=7)
    add("--threads", type=int, default=threads)
    add("--tokens", type=int, default=4096, help=f"{per_batch} per batch")
    add("--rate", type=float, default=rate, help="peak learning rate")
    add("--bfloat16", action="store_true", help="faster on processors that have it")
    return parser


def train_by_clock(
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    progress: dict[str, Any],
    options: argparse.Namespace,
    schedule: Schedule,
    *,
    pool: Callable[[int], Sequence[Any]],
    update: Update,
) -> None:
    """Until the schedule ends, from where `progress` says. `pool` gives the batches of the n-th pool."""
    checkpoint, clock, saved = options.out / "checkpoint.pt", Clock(progress["seconds"]), time.monotonic()
    losses: deque[float] = deque(maxlen=100)
    while True:
        for number, chosen in enumerate(pool(progress["pool"])[progress["batch"] :], start=progress["batch"]):
            started = time.monotonic()
            if (options.out / "finish").exists() and not progress["finish"]:
                progress["finish"] = clock.seconds
            current = schedule
            if progress["finish"]:
                current = schedule.finishing(progress["finish"], 60 * options.finish_minutes)
            if clock.seconds >= current.end:
                save(checkpoint, model, optimiser, progress | {"batch": number})
                return
            rate = current.rate(clock.seconds + 1)
            loss, tokens = update(chosen, number, rate)
            losses.append(loss)
            clock.add(time.monotonic() - started)
            progress |= {
                "step": progress["step"] + 1,
                "batch": number + 1,
                "seconds": clock.seconds,
                "tokens": progress["tokens"] + tokens,
            }
            if progress["step"] % 50 == 0:
                note(options.out / "log.jsonl", progress | {"loss": float(np.mean(losses)), "rate": rate})
            if time.monotonic() - saved > CHECKPOINT_SECONDS:
                save(checkpoint, model, optimiser, progress)
                saved = time.monotonic()
        progress |= {"pool": progress["pool"] + 1, "batch": 0}


def decayed_matrices(model: nn.Module, decay: float) -> list[dict[str, Any]]:
    """Groups for an optimiser: matrices are decayed; biases and normalisation are not."""
    trained = [weight for weight in model.parameters() if weight.requires_grad]
    return [
        {"params": [weight for weight in trained if weight.ndim > 1], "weight_decay": decay},
        {"params": [weight for weight in trained if weight.ndim <= 1], "weight_decay": 0.0},
    ]


def descend(model: nn.Module, optimiser: torch.optim.Optimizer, loss: torch.Tensor, rate: float) -> None:
    """One update at this learning rate, with clipped gradients."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimiser.step()


def restore(path: Path, model: nn.Module, optimiser: torch.optim.Optimizer) -> dict[str, Any]:
    """Where the run stands; a new run stands at zero."""
    if not path.exists():
        return {"step": 0, "pool": 0, "batch": 0, "seconds": 0.0, "tokens": 0, "finish": 0.0}
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    optimiser.load_state_dict(state["optimiser"])
    progress: dict[str, Any] = state["place"]
    return progress


def save(path: Path, model: nn.Module, optimiser: torch.optim.Optimizer, progress: dict[str, Any]) -> None:
    """Replace the checkpoint in one move, so a kill leaves the old one or the new one."""
    partial = path.with_suffix(".partial")
    with partial.open("wb") as stream:
        torch.save({"model": model.state_dict(), "optimiser": optimiser.state_dict(), "place": progress}, stream)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(path)


def note(path: Path, record: dict[str, Any]) -> None:
    """One line of the log."""
    with path.open("a") as stream:
        stream.write(json.dumps(record) + "\n")

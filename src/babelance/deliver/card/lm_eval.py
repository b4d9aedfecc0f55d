"""The results file of the LM Evaluation Harness: what its tables and the tools around it read.

A task is a measure on a dataset in a language. Metrics are `MEASURE,none` with `MEASURE_stderr,none`, and the distance
from an ideal within the scale beside it. Standard errors are those of intervals as wide as ours; the intervals
themselves, verdicts and signatures stand in `configs`.
"""

from __future__ import annotations

import json
from typing import Any

from babelance._version import __version__
from babelance.core.estimate import Estimate
from babelance.deliver.card.entries import Runs, distance, lower_is_better, standard_error, tasks

NONE = "none"
"""The filter that was applied to the answers."""


def lm_eval(runs: Runs) -> str:
    model = runs.one_model()
    named = list(tasks(runs.defined))
    document = {
        "results": {task: _metrics(task, estimate) for task, estimate in named},
        "group_subtasks": {task: [] for task, _ in named},
        "configs": {task: _config(task, estimate) for task, estimate in named},
        "versions": {task: estimate.about.data.partition("@")[2] or "1" for task, estimate in named},
        "n-shot": {task: 0 for task, _ in named},
        "higher_is_better": {task: _higher(estimate) for task, estimate in named},
        "n-samples": {
            task: {"original": estimate.about.total, "effective": estimate.about.n} for task, estimate in named
        },
        "config": {"model": "babelance", "model_args": f"pretrained={model}", "batch_size": None, "limit": None},
        "git_hash": None,
        "date": runs.time,
        "lm_eval_version": None,
        "babelance_version": __version__,
        "model_source": "babelance",
        "model_name": model,
        "model_name_sanitized": "".join(letter if letter.isalnum() else "__" for letter in model),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _metrics(task: str, estimate: Estimate) -> dict[str, Any]:
    name, far = estimate.about.measure, distance(estimate)
    values: dict[str, Any] = {"alias": task, "name": task, "sample_len": estimate.about.n}
    values |= _pair(name, estimate.value, standard_error(estimate.low, estimate.high, estimate.level))
    if far:
        values |= _pair(f"{name}_distance", far.value, standard_error(far.low, far.high, estimate.level))
    return values


def _pair(name: str, value: float, error: float) -> dict[str, float]:
    return {f"{name},{NONE}": value, f"{name}_stderr,{NONE}": error}


def _higher(estimate: Estimate) -> dict[str, bool | None]:
    """None where neither is better."""
    name = estimate.about.measure
    if distance(estimate):
        return {name: None, f"{name}_distance": False}
    return {name: not lower_is_better(estimate)}


def _config(task: str, estimate: Estimate) -> dict[str, Any]:
    about, verdict = estimate.about, estimate.verdict
    return {
        "task": task,
        "dataset_path": about.data,
        "dataset_name": about.language,
        "output_type": "babelance",
        "num_fewshot": 0,
        "metric_list": [{"metric": about.measure, "ideal": about.scale.ideal}],
        "metadata": {
            "signature": str(about.signature),
            "interval": [estimate.low, estimate.high],
            "level": estimate.level,
            "skipped": dict(about.skipped),
            "nulls": dict(estimate.nulls),
            "verdict": verdict.kind if verdict else None,
            "sentence": verdict.sentence if verdict else None,
        },
    }

"""A log of Inspect (`inspect_ai`), which its viewer opens: one for each model, a score for each measure and language.

Written by hand, in the format of version 2 of its JSON logs, so that the package need not be here; tests read it back
with the package. Items are samples. An item without a score of its own (NLI, sentences of groups) has what it was
answered, by name; one that could not be scored has the reason as its explanation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from babelance._version import __version__
from babelance.core.estimate import Estimate
from babelance.core.untrusted import object_in_cell
from babelance.deliver.card.entries import Runs, distance, own_columns, plain_model, stable_uuid, standard_error, tasks

VERSION = 2


def inspect_log(runs: Runs) -> dict[str, str]:
    """Name → text of the log. Inspect takes only files whose names begin with a time for logs."""
    named = list(tasks(runs.defined))
    identity = stable_uuid("\n".join(str(estimate.about.signature) for _, estimate in named)).replace("-", "")[:22]
    time = runs.date.removesuffix("Z").replace(":", "-")
    return {f"{time}+00-00_social-bias_{identity}.json": _log(runs, named, identity)}


def _log(runs: Runs, named: Sequence[tuple[str, Estimate]], identity: str) -> str:
    model, samples = runs.one_model(), list(_samples(runs, named))
    document = {
        "version": VERSION,
        "status": "success",
        "eval": _spec(runs, model, identity, len(samples)),
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": len(samples),
            "completed_samples": len(samples),
            "scores": [_score(task, estimate) for task, estimate in named],
        },
        "stats": {"started_at": runs.date, "completed_at": runs.date, "model_usage": {}},
        "samples": samples,
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _spec(runs: Runs, model: str, identity: str, count: int) -> dict[str, Any]:
    data = ", ".join(dict.fromkeys(estimate.about.data for estimate in runs.defined))
    return {
        "eval_id": identity,
        "run_id": identity,
        "created": runs.date,
        "task": "social_bias",
        "task_id": identity,
        "task_version": 0,
        "task_attribs": {},
        "task_args": {},
        "dataset": {"name": data, "samples": count, "shuffled": False},
        "model": f"babelance/{plain_model(model)}",
        "model_args": {"id": model},
        "config": {},
        "packages": {"babelance": __version__},
        "metadata": {"conclusion": [run.conclusion.headline for run in runs.folders if run.conclusion]},
    }


def _score(task: str, estimate: Estimate) -> dict[str, Any]:
    about, far, verdict = estimate.about, distance(estimate), estimate.verdict
    error = standard_error(estimate.low, estimate.high, estimate.level)
    metrics = {about.measure: estimate.value, "stderr": error, "low": estimate.low, "high": estimate.high}
    metrics |= {"distance_from_ideal": far.value} if far else {}
    return {
        "name": task,
        "scorer": about.measure,
        "scored_samples": about.n,
        "unscored_samples": about.total - about.n,
        "params": dict(about.signature.options),
        "metrics": {name: {"name": name, "value": value, "params": {}} for name, value in metrics.items()},
        "metadata": {
            "signature": str(about.signature),
            "ideal": about.scale.ideal,
            "verdict": verdict.kind if verdict else None,
            "sentence": verdict.sentence if verdict else None,
        },
    }


def _samples(runs: Runs, named: Sequence[tuple[str, Estimate]]) -> Iterator[dict[str, Any]]:
    """One for each item, with what every measure says about it."""
    samples: dict[tuple[str, str, str], dict[str, Any]] = {}
    for run in runs.folders:
        for row in run.scored.to_dict("records"):
            task = _task_of(row, named)
            if task:
                key = (str(row["data"]), str(row["language"]), str(row["item"]))
                sample = samples.setdefault(key, _sample(key, row))
                sample["scores"][task] = _sample_score(row)
    yield from samples.values()


def _task_of(row: dict[Any, Any], named: Sequence[tuple[str, Estimate]]) -> str | None:
    for task, estimate in named:
        about = estimate.about
        if (row["measure"], row["model"], row["data"], row["language"]) == (
            about.measure, about.model, about.data, about.language
        ):  # fmt: skip
            return task
    return None


def _sample(key: tuple[str, str, str], row: dict[Any, Any]) -> dict[str, Any]:
    texts, tags = (object_in_cell(row.get(name), "scored.parquet") for name in ("texts", "tags"))
    return {
        "id": "/".join(key),
        "epoch": 1,
        "input": "\n".join(f"{name}: {text}" for name, text in texts.items()),
        "target": "",
        "messages": [],
        "output": {"model": "", "choices": []},
        "scores": {},
        "metadata": {"data": key[0], "language": key[1], **tags},
        "store": {},
        "events": [],
        "model_usage": {},
        "attachments": {},
    }


def _sample_score(row: dict[Any, Any]) -> dict[str, Any]:
    if isinstance(row.get("skipped"), str):
        return {"value": {}, "explanation": f"skipped: {row['skipped']}"}
    columns = own_columns(row)
    return {"value": columns.get("score", columns)}

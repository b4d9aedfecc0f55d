"""Every Eval Ever: the shared schema of the EvalEval Coalition, version 0.3.0, one JSON file and its instances (JSONL).

Schema: https://github.com/evaleval/every_eval_ever at commit 9bce4136e789ec006c62582f5f9d107d20f8b398,
every_eval_ever/schemas/eval.schema.json and instance_level_eval.schema.json.

A measure whose ideal lies within its scale has a second result, the distance from it: the schema wants to know whether
lower is better, and of a score with the ideal 50 neither is. No item has a right answer except for measures of use, so
`is_correct` is false elsewhere, and `metadata` says that it means nothing. An instance must have a score: an item of
inference has 1 where its label is the gold label (neutral, for measures of bias), with the label as output; items of
other measures that score only all items together have no instance, and the details of the result say so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from math import isfinite
from typing import Any

from babelance._version import __version__
from babelance.core.estimate import Estimate
from babelance.core.json_lines import json_line
from babelance.deliver.card.entries import (
    Distance,
    Runs,
    distance,
    file_name,
    lower_is_better,
    plain_model,
    stable_uuid,
)
from babelance.deliver.card.every_eval_ever_items import SCHEMA, instances_of, result_id, scored_rows
from babelance.stats.method import Method

SCHEMAS = {
    "eval.schema.json": "215f04c9a0d7a13f83c49ccd85f97018f39ad1e49af7a3a561841418e9ee08c9",
    "instance_level_eval.schema.json": "b16b7fa7f0aa32763444179d94ffb2336ddb12c3fd2903835fe491666c1ff3e6",
}
"""File of every_eval_ever/schemas (github.com/evaleval/every_eval_ever at 9bce4136e789ec006c62582f5f9d107d20f8b398) →
sha256 of what was read when this was written."""
BENCHMARK = "babelance"
NO_INSTANCES = "none: this measure scores all items together; what each was answered is in the files of the run"


def every_eval_ever(runs: Runs) -> dict[str, str]:
    """Path → text of the two files of one model, where the shared repository wants them."""
    model = runs.one_model()
    identity = stable_uuid("\n".join(str(estimate.about.signature) for estimate in runs.defined))
    developer, _, name = plain_model(model).rpartition("/")
    folder = f"data/{BENCHMARK}/{file_name(developer or 'unknown')}/{file_name(name)}"
    run_id = f"{BENCHMARK}/{plain_model(model)}/{int(runs.time)}"
    instances = "".join(f"{json_line(instance)}\n" for instance in instances_of(runs, run_id))
    samples = f"{folder}/{identity}_samples.jsonl"
    log = _log(runs, model, run_id, _without_instances(runs))
    log |= {"detailed_evaluation_results": _details_file(samples, instances)} if instances else {}
    files = {f"{folder}/{identity}.json": json.dumps(log, indent=2, ensure_ascii=False) + "\n"}
    return files | ({samples: instances} if instances else {})


def _log(runs: Runs, model: str, run_id: str, apart: frozenset[str]) -> dict[str, Any]:
    developer = plain_model(model).rpartition("/")[0]
    return {
        "schema_version": SCHEMA,
        "evaluation_id": run_id,
        "evaluation_timestamp": str(int(runs.time)),
        "retrieved_timestamp": str(int(runs.time)),
        "source_metadata": {
            "source_name": "babelance",
            "source_type": "evaluation_run",
            "source_organization_name": "unknown",
            "evaluator_relationship": "other",
        },
        "eval_library": {"name": "babelance", "version": __version__},
        "model_info": {
            "name": plain_model(model),
            "id": plain_model(model),
            **({"developer": developer} if developer else {}),
            "additional_details": {
                "deployment_type": "self_deployed",
                "model_availability": "unknown",
                "babelance_id": runs.overall[0].about.signature.model,
            },
        },
        "evaluation_results": [result for estimate in runs.defined for result in _results(estimate, apart)],
    }


def _without_instances(runs: Runs) -> frozenset[str]:
    """The results whose items have no score of their own, by their ids."""
    return frozenset(
        result_id(estimate)
        for run in runs.folders
        for estimate in run.overall
        if isinstance(estimate, Estimate) and not any(True for _ in scored_rows(run, estimate))
    )


def _results(estimate: Estimate, apart: frozenset[str]) -> Iterator[dict[str, Any]]:
    details = _details(estimate) | ({"instances": NO_INSTANCES} if result_id(estimate) in apart else {})
    yield _result(estimate, None, details)
    if far := distance(estimate):
        yield _result(estimate, far, details)


def _result(estimate: Estimate, far: Distance | None, details: dict[str, str]) -> dict[str, Any]:
    about = estimate.about
    ending = ".distance" if far else ""
    return {
        "evaluation_result_id": result_id(estimate) + ending,
        "evaluation_name": f"{about.measure}{ending} on {about.data} ({about.language})",
        "source_data": {
            "dataset_name": about.data,
            "source_type": "other",
            "additional_details": {"language": about.language, "identity": about.signature.data},
        },
        "metric_config": _metric(estimate, far),
        "score_details": {
            "score": far.value if far else estimate.value,
            "details": details,
            "uncertainty": _uncertainty(estimate, far),
        },
    }


def _metric(estimate: Estimate, far: Distance | None) -> dict[str, Any]:
    scale = estimate.about.scale
    ends = (0.0, max(scale.ideal - scale.low, scale.high - scale.ideal)) if far else (scale.low, scale.high)
    meaning = f"Distance from the ideal {scale.ideal:g}." if far else scale.reading
    return {
        "evaluation_description": meaning,
        "metric_id": f"babelance.{estimate.about.measure}{'.distance' if far else ''}",
        "metric_name": f"{estimate.about.measure}{', distance from the ideal' if far else ''}",
        "metric_unit": scale.unit or "points",
        "metric_parameters": dict(estimate.about.signature.options),
        "lower_is_better": bool(far) or lower_is_better(estimate),
        "score_type": "continuous",
        "min_score": _end(ends[0]),
        "max_score": _end(ends[1]),
        "additional_details": {"ideal": "0" if far else f"{scale.ideal:g}"},
    }


def _end(number: float) -> float | str:
    return float(number) if isfinite(number) else "Infinity" if number > 0 else "-Infinity"


def _uncertainty(estimate: Estimate, far: Distance | None) -> dict[str, Any]:
    drawn = Method.parse(estimate.method).count
    low, high = (far.low, far.high) if far else (estimate.low, estimate.high)
    interval = {"lower": low, "upper": high, "confidence_level": estimate.level, "method": estimate.method}
    counted = {"num_samples": estimate.about.n} | ({"num_bootstrap_samples": drawn} if drawn else {})
    return {"confidence_interval": interval, **counted}


def _details(estimate: Estimate) -> dict[str, str]:
    """All values are texts there."""
    about, verdict = estimate.about, estimate.verdict
    facts: dict[str, object] = {
        "signature": about.signature,
        "n": f"{about.n}/{about.total}",
        "skipped": json.dumps(dict(about.skipped), ensure_ascii=False),
        "nulls": json.dumps(dict(estimate.nulls)),
    }
    if verdict is not None:
        facts |= {"verdict": verdict.kind, "against": verdict.against, "sentence": verdict.sentence}
    return {name: str(fact) for name, fact in facts.items()}


def _details_file(path: str, text: str) -> dict[str, Any]:
    return {
        "format": "jsonl",
        "file_path": path,
        "hash_algorithm": "sha256",
        "checksum": hashlib.sha256(text.encode()).hexdigest(),
        "total_rows": text.count("\n"),
    }

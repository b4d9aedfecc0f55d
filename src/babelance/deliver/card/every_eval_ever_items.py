"""The items of a run in the shared schema of Every Eval Ever: a record for each that was scored."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from babelance.core.estimate import Estimate
from babelance.core.item import Item
from babelance.core.query import LABELS
from babelance.core.scored import Scored, Scores
from babelance.core.untrusted import object_in_cell
from babelance.deliver.card.entries import Runs, is_use, own_columns, plain_model, stable_uuid
from babelance.measures.formulas.nli_labels import credit
from babelance.report.results import Results

SCHEMA = "0.3.0"


def result_id(estimate: Estimate) -> str:
    return stable_uuid(str(estimate.about.signature))


def instances_of(runs: Runs, run_id: str) -> Iterator[dict[str, Any]]:
    """Every item that was scored; what was skipped has no score, and its reasons stand in the results."""
    for run in runs.folders:
        for estimate in run.overall:
            if isinstance(estimate, Estimate):
                yield from _of_result(run, estimate, run_id)


def _of_result(run: Results, estimate: Estimate, run_id: str) -> Iterator[dict[str, Any]]:
    return (_instance(row, estimate, run_id) for row in scored_rows(run, estimate))


def scored_rows(run: Results, estimate: Estimate) -> Iterator[dict[Any, Any]]:
    about = estimate.about
    rows = run.rows(about.measure)
    if "item" not in rows:
        return
    mine = rows[(rows["model"] == about.model) & (rows["data"] == about.data) & (rows["language"] == about.language)]
    for row in mine.to_dict("records"):
        if not isinstance(row.get("skipped"), str) and _score(row) is not None:
            yield row


def _score(row: dict[Any, Any]) -> float | None:
    """Of an item of inference, what its label is worth as the gold one: 1, 0, or 1/k where k labels tie."""
    columns = own_columns(row)
    if isinstance(score := columns.get("score"), float):
        return score
    if not _is_inference(columns):
        return None
    labelled = Scored(Item(str(row["item"]), "", {}), {"label": columns["label"]})
    return float(credit(Scores((labelled,)), _gold(columns))[0])


def _is_inference(columns: Mapping[str, float | str]) -> bool:
    return isinstance(columns.get("label"), str) and {f"p_{name}" for name in LABELS} <= set(columns)


def _gold(columns: Mapping[str, float | str]) -> str:
    return str(columns.get("gold", "neutral"))


def _instance(row: dict[Any, Any], estimate: Estimate, run_id: str) -> dict[str, Any]:
    texts, columns, score = object_in_cell(row.get("texts"), "scored.parquet"), own_columns(row), _score(row)
    raw = json.dumps(texts, ensure_ascii=False)
    right, choices = is_use(estimate), list(texts.values()) if {"more", "less"} <= set(texts) else None
    reference, output = [], [str(row["translation"])] if isinstance(row.get("translation"), str) else []
    if inferred := _is_inference(columns):
        right, choices, reference, output = True, [*LABELS], [_gold(columns)], [str(columns["label"])]
    caveats = {} if right else {"is_correct": "means nothing: no answer to this item is right or wrong"}
    if inferred and not is_use(estimate):
        caveats = {
            "score": "1 where the label is neutral, the gold label of all; the measure looks at all items together"
        }
    return {
        "schema_version": SCHEMA,
        "evaluation_id": run_id,
        "model_id": plain_model(estimate.about.model),
        "evaluation_name": f"{estimate.about.measure} on {estimate.about.data} ({estimate.about.language})",
        "evaluation_result_id": result_id(estimate),
        "sample_id": str(row["item"]),
        "sample_hash": hashlib.sha256(raw.encode()).hexdigest(),
        "interaction_type": "single_turn",
        "input": {"raw": raw, "reference": reference, "choices": choices},
        "output": {"raw": output},
        "answer_attribution": [],
        "evaluation": {"score": score, "is_correct": right and score == 1},
        "metadata": caveats,
    }

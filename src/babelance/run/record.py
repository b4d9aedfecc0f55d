"""Makes recorded answers from the score files that other tools leave behind, so that one code aggregates all numbers.

CrowS-Pairs: a table with `sent_more_score` and `sent_less_score`, a row per pair, in the order of the dataset.
StereoSet: the `predictions.json` of the released code, a score per sentence id.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.answer_check import check_answer
from babelance.core.codec import to_json
from babelance.core.errors import DataError, InputError
from babelance.core.files import write_lines
from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import Answer, Choices, Fill, Query, TokenLogprobs, Tokens
from babelance.core.untrusted import parse_json
from babelance.text.tables import read_text

_SMALLEST = math.ulp(0.0)
Recording = tuple[Query, Answer]


def record(scores: Path, items: Sequence[Item], measure: Measure, out: Path) -> int:
    """Writes what `scores` says about `items` as answers to the queries of `measure`; returns how many."""
    if scores.suffix == ".json":
        recordings = list(from_stereoset(_predictions(scores), items, measure))
    else:
        recordings = list(from_table(_rows(scores), items, measure))
    if not recordings:
        raise DataError(f"'{scores}' has no score of these {len(items)} items. They must be of the same dataset.")
    lines = (_line(query, check_answer(query, answer)) for query, answer in recordings)
    write_lines(out, (f"{line}\n" for line in lines))
    return len(recordings)


def _line(query: Query, answer: Answer) -> str:
    return json.dumps({"query": to_json(query), "answer": to_json(answer)}, allow_nan=False)


def from_table(rows: Sequence[dict[str, str]], items: Sequence[Item], measure: Measure) -> Iterator[Recording]:
    """Sums of log-probabilities of both sentences of each pair."""
    if len(rows) != len(items):
        raise DataError(f"{len(rows)} rows of scores for {len(items)} pairs. They must be of the same dataset.")
    for row, item in zip(rows, items, strict=True):
        missing = {"sent_more_score", "sent_less_score"} - set(row)
        if missing:
            named = ", ".join(filter(None, row))
            raise DataError(f"The scores lack the column {', '.join(sorted(missing))}; they have {named}.")
        queries = list(measure.ask(item))
        if len(queries) != 2 or not all(isinstance(query, TokenLogprobs) for query in queries):
            raise InputError(f"A table of scores answers measures of pairs, such as cps; '{measure.title}' is none.")
        yield queries[0], _sum(_number(row["sent_more_score"], item))
        yield queries[1], _sum(_number(row["sent_less_score"], item))


def from_stereoset(predictions: Any, items: Sequence[Item], measure: Measure) -> Iterator[Recording]:
    """Scores of the three sentences of each item, by the ids that the dataset keeps as texts."""
    try:
        tasks = [{str(entry["id"]): float(entry["score"]) for entry in task} for task in predictions.values()]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise DataError(
            f'The predictions are not StereoSet\'s, {{"intrasentence": [{{"id": …, "score": …}}]}}: {error}.'
        ) from error
    scores = {name: score for task in tasks for name, score in _log_scores(task).items()}
    for item in items:
        ids = [
            item.texts.get(f"id_{name}") or item.tags.get(f"id_{name}") for name in ("stereotype", "anti", "unrelated")
        ]
        for query in measure.ask(item):
            if not isinstance(query, Fill):
                raise InputError(f"StereoSet's predictions answer --measure ss; '{measure.title}' asks something else.")
            if all(entry in scores for entry in ids):
                values = np.asarray([scores[str(entry)] for entry in ids], dtype=np.float64)
                yield query, Choices(query.candidates, values)


def _log_scores(scores: dict[str, float]) -> dict[str, float]:
    """Of one task. The released code writes probabilities; numbers that are all 0 or less are their logarithms."""
    if all(score <= 0 for score in scores.values()):
        return scores
    if any(score < 0 or score > 1 for score in scores.values()):
        raise DataError("The scores of the predictions are neither probabilities (0 to 1) nor their logarithms (≤ 0).")
    # A probability that was rounded to 0 stays below all others; only the order of the three scores counts.
    return {name: math.log(max(score, _SMALLEST)) for name, score in scores.items()}


def _sum(value: float) -> Tokens:
    nowhere = np.zeros(1, dtype=np.int32)
    with np.errstate(over="ignore"):  # what does not fit is no finite number any more, and is refused as such
        logprobs = np.asarray([value], dtype=np.float32)
    return Tokens(("Σ",), nowhere, logprobs, length=1, summed=True)


def _number(text: str | None, item: Item) -> float:
    try:
        return float(text or "")
    except ValueError as error:
        raise DataError(f"The score of the pair '{item.id}' is {text!r}, not a number.") from error


def _predictions(path: Path) -> Any:
    return parse_json(read_text(path), str(path))


def _rows(path: Path) -> list[dict[str, str]]:
    text = read_text(path)
    dialect = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    try:
        return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect))
    except csv.Error as error:
        raise DataError(f"'{path}' is not a table: {error}.") from error

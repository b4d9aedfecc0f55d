"""Makes recorded answers from the score files that other tools leave behind, so that one code aggregates all numbers.

CrowS-Pairs: a table with `sent_more_score` and `sent_less_score`, a row per pair, in the order of the dataset.
StereoSet: the `predictions.json` of the released code, a score per sentence id.
Translations: a table with the columns `from` and `to`.
BBQ: JSON lines or a table with the columns of the dataset and one that has the answer in words, or its
number or letter (`--column`).
GEST: a text file with a number per line, log10 P(he) − log10 P(she), in the order of the dataset.
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
from babelance.core.limits import Budget
from babelance.core.measure import Measure
from babelance.core.query import Answer, Choices, Fill, Query, Text, TokenLogprobs, Tokens, Translate
from babelance.core.untrusted import parse_json, unique_keys
from babelance.run.answers_in_words import Recording, asks_options, from_answers
from babelance.text.tables import read_lines, read_table, read_text

_SMALLEST = math.ulp(0.0)
_ROW, _CELL = 300, 60
"""Bytes that a row of scores, and each of its cells, takes in Python at least."""


def record(scores: Path, items: Sequence[Item], measure: Measure, out: Path, *, column: str = "") -> int:
    """Writes what `scores` says about `items` as answers to the queries of `measure`; returns how many."""
    if column or asks_options(items, measure):
        recordings = list(from_answers([row.cells for row in read_table(scores).rows], column, items, measure))
    elif scores.suffix == ".json":
        recordings = list(from_stereoset(_predictions(scores), items, measure))
    elif scores.suffix == ".txt" or _begins_with_a_number(scores):
        recordings = list(from_lines(read_lines(scores), items, measure))
    else:
        rows = _rows(scores)
        translated = bool(rows) and {"from", "to"} <= set(rows[0])
        recordings = list((from_translations if translated else from_table)(rows, items, measure))
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


def from_translations(rows: Sequence[dict[str, str]], items: Sequence[Item], measure: Measure) -> Iterator[Recording]:
    """Translations of the texts that are asked about; of others there may be any number."""
    known = {row["from"]: row["to"] for row in rows}
    for query in dict.fromkeys(query for item in items for query in measure.ask(item)):
        if not isinstance(query, Translate):
            raise InputError(f"Translations answer measures of translators; '{measure.title}' is none.")
        if translation := known.get(query.text):
            yield query, Text(translation)


def from_lines(lines: Sequence[str], items: Sequence[Item], measure: Measure) -> Iterator[Recording]:
    """How much likelier, in powers of ten, the first of two words is than the second: one number for each item.

    Items that ask the same (a sentence that occurs twice) are one query: it is answered with their mean.
    """
    if len(lines) != len(items):
        raise DataError(f"{len(lines)} lines of scores for {len(items)} items. They must be of the same dataset.")
    asked: dict[Fill, list[float]] = {}
    for line, item in zip(lines, items, strict=True):
        queries = list(measure.ask(item))
        if len(queries) != 1 or not isinstance(queries[0], Fill) or len(queries[0].candidates) != 2:
            raise InputError(f"A score per line answers --measure gest; '{measure.title}' asks something else.")
        asked.setdefault(queries[0], []).append(_number(line, item))
    for query, values in asked.items():
        difference = math.log(10) * math.fsum(values) / len(values)
        # Only the difference is known. The likelier word is said to be certain, so that both are log-probabilities.
        yield query, Choices(query.candidates, np.asarray([min(difference, 0.0), min(-difference, 0.0)]))


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
        raise DataError(f"The score of the item '{item.id}' is {text and text[:80]!r}, not a number.") from error


def _begins_with_a_number(path: Path) -> bool:
    """A score per line, whatever the file is called; a table begins with the names of its columns."""
    try:
        float(read_text(path).partition("\n")[0])
    except ValueError:
        return False
    return True


def _predictions(path: Path) -> Any:
    return parse_json(read_text(path), str(path), object_pairs_hook=unique_keys)


def _rows(path: Path) -> list[dict[str, str]]:
    text, budget = read_text(path), Budget(str(path), path.stat().st_size)
    dialect = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    try:
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect)
        return [_take(row, budget) for row in rows]
    except csv.Error as error:
        raise DataError(f"'{path}' is not a table: {error}.") from error


def _take(row: dict[str, str], budget: Budget) -> dict[str, str]:
    budget.take(_ROW + _CELL * len(row))
    return row

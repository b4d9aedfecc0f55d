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
import re
from collections.abc import Iterator, Mapping, Sequence
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
from babelance.core.query import Answer, Choices, Fill, Query, Text, TokenLogprobs, Tokens, Translate, Unanswered
from babelance.core.untrusted import parse_json
from babelance.measures.formulas import questions
from babelance.text.tables import read_lines, read_table, read_text

_SMALLEST = math.ulp(0.0)
_ROW, _CELL = 300, 60
"""Bytes that a row of scores, and each of its cells, takes in Python at least."""
Recording = tuple[Query, Answer]


def record(scores: Path, items: Sequence[Item], measure: Measure, out: Path, *, column: str = "") -> int:
    """Writes what `scores` says about `items` as answers to the queries of `measure`; returns how many."""
    if column:
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


def from_answers(
    rows: Sequence[Mapping[str, Any]], column: str, items: Sequence[Item], measure: Measure
) -> Iterator[Recording]:
    """Answers in words to questions with options; words that are none of the options are an invalid answer.

    An option's number in the file (0, 1, 2) or letter (A, B, C) is an answer, too. Rows without a category are of the
    only one that there is. What was asked once answers one variant of a question: more would look as if the model
    never wavered.
    """
    known = {item.id: item for item in items}
    categories = {item.tags.get("category", "") for item in items}
    only = next(iter(categories)) if len(categories) == 1 else None
    _counted_from_zero(rows, column)
    for row in rows:
        if column not in row:
            raise DataError(f"There is no column '{column}', but {', '.join(map(str, row))[:200]}.")
        category = row.get("category") or only
        name = str(row.get("sample_id") or row.get("id") or f"{category}/{row.get('example_id')}")
        if name not in known:
            continue
        queries = list(measure.ask(known[name]))
        if len(queries) != 1 or not isinstance(queries[0], Fill) or queries[0].candidates != questions.LETTERS:
            raise InputError("Answers in words are answers to one variant of bbq and its relatives: --set variants=1.")
        said = "" if row[column] is None else str(row[column])
        number = answer_in_words(said, known[name], called=_first_words(row.get("answer_info")))
        yield queries[0], _chosen(queries[0], number)


def _counted_from_zero(rows: Sequence[Mapping[str, Any]], column: str) -> None:
    said = {str(row.get(column)).strip() for row in rows}
    if "3" in said and said <= {"1", "2", "3", "None", ""}:
        raise InputError(
            f"'{column}' counts options from 1 to 3. Options are 0, 1 and 2, as in ans0, ans1, ans2: take 1 off."
        )


def _chosen(query: Fill, number: int | None) -> Answer:
    if number is None:
        return Unanswered(questions.INVALID)
    others = tuple((letter, "it was not chosen") for letter in query.candidates if letter != query.candidates[number])
    return Choices((query.candidates[number],), np.zeros(1), missing=others)


_SIGN = re.compile(r"(?:ans)?([012])|\W*([A-Ca-c])\W*")
_AFTER_A_COLON = re.compile(r"[^:：\n]{1,40}[:：]\W*([A-C])\W*")
"""The number or the letter of an option, and nothing else but marks around it; or *Answer: B*."""


def answer_in_words(said: str, item: Item, *, called: Sequence[str] = ()) -> int | None:
    """The option that was said; None if it is none.

    Word for word, or its number or letter alone; else the only one that the words contain, or of which several words
    are a part (answers that were cut short: *the family of Ann Lee*); else the only one of whom they say what he or she
    is called.
    """
    options = [_plain(item.texts[f"ans{number}"]) for number in range(3)]
    plain = _plain(said)
    if plain in options:
        return options.index(plain)
    if sign := _SIGN.fullmatch(said.strip()):
        return "012".find(sign[1]) if sign[1] else "abc".find(sign[2].casefold())
    if letter := _AFTER_A_COLON.fullmatch(said.strip()):
        return "ABC".find(letter[1])
    held = [number for number, option in enumerate(options) if option and option in plain]
    parts = [number for number, option in enumerate(options) if " " in plain and plain in option]
    named = [number for number, name in enumerate(called) if name and name in plain]
    return next((matches[0] for matches in (held, parts, named) if len(matches) == 1), None)


def _first_words(info: Any) -> list[str]:
    """The first two words of what BBQ calls each answer, by which its authors know an answer that is not whole."""
    if not isinstance(info, Mapping):
        return []
    answers = [_plain(str(info.get(f"ans{number}", [""])[0])).split() for number in range(3)]
    return [" ".join(answer[:2]) if len(answer) > 1 else "" for answer in answers]


def _plain(text: str) -> str:
    """Without regard to case, apostrophes, brackets, and a full stop at the end."""
    return " ".join(text.casefold().replace("'", "").replace("’", "").replace("}", "").split()).rstrip(" .")


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
    return parse_json(read_text(path), str(path))


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

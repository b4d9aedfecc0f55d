"""Which option of a question an answer in words chooses, for files of answers that others have asked for (BBQ's)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.query import Answer, Choices, Fill, Query, Unanswered
from babelance.measures.formulas import questions

Recording = tuple[Query, Answer]
_SHOWN, _NAME = 6, 60
"""Columns that a message names from either end, and letters of each."""
_SIGN = re.compile(r"(?:ans)?([012])|\W*([A-Ca-c])\W*")
_AFTER_A_COLON = re.compile(r"[^:：\n]{1,40}[:：]\W*([A-C])\W*")
"""The number or the letter of an option, and nothing else but marks around it; or *Answer: B*."""


def asks_options(items: Sequence[Item], measure: Measure) -> bool:
    """Is it about questions with options?"""
    asked = next((query for item in items[:1] for query in measure.ask(item)), None)
    return isinstance(asked, Fill) and asked.candidates == questions.LETTERS


def from_answers(
    rows: Sequence[Mapping[str, Any]], column: str, items: Sequence[Item], measure: Measure
) -> Iterator[Recording]:
    """Answers in words to questions with options; words that are none of the options are an invalid answer.

    An option's number in the file (0, 1, 2) or letter (A, B, C) is an answer, too. Rows without a category are of the
    only one that there is. What was asked once answers one variant of a question: more would look as if the model
    never wavered.
    """
    if not column:
        columns = _some_columns(rows[0] if rows else {})
        raise InputError(f"Name the column that has the answers (--column): {columns}.")
    known = {item.id: item for item in items}
    categories = {item.tags.get("category", "") for item in items}
    only = next(iter(categories)) if len(categories) == 1 else None
    _refuse_counting_from_one(rows, column)
    for row in rows:
        if column not in row:
            raise DataError(f"There is no column '{column}', but {_some_columns(row)}.")
        category = row.get("category") or only
        name = str(row.get("sample_id") or row.get("id") or f"{category}/{row.get('example_id')}")
        if name not in known:
            continue
        queries = list(measure.ask(known[name]))
        if len(queries) != 1 or not isinstance(queries[0], Fill) or queries[0].candidates != questions.LETTERS:
            raise InputError("Answers in words are answers to one variant of bbq and its relatives: --set variants=1.")
        said = "" if row[column] is None else str(row[column])
        number = answer_in_words(said, known[name], called=_first_words(row.get("answer_info")))
        yield queries[0], _answer_with(queries[0], number)


def _refuse_counting_from_one(rows: Sequence[Mapping[str, Any]], column: str) -> None:
    said = {str(row.get(column)).strip() for row in rows}
    if "3" in said and said <= {"1", "2", "3", "None", ""}:
        raise InputError(
            f"'{column}' counts options from 1 to 3. Options are 0, 1 and 2, as in ans0, ans1, ans2: take 1 off."
        )


def _answer_with(query: Fill, number: int | None) -> Answer:
    if number is None:
        return Unanswered(questions.INVALID)
    others = tuple((letter, "it was not chosen") for letter in query.candidates if letter != query.candidates[number])
    return Choices((query.candidates[number],), np.zeros(1), missing=others)


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


def _some_columns(row: Mapping[str, Any]) -> str:
    """The first ones and the last ones: what a tool adds to the columns of a dataset stands at the end."""
    names = [str(name)[:_NAME] for name in row]
    shown = names if len(names) <= 2 * _SHOWN else [*names[:_SHOWN], "…", *names[-_SHOWN:]]
    return ", ".join(shown) or "there is none"

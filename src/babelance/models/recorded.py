"""Answers that were recorded before, by babelance or by others: a JSON-lines file of queries with their answers.

    {"query": {"kind": "TokenLogprobs", "text": "…", "contrast": "…"}, "answer": {"kind": "Tokens", …}}

`babelance record` makes such files from the score files that other tools leave behind.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from babelance.core.codec import check_pair, from_json, to_json
from babelance.core.errors import DataError, ModelError
from babelance.core.json_lines import lines_of
from babelance.core.model import Health, Kind, Options
from babelance.core.paths import is_file
from babelance.core.query import EXAMPLES, Ability, Answer, Query, Unanswered
from babelance.core.registry import MODELS
from babelance.core.untrusted import parse_json, unique_keys
from babelance.text.tables import read_text

_EVERYTHING = frozenset(Ability)
"""Any of it can have been recorded; what was not is unanswered."""


@dataclass(frozen=True)
class Recorded:
    """Knows what is in its file; anything else is unanswered."""

    path: Path

    answers = _EVERYTHING
    items_per_commit = 4096

    @property
    def id(self) -> str:
        return f"json:{self.path}#{self.fingerprint[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()

    @property
    def choices(self) -> Mapping[str, str]:
        return {}

    @cached_property
    def _answers(self) -> dict[Query, Answer]:
        answers: dict[Query, Answer] = {}
        written: dict[Query, Any] = {}
        for number, line in lines_of(read_text(self.path)):
            query, answer, record = self._read(number, line)
            if written.setdefault(query, record) != record:
                raise DataError(f"Line {number} of {self.path} answers a query otherwise than an earlier line does.")
            answers[query] = answer
        return answers

    def _read(self, number: int, line: str) -> tuple[Query, Answer, Any]:
        record = parse_json(line, str(self.path), place=f"line {number}", object_pairs_hook=unique_keys)
        try:
            query, answer = from_json(record["query"]), from_json(record["answer"])
            check_pair(query, answer)
            return query, answer, record["answer"]
        except (KeyError, TypeError, DataError) as error:
            reason = str(error) if isinstance(error, DataError) else 'it is no {"query": {…}, "answer": {…}}.'
            raise DataError(f"Line {number} of {self.path} is not a recorded answer: {reason}") from error

    def health(self, texts: Sequence[str]) -> Health:
        return Health(facts={"recorded": len(self._answers)})

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        return (self._answers.get(query, Unanswered("not among the recorded answers")) for query in queries)


def _reason_unsupported(spec: str) -> str | None:
    path = _path(spec)
    return None if is_file(path) else f"there is no file '{path}'"


def _open(spec: str, options: Options) -> Recorded:
    reason = _reason_unsupported(spec)
    if reason:
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    model, _, digest = Recorded(_path(spec)), None, spec.partition("#")[2]
    if digest and not model.fingerprint.startswith(digest):
        raise ModelError(f"'{spec}' was asked for, but the file now has the hash {model.fingerprint[:8]}.")
    return model


def _path(spec: str) -> Path:
    return Path(spec.removeprefix("json:").partition("#")[0])


def _example(folder: Path) -> str:
    """What a model that knows nothing says to one query of each ability."""
    queries = list(dict.fromkeys(EXAMPLES.values()))
    answers = MODELS.get("fake").open("fake:random", Options()).answer(queries)
    lines = [
        {"query": to_json(query), "answer": to_json(answer)} for query, answer in zip(queries, answers, strict=True)
    ]
    file = folder / "recorded.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return f"json:{file}"


kind = Kind(
    name="recorded",
    title="Recorded answers",
    answers=_EVERYTHING,
    prefixes=("json",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=_example,
)

"""The user's own file as a dataset: the column names say what it can be used for.

| columns | for |
|---|---|
| `more`, `less` | sentence pairs; `more` is the more stereotypical sentence |
| `text`, `group` | MBE |
| `premise`, `hypothesis`, `set` | NLI sets (`pro`, `anti`, `non`) |
| `premise`, `hypothesis`, `label` | NLI accuracy (`entailment`, `neutral`, `contradiction`) |
| `text`, `set` | utterances for translation |
| `text`, `reference` | quality of translation |
| `context`, `stereotype`, `anti`, `unrelated` | StereoSet |
| `template`, `attribute`, `targets` | categorical bias |
| `word`, `set` | word lists |
| `sentence`, `stereotype`, `gender` | sentences whose speaker is guessed (GEST) |
| `context`, `question`, `ans0`–`ans2`, `condition`, `label`, `unknown`, `biased` | questions with three answers (BBQ) |
| `text`, `label` (1: deserves it, 0: does not) | text classifiers; `group` and `frame` beside them |

NLI pairs may also be called `sentence1`, `sentence2`, `gold_label`, as in SNLI, or have no header, as in JSNLI; the
files of NLI-CoAL (`occ_word`, `occ_type`) are read as they are.
`id` (else the row number, from 0) and `language` (else the language that is asked for) are optional; every other column
is a tag by which results can be broken down. A card may stand beside the file (`pairs.jsonl` → `pairs.card.json`) or in
the first line of a `.jsonl` file (`{"card": {…}}`); a file with a card may have any columns.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any

from babelance.core.card import Card, from_record
from babelance.core.errors import DataError, InputError, MissingColumns
from babelance.core.item import Item
from babelance.core.paths import expand, is_file
from babelance.core.untrusted import parse_json, unique_keys
from babelance.datasets.reading.nli_columns import with_usual_names
from babelance.datasets.reading.whole_file import WholeFile
from babelance.text.headerless_pairs import read_table_or_pairs
from babelance.text.tables import Row, Table, read_text

SHAPES = {
    "pairs": ("more", "less"),
    "MBE": ("text", "group"),
    "NLI": ("premise", "hypothesis", "set"),
    "NLI accuracy": ("premise", "hypothesis", "label"),
    "utterances": ("text", "set"),
    "quality of translation": ("text", "reference"),
    "translations of both genders": ("text", "reference", "swapped", "swapped_reference"),
    "people to translate": ("text", "entity", "gender"),
    "StereoSet": ("context", "stereotype", "anti", "unrelated"),
    "categorical bias": ("template", "attribute", "targets"),
    "words": ("word", "set"),
    "speakers": ("sentence", "stereotype", "gender"),
    "classification": ("text", "label"),
    "questions": ("context", "question", "ans0", "ans1", "ans2", "condition", "label", "unknown", "biased"),
}
MOST_GROUPS = 30
TAGS = frozenset({"group", "set", "label"})
_OWN_TAGS = {
    "people to translate": frozenset({"entity", "gender"}),
    "speakers": frozenset({"stereotype", "gender"}),
    "questions": frozenset({"condition", "unknown", "biased"}),
}
"""Columns that are tags in one shape, whatever they are in others."""
ENGLISH = frozenset({"more_en", "less_en", "text_en"})
_OBJECTS = frozenset({"targets"})
"""Columns that hold a JSON object: a measure takes it apart."""


def _texts_of(shapes: Iterable[str]) -> frozenset[str]:
    """The columns of these shapes that hold texts."""
    return frozenset(name for kind in shapes for name in SHAPES[kind] if name not in TAGS | _OWN_TAGS.get(kind, set()))


TEXTS = _texts_of(SHAPES) | ENGLISH


@dataclass(frozen=True)
class UserFile(WholeFile):
    """Items of one file. `name` is what the dataset is called in results: the path as the user wrote it."""

    file: Path
    name: str

    @cached_property
    def _table(self) -> Table:
        return with_usual_names(read_table_or_pairs(self.file))

    @cached_property
    def card(self) -> Card:
        record = _side_card(self.file) or self._table.card
        defaults = {
            "title": self.file.name,
            "version": "1",
            "languages": _languages(self._table),
            "licence": "not stated",
            "citation": "not stated",
            "made": "the user's own file; how its text was made is not stated",
            "groups": tuple(column for column in self._tag_columns if self._is_group(column)),
            "validated": record is not None,
        }
        try:
            return from_record({**(record or {}), "name": self.name}, **defaults)
        except InputError as error:
            raise DataError(f"The card of '{self.name}': {error}") from error

    @property
    def _tag_columns(self) -> list[str]:
        return [name for name in self._table.columns if name not in self._texts | {"id", "ID", "language"}]

    @property
    def _texts(self) -> frozenset[str]:
        """`word` is a text in a word list and a tag beside sentences: the shapes that the file has decide."""
        return _texts_of(self._shapes) | ENGLISH if self._shapes else TEXTS

    def _is_group(self, column: str) -> bool:
        """A tag with one value says nothing, and one with very many is a remark rather than a group. The columns that
        a measure itself compares are no groups either, but every set of utterances has a number of its own. The word
        that put a sentence into a group of MBE is in that group alone."""
        if column in TAGS and not (column == "set" and "text" in self._needed_columns):
            return False
        if column == "word" and {"utterances", "MBE"} & set(self._shapes):
            return False
        return 2 <= len({_string(row.cells.get(column)) for row in self._table.rows}) <= MOST_GROUPS

    @cached_property
    def fields(self) -> frozenset[str]:
        return frozenset(self._table.columns) - {"id", "ID", "language"}

    def items(self, language: str) -> Iterator[Item]:
        self.card.require(language)
        return iter([item for item in self._all(language) if item.language == language])

    def _all(self, language: str) -> list[Item]:
        items = [self._item(number, row, language) for number, row in enumerate(self._table.rows)]
        (worst, times), *_ = Counter((item.language, item.id) for item in items).most_common(1)
        if times > 1:
            raise DataError(f"'{self.name}' has the id '{worst[1]}' {times} times. Ids must be unique per language.")
        return items

    def _item(self, number: int, row: Row, language: str) -> Item:
        cells = row.cells
        for name in self._needed_columns:
            if name not in cells:
                raise DataError(f"'{self.name}', {row.place}: no '{name}'. Found: {', '.join(cells)}.")
        return Item(
            id=self._id(number, row),
            language=_string(cells["language"]) if "language" in cells else language,
            texts={name: self._text(name, value, row) for name, value in cells.items() if name in self._texts},
            tags={name: _string(cells[name]) for name in self._tag_columns if cells.get(name) is not None},
        )

    def _text(self, name: str, value: Any, row: Row) -> str:
        """A list or a truth value written out as JSON would be read by a model as if it were a sentence."""
        strange = isinstance(value, list | dict | bool | bytes) or (isinstance(value, float) and not isfinite(value))
        if strange and name not in _OBJECTS:
            raise DataError(f"'{self.name}', {row.place}: '{name}' is {_string(value)[:40]}, which is no text.")
        return _string(value)

    def _id(self, number: int, row: Row) -> str:
        for column in ("id", "ID"):
            if column in self._table.columns:
                if not (given := _string(row.cells.get(column))):
                    raise DataError(f"'{self.name}', {row.place}: no {column}. Give every row one, or drop the column.")
                return given
        return str(number)

    @cached_property
    def _needed_columns(self) -> frozenset[str]:
        """The columns of every shape that the file has as a whole: no row may lack one of them."""
        return frozenset(name for kind in self._shapes for name in SHAPES[kind])

    @cached_property
    def _shapes(self) -> tuple[str, ...]:
        columns = set(self._table.columns)
        shapes = (kind for kind, names in SHAPES.items() if columns.issuperset(names))
        return tuple(kind for kind in shapes if kind != "words" or "text" not in columns)

    def check(self) -> None:
        """Raise unless the columns are good for something and the rows can be read."""
        columns = self._table.columns
        if not self._needed_columns and not (_side_card(self.file) or self._table.card):
            raise MissingColumns(columns_to_add(self.name, columns), columns)
        if "language" in columns and not all(_string(row.cells.get("language")) for row in self._table.rows):
            raise DataError(f"'{self.name}' has rows without a language. Fill them in, or drop the column.")
        self._all("und")


def open_user_file(path: str | Path) -> UserFile:
    """The file as a dataset, read and checked."""
    dataset = UserFile(expand(path), str(path))
    dataset.check()
    return dataset


def _side_card(file: Path) -> Mapping[str, Any] | None:
    for beside in (file.with_suffix(".card.json"), file.with_name(f"{file.name}.card.json")):
        if is_file(beside):
            record = parse_json(read_text(beside), str(beside), object_pairs_hook=unique_keys)
            if not isinstance(record, dict):
                raise DataError(f"'{beside}' is not a JSON object.")
            return record
    return None


def _languages(table: Table) -> tuple[str, ...]:
    if "language" not in table.columns:
        return ()
    return tuple(sorted({_string(row.cells.get("language")) for row in table.rows}))


def _string(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def columns_to_add(name: str, columns: Sequence[str], fields: Collection[str] = ()) -> str:
    """What to add, for the kinds of data that have the `fields` of a measure; else for those that the columns come
    nearest to, and all of them, if they come equally near."""
    wanted = [kind for kind, names in SHAPES.items() if set(names) <= set(fields)]
    shares = {kind: len(set(names) & set(columns)) / len(names) for kind, names in SHAPES.items()}
    nearest = wanted or [kind for kind, share in shares.items() if share == max(shares.values()) > 0]
    has = f"'{name}' has the columns {_name_list(columns)}."
    if nearest:
        needs = [f"{kind} it needs {_lacking(SHAPES[kind], columns)}" for kind in nearest]
        return f"{has} For {'; for '.join(needs)}."
    needs = [f"{_name_list(names)} ({kind})" for kind, names in SHAPES.items()]
    return f"{has} It needs {'; or '.join(needs)}."


def _lacking(names: Sequence[str], columns: Sequence[str]) -> str:
    return f"{_name_list(names)}: {_name_list(name for name in names if name not in columns)} is missing"


def _name_list(names: Any) -> str:
    return ", ".join(f"'{name}'" for name in names)

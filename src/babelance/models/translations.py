"""Finished translations from a file: for services that babelance cannot call, and for outputs that others released.

    tsv:PATH             a table (.tsv, .csv, .jsonl, .parquet) with the columns `text` and `translation`, any others
                         beside them; or, without a header, two columns with tabs between: text, translation
    tsv:PATH#HASH        only if the file still has this hash

`babelance build utterances` writes such a table without translations, for people or services to fill in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from babelance.backends.transformers import hashes
from babelance.backends.translation import line_translation
from babelance.core.errors import DataError, ModelError
from babelance.core.model import Health, Kind, Options
from babelance.core.paths import is_file
from babelance.core.query import EXAMPLES, Ability, Translate, Unanswered
from babelance.text.tables import read_lines, read_table

COLUMNS = ("text", "translation")
MISSING = Unanswered("not among the finished translations")
SWAPPED = Unanswered("among the translations of the file, not among its texts: are the two columns swapped?")


@dataclass(frozen=True)
class Translations(line_translation.LineTranslator):
    path: Path

    items_per_commit = 4096

    @property
    def id(self) -> str:
        return f"tsv:{self.path}#{self.fingerprint[:8]}"

    @cached_property
    def fingerprint(self) -> str:
        return hashes.hash_of_files(self.path)

    @cached_property
    def _translations(self) -> dict[str, str]:
        known: dict[str, str] = {}
        for where, text, translation in self._rows():
            key = line_translation.one_line(text)
            if known.setdefault(key, translation) != translation:
                raise DataError(
                    f"'{self.path}', {where}: another translation of '{key[:60]}' stands above. Keep one of them; "
                    "if these are translations, the columns 'text' and 'translation' are swapped."
                )
        return known

    def _rows(self) -> Iterator[tuple[str, str, str]]:
        """(place, text, translation) of every row."""
        if self.path.suffix.lower() in (".tsv", ".txt", "") and not self._has_header():
            yield from self._bare_rows()
            return
        table = read_table(self.path)
        if missing := [name for name in COLUMNS if name not in table.columns]:
            raise DataError(
                f"'{self.path}' has no column '{missing[0]}', but {', '.join(table.columns)}. Finished translations "
                "need 'text' and 'translation'."
            )
        for row in table.rows:
            text, translation = (str(row.cells.get(name) or "") for name in COLUMNS)
            yield row.place, text, translation

    def _has_header(self) -> bool:
        return bool(set(COLUMNS) & set(read_lines(self.path)[0].split("\t")))

    def _bare_rows(self) -> Iterator[tuple[str, str, str]]:
        for number, line in enumerate(read_lines(self.path), start=1):
            cells = line.split("\t")
            if len(cells) != 2:
                raise DataError(
                    f"'{self.path}', line {number}: {len(cells)} cells. Without a header there are two: the text, a "
                    "tab, its translation."
                )
            yield f"line {number}", cells[0], cells[1]

    def health(self, texts: Sequence[str]) -> Health:
        return Health(facts={"translations": len(self._translations)})

    def _translate(self, lines: Sequence[str], source: str, target: str) -> Iterable[line_translation.Translated]:
        return (
            line_translation.text(self._translations[line]) if line in self._translations else self._reason(line)
            for line in lines
        )

    def _reason(self, line: str) -> Unanswered:
        return SWAPPED if line in self._right_column else MISSING

    @cached_property
    def _right_column(self) -> frozenset[str]:
        return frozenset(map(line_translation.one_line, self._translations.values()))


def _parse_spec(spec: str) -> tuple[Path, str]:
    path, expected = hashes.path_and_hash(spec.removeprefix("tsv:"), is_file)
    return Path(path), expected


def _reason_unsupported(spec: str) -> str | None:
    path, _ = _parse_spec(spec)
    return None if is_file(path) else f"there is no file '{path}'"


def _open(spec: str, options: Options) -> Translations:
    if reason := _reason_unsupported(spec):
        raise ModelError(f"Cannot open '{spec}': {reason}.")
    path, expected = _parse_spec(spec)
    model = Translations(path)
    hashes.require_hash(model.fingerprint, expected, f"tsv:{path}")
    return model


def _example(folder: Path) -> str:
    query = EXAMPLES[Ability.TRANSLATE]
    assert isinstance(query, Translate)
    file = folder / "finished.tsv"
    file.write_text(f"text\ttranslation\n{query.text}\tShe is a teacher.\n", encoding="utf-8")
    return f"tsv:{file}"


kind = Kind(
    name="translations",
    title="Finished translations",
    answers=line_translation.ANSWERS,
    prefixes=("tsv",),
    reason_unsupported=_reason_unsupported,
    open=_open,
    example=_example,
)

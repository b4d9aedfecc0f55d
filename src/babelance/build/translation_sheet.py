"""Sentence pairs for a new language, by people: a sheet for a translator, and the dataset that is read back from it.

1. The sheet has both sentences of every pair, and which name of the new language stands for which name of the source.
2. A person translates both sentences, with these names, and changes nothing else between them.
3. What comes back is checked row by row. The card says who translated what, and what was left out and why.

Names, because many languages have no gendered pronouns, so that a translation of *she* and *he* would be one sentence.
Reference: Steinborn, Dufter, Jabbar, Schütze, Findings of NAACL 2022, section 3.1.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, row_of, write_dataset
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.files import write_text
from babelance.core.item import Item
from babelance.core.language import Language
from babelance.core.spreadsheet import escape_formulas
from babelance.text.tables import read_table

SIDES = ("more", "less")
TO_FILL = tuple(f"translated_{side}" for side in SIDES)
COLUMNS = ("id", *SIDES, "names", *TO_FILL, "comment")
MOST_CHANGED = 3
"""Words in which the two sentences of a pair may differ where words are separated by spaces."""
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff]")
_PAIR = re.compile(r"(?P<old>[^;→]+?) → (?P<new>[^;→]+)")


@dataclass(frozen=True, slots=True)
class Translated:
    """The pairs that are right, and for each row that is not its id and the reason."""

    items: tuple[Item, ...]
    problems: Mapping[str, str]


def name_map(items: Sequence[Item], source: Language, target: Language) -> dict[str, str]:
    """Names of the source language that occur → names of the new one: of the same gender, the most frequent first."""
    names: dict[str, str] = {}
    for gender in ("female", "male"):
        counts = Counter(name for item in items for name in _names_in(item, source.names[gender]))
        used = [name for name, _ in counts.most_common()]
        known = target.names.get(gender, ())
        if len(used) > len(known):
            raise InputError(
                f"The pairs have {len(used)} {gender} names, and '{target.code}' has {len(known)}. Add "
                f"names to languages/{target.code}.py, or give your own with --names FILE."
            )
        names |= dict(zip(used, known, strict=False))
    return names


def _names_in(item: Item, names: Sequence[str]) -> Iterator[str]:
    text = " ".join(item.texts[side] for side in SIDES)
    return (name for name in names if re.search(rf"\b{re.escape(name)}\b", text))


def write_sheet(items: Sequence[Item], names: Mapping[str, str], out: Path) -> None:
    """A table (.csv) that any spreadsheet opens, with two empty columns to fill."""
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for item in items:
        used = "; ".join(f"{name} → {names[name]}" for name in _names_in(item, list(names)))
        table.writerow(escape_formulas([item.id, *(item.texts[side] for side in SIDES), used, "", "", ""]))
    write_text(out, text.getvalue())


def read_sheet(path: Path, items: Sequence[Item], language: str, *, spaced: bool) -> Translated:
    """The pairs of a sheet that came back; `items` are those that it was made of."""
    table = read_table(path)
    if missing := [name for name in COLUMNS[:-1] if name not in table.columns]:
        raise DataError(f"'{path}' has no column '{missing[0]}'. A sheet has: {', '.join(COLUMNS)}.")
    rows = {str(row.cells["id"]): row.cells for row in table.rows}
    if len(rows) < len(table.rows):
        twice = next(key for key, count in Counter(str(row.cells["id"]) for row in table.rows).items() if count > 1)
        raise DataError(f"'{path}' has two rows with the id '{twice}'.")
    if strange := [key for key in rows if key not in {item.id for item in items}]:
        raise DataError(f"'{path}' has a row '{strange[0]}' that the source has not. Was the sheet made of other data?")
    good: list[Item] = []
    problems: dict[str, str] = {}
    seen: set[str] = set()
    for item in items:
        texts = {side: _clean(rows.get(item.id, {}).get(f"translated_{side}", "")) for side in SIDES}
        reason = _problem(item, rows.get(item.id), texts, spaced=spaced) or _reason_if_repeated(texts, seen)
        if reason:
            problems[item.id] = reason
        else:
            seen.update(texts.values())
            good.append(Item(item.id, language, texts, item.tags))
    return Translated(tuple(good), problems)


def _clean(cell: object) -> str:
    text = str(cell or "")
    return unicodedata.normalize("NFC", " ".join(text.removeprefix("'").split() if text[:1] == "'" else text.split()))


def _problem(item: Item, row: Mapping[str, object] | None, texts: Mapping[str, str], *, spaced: bool) -> str | None:
    if row is None:
        return "the row is not in the sheet"
    more, less = texts["more"], texts["less"]
    if not more or not less:
        return "not translated"
    if any(str(row.get(side, "")).lstrip("'") != item.texts[side].lstrip("'") for side in SIDES):
        return "the source sentence was changed"
    if more == less:
        return "both translations are the same sentence"
    if set(texts.values()) & {item.texts[side] for side in SIDES}:
        return "a translation is the source sentence"
    if _INVISIBLE.search(more + less):
        return "a translation has characters that cannot be seen"
    if spaced and (count := _words_changed(more.split(), less.split())) > MOST_CHANGED:
        return f"the translations differ in {count} words; only the name and what agrees with it may change"
    return _wrong_name(str(row.get("names", "")), more, less)


def _wrong_name(name: str, more: str, less: str) -> str | None:
    """Are the names of the source gone, and those of the new language there?"""
    for pair in _PAIR.finditer(name):
        old, new = pair["old"].strip(), pair["new"].strip()
        if old != new and re.search(rf"\b{re.escape(old)}\b", f"{more} {less}"):
            return f"the name {old} is still there; it is {new} here"
        if new[:3].casefold() not in f"{more} {less}".casefold():
            return f"the name {new} is not there"
    return None


def _words_changed(first: Sequence[str], second: Sequence[str]) -> int:
    codes = difflib.SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in codes if tag != "equal")


def _reason_if_repeated(texts: Mapping[str, str], seen: set[str]) -> str | None:
    return "a translation is that of another pair, too" if seen & set(texts.values()) else None


def write_translated(
    done: Translated, source: Card, identity: str, sheet: Path, out: Path, *, language: str, by: str, native: bool
) -> Card:
    """The dataset file, and a card that says where it comes from."""
    check_name(out)
    if not done.items:
        raise DataError(f"No row of '{sheet}' could be used: {_problems_in_words(done.problems)}.")
    content = hashlib.sha256(sheet.read_bytes()).hexdigest()[:16]
    left = f" Left out: {_problems_in_words(done.problems)}." if done.problems else ""
    total = len(done.items) + len(done.problems)
    speaker = "a native speaker" if native else "somebody who is not said to be a native speaker"
    card = replace(
        source,
        name=out.name,
        title=f"{source.title}, {language}",
        languages=(language,),
        provenance=f"{len(done.items)} of {total} pairs of {identity}, translated by {by} "
        f"({speaker}) with names of the language in place of those of the source; sheet #{content}.{left}",
        files=(),
        validated=native,
        notes=(*source.notes, "Made with babelance build sheet and build from-sheet."),
    )
    write_dataset(out, map(row_of, done.items), card)
    return card


def _problems_in_words(problems: Mapping[str, str]) -> str:
    kinds = Counter(re.sub(r"\d+ words", "too many words", reason).split(";")[0] for reason in problems.values())
    return ", ".join(f"{reason} ({count})" for reason, count in kinds.most_common())

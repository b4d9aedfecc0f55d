"""Numbers of one's own beside those that a paper prints, and the words of its dataset counted again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import InputError
from babelance.core.estimate import About, Estimate, Result
from babelance.core.paths import is_file
from babelance.core.registry import DATASETS, LANGUAGES
from babelance.core.untrusted import as_type, read_object
from babelance.studies import ner
from babelance.studies.printed_tables import S_JSD_1, Printed, PrintedTable


@dataclass(frozen=True, slots=True)
class Own:
    """A number of one's own, in the unit of the table."""

    model: str
    value: float
    low: float | None
    high: float | None
    error: float | None
    about: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    cell: Printed
    own: tuple[Own, ...]


def lines(table: PrintedTable, folders: Sequence[Path], results: Sequence[Result]) -> list[Line]:
    """Every cell of the table with what the folders have for it."""
    find = {"results": _in_results, "languages": _in_languages, "ner": _in_ner}[table.kind]
    for folder in folders:
        if table.kind in _FILES and not is_file(folder / _FILES[table.kind][0]):
            name, command = _FILES[table.kind]
            raise InputError(f"No numbers for this table in '{folder}': it has no {name}. Make it with: {command}")
    return [Line(cell, tuple(find(cell, table, folders, results))) for cell in table.cells]


_FILES = {
    "languages": ("languages.json", "babelance compare languages … --out FOLDER"),
    "ner": (ner.FILE, "babelance score ner … --out FOLDER"),
}


def _in_results(
    cell: Printed, table: PrintedTable, folders: Sequence[Path], results: Sequence[Result]
) -> Iterator[Own]:
    for result in results:
        about = result.about
        if isinstance(result, Estimate) and about.group is None and _fits(cell, about):
            times = table.factor if cell.measure == "s-jsd" else 1.0
            low, high = (None, None) if result.no_interval else (times * result.low, times * result.high)
            error = None if result.error is None else times * result.error
            options = {"fidelity": "paper", **about.signature.options}
            chosen = [f"{name}={options[name]}" for name in MAY_DIFFER if name in options]
            chosen_data = ", ".join([about.data.partition("@")[0], *chosen])
            yield Own(about.model, times * result.value, low, high, error, chosen_data)


MAY_DIFFER = ("fidelity", "targets", "pieces")
"""Options that numbers of one cell may differ in."""
USUAL = {"perturb": "none", "targets": "paper"}
"""Options that tell cells of one measure and language apart, and what they are if nothing is said."""


def _fits(cell: Printed, about: About) -> bool:
    """Is a result about the same as the cell?"""
    options, wanted = {**USUAL, **about.signature.options}, {"perturb": "none", **dict(cell.options)}
    same = (about.measure, about.language) == (cell.measure, cell.language)
    return same and cell.data in ("", about.data.partition("@")[0]) and wanted.items() <= options.items()


@dataclass(frozen=True, slots=True)
class _LanguagePair:
    """What is read of a pair in languages.json; others may be there."""

    language_a: str
    language_b: str
    model_a: str
    model_b: str
    targets: int
    value: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class _LanguagesFile:
    pairs: tuple[_LanguagePair, ...]


def _in_languages(
    cell: Printed, table: PrintedTable, folders: Sequence[Path], results: Sequence[Result]
) -> Iterator[Own]:
    for folder in folders:
        file = folder / _FILES["languages"][0]
        for pair in as_type(read_object(file), _LanguagesFile, f"'{file}'").pairs:
            same = {pair.language_a, pair.language_b} == {cell.language, cell.other}
            if same and pair.value is not None:
                models = " / ".join(dict.fromkeys((pair.model_a, pair.model_b)))
                yield Own(models, pair.value, pair.low, pair.high, None, f"{pair.targets} targets")


def _in_ner(cell: Printed, table: PrintedTable, folders: Sequence[Path], results: Sequence[Result]) -> Iterator[Own]:
    for folder in folders:
        for score_file in ner.read(folder):
            score = ner.f1(score_file, level=0.95, draws=1000, seed=0)
            if (
                score_file.language == cell.language
                and score_file.frozen == ("frozen" in cell.row)
                and isinstance(score, ner.F1)
            ):
                yield Own(score_file.model, score.value, score.low, score.high, None)


@dataclass(frozen=True, slots=True)
class Words:
    """Words of both sentences of all pairs, as printed and as counted here; None where words are not cut by spaces."""

    language: str
    printed: int
    printed_mean: int
    pairs: int
    counted: int | None

    @property
    def mean(self) -> float | None:
        return None if self.counted is None else self.counted / (2 * self.pairs)


def count_words() -> Iterator[Words]:
    """Table 1 of the S_JSD paper from its data."""
    for language, (printed, mean) in S_JSD_1.items():
        items = list(DATASETS.get("sjsd").items(language))
        spaced = LANGUAGES.get(language).spaced
        words = sum(len(text.split()) for item in items for text in (item.texts["more"], item.texts["less"]))
        yield Words(language, printed, mean, len(items), words if spaced else None)

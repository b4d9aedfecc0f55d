"""Occupation words with what stereotypes say of them, from a file.

Columns `word` and either the two scores `definition_score` and `stereotype_score` (or `s1`, `s2`; from -1, female, to
1, male) or `stereotype` itself (`female`, `male`, `neutral`). Further columns are forms of the word by name. A JSON
list of `[word, s1, s2]`, as Bolukbasi et al. publish it, is read too; so are the tables of NLI-CoAL as they are:
columns `En`, `Ja`, `Type`, or a JSON object of lists by type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babelance.core.errors import DataError
from babelance.core.paths import is_file
from babelance.core.untrusted import as_type, parse_json, unique_keys
from babelance.text.tables import Row, read_table, read_text

SCORES = (("definition_score", "s1"), ("stereotype_score", "s2"))
KINDS = ("female", "male", "neutral")
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Occupation:
    """`forms` has the word itself under the empty name; `gendered`: the word itself names a gender."""

    word: str
    stereotype: str
    forms: Mapping[str, str]
    gendered: bool = False


def classify(definition: float, stereotype: float) -> str:
    """|s1| < 0.5 and s2 > 0.5: male; |s1| < 0.5 and s2 < -0.5: female; otherwise neutral."""
    if abs(definition) >= THRESHOLD or abs(stereotype) <= THRESHOLD:
        return "neutral"
    return "male" if stereotype > 0 else "female"


def read_occupations(path: Path, language: str = "en") -> list[Occupation]:
    """All words of a file, each once. Where columns are named after languages, those of `language`."""
    rows = [occupation(_usual_names(row.cells, language), f"'{path}', {row.place}") for row in _rows(path)]
    times = Counter(occupation.word for occupation in rows)
    if twice := sorted(word for word, count in times.items() if count > 1):
        raise DataError(f"'{path}' has {', '.join(map(repr, twice[:5]))} more than once.")
    return rows


def words_of_table(path: Path, language: str = "en") -> list[str]:
    """The words alone, of a file that needs neither scores nor types."""
    return [_word(_usual_names(row.cells, language), f"'{path}', {row.place}") for row in _rows(path)]


def _usual_names(cells: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """`{"En": …, "Ja": …, "Type": …}` → word and stereotype. The words of other languages are no forms of this one."""
    if "word" in cells or "Type" not in cells:
        return cells
    words = {name.lower(): value for name, value in cells.items() if name != "Type"}
    return {"word": words.get(language.partition("-")[0], ""), "stereotype": cells["Type"]}


def _word(cells: Mapping[str, Any], where: str) -> str:
    word = str(cells.get("word") or "").replace("_", " ").strip()
    if not word:
        raise DataError(f"{where}: no 'word'. Found: {', '.join(cells)}.")
    return word


def occupation(cells: Mapping[str, Any], where: str) -> Occupation:
    word = _word(cells, where)
    used = {"word", "stereotype", "id", "language", *(name for names in SCORES for name in names)}
    forms = {"": word, **{name: str(value) for name, value in cells.items() if name not in used and value}}
    if cells.get("stereotype"):
        return Occupation(word, _kind(str(cells["stereotype"]), where), forms)
    definition, stereotype = (_score(cells, names, where) for names in SCORES)
    return Occupation(word, classify(definition, stereotype), forms, gendered=abs(definition) >= THRESHOLD)


def _rows(path: Path) -> list[Row]:
    """The rows of a table, or of a JSON list of lists."""
    if path.suffix == ".json" and is_file(path):
        content = parse_json(read_text(path), str(path), object_pairs_hook=unique_keys)
        if isinstance(content, list) and content and isinstance(content[0], list):
            entries = as_type(content, list[list[str | float]], f"'{path}'")
            names = ("word", "s1", "s2")
            return [Row(f"entry {n}", dict(zip(names, values, strict=False))) for n, values in enumerate(entries)]
        if isinstance(content, dict):
            by_type = as_type(content, dict[str, list[str]], f"'{path}'")
            return [
                Row(f"{kind}, entry {n}", {"word": word, "stereotype": kind})
                for kind, words in by_type.items()
                for n, word in enumerate(words)
            ]
    return list(read_table(path).rows)


def _kind(text: str, where: str) -> str:
    kind = text.strip().lower().removesuffix("-stereo")
    if kind not in KINDS:
        raise DataError(
            f"{where}: the stereotype {text!r} is none of {', '.join(KINDS)}. Scores have columns of their own: "
            f"{' and '.join(names[0] for names in SCORES)}, or s1 and s2."
        )
    return kind


def _score(cells: Mapping[str, Any], names: tuple[str, ...], where: str) -> float:
    cell = next((cells[name] for name in names if cells.get(name) not in (None, "")), None)
    try:
        score = float(cell)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise DataError(f"{where}: no number in {' or '.join(map(repr, names))} ({cell!r}).") from error
    if not -1 <= score <= 1:
        raise DataError(f"{where}: the score {score} is not between -1 and 1.")
    return score

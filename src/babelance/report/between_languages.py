"""What `babelance compare languages` left beside the results of its run: how alike languages, or models, are."""

from __future__ import annotations

from typing import Any

from babelance.core.errors import DataError
from babelance.core.untrusted import read_object
from babelance.report.results import Results

FILE = "languages.json"
MOST_SAID = 10


def read(results: Results) -> dict[str, Any]:
    """The comparison in the folder of the run; empty if there is none or it cannot be read."""
    try:
        record = read_object(results.directory / FILE)
    except DataError:
        return {}
    return record if record.get("pairs") else {}


def headline_of(results: Results) -> str:
    """Of the page as a whole: that of the comparison, where there is one, else of the run."""
    compared = read(results).get("headline")
    if isinstance(compared, str) and compared:
        return compared
    return results.conclusion.headline if results.conclusion else "Bias report"


def sentences_of(results: Results) -> list[str]:
    """The verdicts of pairs and of changes, the first ones."""
    record = read(results)
    judged = [entry for name in ("pairs", "shifts") for entry in record.get(name) or [] if isinstance(entry, dict)]
    verdicts = [verdict for entry in judged[:MOST_SAID] if isinstance(verdict := entry.get("verdict"), dict)]
    return [str(verdict["sentence"]) for verdict in verdicts if verdict.get("sentence")]

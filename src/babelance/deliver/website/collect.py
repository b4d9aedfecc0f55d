"""All runs below some folders, checked: complete, consistent with their signatures, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import InputError
from babelance.core.estimate import Result, from_record
from babelance.core.json_lines import lines_of
from babelance.core.untrusted import parse_json, read_object

RESULTS = "results.jsonl"


@dataclass(frozen=True, slots=True)
class CollectedRun:
    """One folder: its results over all items, and its report if there is one."""

    folder: Path
    results: tuple[Result, ...]
    report: Path | None


def collect(places: Sequence[Path]) -> list[CollectedRun]:
    """Every folder with results in these places, however deep. Raises for whatever should not be published."""
    folders = sorted({file.parent for place in places for file in _results_in(place)})
    if not folders:
        raise InputError(f"No {RESULTS} in {', '.join(map(str, places))}. Make some with: babelance run … --out FOLDER")
    runs = [_read(folder) for folder in folders]
    _refuse_duplicates(runs)
    return runs


def _results_in(place: Path) -> Iterator[Path]:
    if not place.is_dir():
        raise InputError(f"There is no folder '{place}'.")
    yield from place.rglob(RESULTS)


def _read(folder: Path) -> CollectedRun:
    facts = read_object(folder / "run.json") if (folder / "run.json").is_file() else {}
    if facts.get("complete") is not True:
        raise InputError(f"The run in '{folder}' is not complete. Run it again, which resumes it, or leave it out.")
    _check_hash(folder, facts.get("files"))
    text = (folder / RESULTS).read_text(encoding="utf-8")
    results = [from_record(parse_json(line, str(folder / RESULTS))) for _, line in lines_of(text)]
    for result in results:
        _check_signature(folder, result)
    report = folder / "report.html"
    overall = tuple(result for result in results if result.about.group is None)
    return CollectedRun(folder, overall, report if report.is_file() else None)


def _check_hash(folder: Path, files: object) -> None:
    import hashlib

    written = files.get(RESULTS) if isinstance(files, dict) else None
    if written != hashlib.sha256((folder / RESULTS).read_bytes()).hexdigest():
        raise InputError(f"'{folder / RESULTS}' is not the file that run.json was written with: it was changed.")


def _check_signature(folder: Path, result: Result) -> None:
    """The number must be about what its signature says, or nobody gets it again. A model may have a name for people."""
    about, signature = result.about, result.about.signature
    told = (about.measure, about.data, about.language, about.group, about.n, about.total)
    signed = (
        signature.measure, signature.data, signature.language, signature.group, signature.n, signature.total,
    )  # fmt: skip
    if told != signed:
        raise InputError(f"In '{folder}' a result does not fit its signature {signature}: it says {told}.")


def _refuse_duplicates(runs: Sequence[CollectedRun]) -> None:
    seen: dict[tuple[object, ...], Path] = {}
    for run in runs:
        for result in run.results:
            about, signature = result.about, result.about.signature
            chosen = (*sorted(signature.options.items()), *sorted(signature.extra.items()))
            key = (about.measure, signature.model, about.data, about.language, chosen, signature.limit)
            if key in seen:
                raise InputError(
                    f"The same result is in '{seen[key]}' and in '{run.folder}': {about.measure} of {about.model} on "
                    f"{about.data} in '{about.language}'. Leave one of them out."
                )
            seen[key] = run.folder

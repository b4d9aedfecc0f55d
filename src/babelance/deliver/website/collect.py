"""All runs below some folders, checked: complete, consistent with their signatures, and nothing twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import InputError
from babelance.core.estimate import Plain, Result, from_record
from babelance.core.json_lines import lines_of
from babelance.core.untrusted import parse_json, read_object, read_utf8
from babelance.report.results import FILES, changed_files, unsigned_files

RESULTS = FILES[0]


@dataclass(frozen=True, slots=True)
class CollectedRun:
    """One folder: its results over all items, and whether it has a report."""

    folder: Path
    results: tuple[Result, ...]
    has_report: bool


def collect(places: Sequence[Path]) -> list[CollectedRun]:
    """Every folder with results in these places, however deep. Raises for whatever should not be published."""
    folders = sorted({file.parent for folder in places for file in _results_in(folder)})
    if not folders:
        raise InputError(f"No {RESULTS} in {', '.join(map(str, places))}. Make some with: babelance run … --out FOLDER")
    runs = [_read(folder) for folder in folders]
    _refuse_duplicates(runs)
    return runs


def _results_in(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        raise InputError(f"There is no folder '{folder}'.")
    yield from folder.rglob(RESULTS)


def _read(folder: Path) -> CollectedRun:
    facts = read_object(folder / "run.json") if (folder / "run.json").is_file() else {}
    if facts.get("complete") is not True:
        raise InputError(f"The run in '{folder}' is not complete. Run it again, which resumes it, or leave it out.")
    _check_files(folder, facts)
    results = [
        from_record(parse_json(line, str(folder / RESULTS))) for _, line in lines_of(read_utf8(folder / RESULTS))
    ]
    for result in results:
        _check_signature(folder, result)
    overall = tuple(result for result in results if result.about.group is None)
    return CollectedRun(folder, overall, (folder / "report.html").is_file())


def _check_files(folder: Path, facts: Mapping[str, Plain]) -> None:
    """Results and items must be those that the run wrote, and all that it wrote must be there."""
    named = facts.get("files")
    written = named if isinstance(named, dict) else {}
    missing = [name for name in written if not (folder / name).is_file()]
    problems = [
        *(f"{name} is missing. Put it back, or run it again." for name in missing if name in FILES),
        *unsigned_files(folder, facts),
        *changed_files(folder, facts),
    ]
    if problems:
        raise InputError(f"The run in '{folder}' is not as it was written, so it is not published: {problems[0]}")


def _check_signature(folder: Path, result: Result) -> None:
    """The number must be about what its signature says, or nobody gets it again. A model may have a name for people."""
    about, signature = result.about, result.about.signature
    stated = (about.measure, about.data, about.language, about.group, about.n, about.total)
    signed = (
        signature.measure, signature.data, signature.language, signature.group, signature.n, signature.total,
    )  # fmt: skip
    if stated != signed:
        raise InputError(f"In '{folder}' a result does not fit its signature {signature}: it says {stated}.")


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

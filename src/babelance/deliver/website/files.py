"""`site`: the folder that a team publishes."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from babelance.api import replay
from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.core.model import Options
from babelance.deliver.website.collect import CollectedRun, collect
from babelance.deliver.website.tables import Cell, Tables, index_record, packed_row, script, table_name
from babelance.deliver.website.verify import verify as replay_sample
from babelance.report import html
from babelance.report.results import Results
from babelance.report.website import pages

MARK = ".babelance-site"
"""A folder with this file in it was made here, and may be made anew."""


def site(
    runs: Sequence[Path | str],
    out: Path | str,
    *,
    title: str = "Social bias of language models",
    verify: int = 0,
    seed: int = 0,
    store: Path | None = None,
    allow_commands: Sequence[str] = (),
    model_options: Options | None = None,
) -> Path:
    """Write a static site about all runs in these folders, and give back its first page."""
    collected = collect([Path(run) for run in runs])
    results = [result for run in collected for result in run.results]
    again = partial(replay, store=store, model_options=model_options, allow_commands=allow_commands)
    replayed = replay_sample(results, verify, seed=seed, again=again) if verify else []
    target = _target(Path(out))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".site-") as scratch:
        folder = Path(scratch) / "new"
        tables = Tables.of(results)
        reports = _write_reports(collected, folder)
        _write_data(folder, tables, index_record(tables, reports, title))
        _write_pages(folder, tables, reports, title, len(replayed))
        write_text(folder / MARK, "")
        if target.is_dir():
            target.replace(Path(scratch) / "old")
        folder.replace(target)
    return target / "index.html"


def _target(folder: Path) -> Path:
    """Where the site goes: a folder that is not there, is empty, or was made here before. It is written beside that
    place and moved there when it is whole."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
        raise InputError(f"'{folder}' has files that are not of a site of ours. Name another folder with --out.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    return folder


def _write_reports(runs: Sequence[CollectedRun], folder: Path) -> dict[str, str]:
    """Model → address of a report of it; runs without a report have none. Pages are written anew from the results: a
    page that somebody else wrote would run whatever is in it, at the address of the site."""
    reports: dict[str, str] = {}
    for number, run in enumerate(runs):
        if run.has_report:
            name = f"reports/{number}.html"
            write_text(folder / name, html.render(Results.read(run.folder)))
            for result in run.results:
                about = result.about
                for model in (about.model, f"{about.model} ({about.signature.model})"):
                    reports.setdefault(model, name)
    return reports


def _write_data(folder: Path, tables: Tables, index: object) -> None:
    write_text(folder / "data" / "index.js", script("index", index))
    by_table: dict[int, list[Cell]] = {}
    by_language: dict[int, list[Cell]] = {}
    for cell in tables.cells:
        by_table.setdefault(cell.table, []).append(cell)
        by_language.setdefault(cell.language, []).append(cell)
    for kind, groups in (("table", by_table), ("language", by_language)):
        for number, cells in groups.items():
            name = f"{kind}-{number}"
            write_text(folder / "data" / f"{name}.js", script(name, [packed_row(cell) for cell in cells]))


def _write_pages(folder: Path, tables: Tables, reports: dict[str, str], title: str, replayed: int) -> None:
    for name, text in pages.assets().items():
        write_text(folder / name, text)
    counted = pages.Counts(len(tables.models), len(tables.languages), len(tables.tables), len(tables.cells), replayed)
    write_text(folder / "index.html", pages.overview(title, counted))
    for index, key in enumerate(tables.tables):
        write_text(folder / "measures" / f"{index}.html", pages.view(title, table_name(key), f"table-{index}"))
    for index, language in enumerate(tables.languages):
        write_text(
            folder / "languages" / f"{language}.html", pages.view(title, f"Language: {language}", f"language-{index}")
        )
    by_model: dict[int, list[Cell]] = {}
    for cell in tables.cells:
        by_model.setdefault(cell.model, []).append(cell)
    for model, cells in by_model.items():
        name = tables.models[model]
        rows = [(cell.result, cell.table, " ".join(filter(None, tables.tables[cell.table][::2]))) for cell in cells]
        text = pages.model(title, name, rows, reports.get(name, ""))
        write_text(folder / "models" / f"{tables.slugs[model]}.html", text)

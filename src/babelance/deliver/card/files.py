"""Which formats there are, and the files of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from babelance.core.errors import InputError, UnknownName
from babelance.core.files import together, write_text
from babelance.deliver.card.bundle import write_bundle
from babelance.deliver.card.entries import Runs, file_name, plain_model
from babelance.deliver.card.every_eval_ever import every_eval_ever
from babelance.deliver.card.hub import eval_result_files, model_index
from babelance.deliver.card.inspect_log import inspect_log
from babelance.deliver.card.lm_eval import lm_eval
from babelance.deliver.card.section import insert, section
from babelance.deliver.card.tables import csv_table, latex_table
from babelance.report import html
from babelance.report.picture import picture

TEXTS: Mapping[str, Callable[[Runs], str]] = {
    "markdown": section,
    "model-index": model_index,
    "lm-eval": lm_eval,
    "latex": latex_table,
    "csv": csv_table,
}
"""Formats of one file."""
FOLDERS: Mapping[str, Callable[[Runs], dict[str, str]]] = {
    "eval-results": eval_result_files,
    "every-eval-ever": every_eval_ever,
    "inspect": inspect_log,
}
"""Formats whose files have names and places of their own."""
FORMATS = (*TEXTS, *FOLDERS)
PICTURE = "babelance.svg"


def card(
    runs: Sequence[Path | str],
    *,
    form: str = "markdown",
    out: Path | str | None = None,
    model: str | None = None,
    picture: bool = True,
    incomplete: bool = False,
) -> str | list[Path]:
    """The results of runs in one of the formats: the text of it, or, with `out`, the files that were written.

    `out` is a file (a card keeps everything outside of the markers), or a folder for formats whose files have names.
    """
    if form not in FORMATS:
        raise UnknownName("format", form, FORMATS)
    read = Runs.read([Path(run) for run in runs], incomplete=incomplete)
    read = read.only(model) if model else read
    if form in FOLDERS:
        return _write_folder(read, form, Path(out)) if out else "".join(FOLDERS[form](read).values())
    if out is None:
        return TEXTS[form](read)
    if form == "markdown":
        return write_card(read, Path(out), with_picture=picture)
    write_text(Path(out), TEXTS[form](read))
    return [Path(out)]


def _write_folder(runs: Runs, form: str, folder: Path) -> list[Path]:
    files = FOLDERS[form](runs)
    with together():
        for name, text in files.items():
            write_text(folder / name, text)
    return [folder / name for name in files]


def write_card(runs: Runs, path: Path, *, with_picture: bool = True) -> list[Path]:
    """The section in its place in a card, and the first screen as a picture beside it."""
    drawn = _picture(runs) if with_picture else None
    before = _read(path)
    text = insert(before, section(runs, picture=PICTURE if drawn else None))
    with together():
        if drawn:
            write_text(path.parent / PICTURE, drawn)
        if text != before:
            write_text(path, text)
    return [path, *([path.parent / PICTURE] if drawn else [])]


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"Cannot read the card '{path}': {error}.") from error


def _picture(runs: Runs) -> str | None:
    """Of the first run that has a conclusion."""
    return next(filter(None, map(picture, runs.folders)), None)


def bundle(runs: Sequence[Path | str], out: Path | str, *, incomplete: bool = False) -> Path:
    """An evidence pack: the runs with their reports, all formats, hashes and environment, in one zip file."""
    read = Runs.read([Path(run) for run in runs], incomplete=incomplete)
    drawn = _picture(read)
    files = {"card.md": section(read, picture=PICTURE if drawn else None)} | ({PICTURE: drawn} if drawn else {})
    files |= {"results.csv": csv_table(read), "results.tex": latex_table(read)}
    for model in read.models:
        files |= _formats_of_model(read.only(model), file_name(plain_model(model)))
    for number, run in enumerate(read.folders, start=1):
        files[f"reports/{number}-{file_name(run.directory.resolve().name)}.html"] = html.render(run)
    return write_bundle(Path(out), read, {name: text.encode() for name, text in files.items()})


def _formats_of_model(runs: Runs, name: str) -> dict[str, str]:
    if not runs.defined:
        return {}
    folder = f"formats/{name}"
    texts = {"model-index.yaml": model_index, "lm-eval.json": lm_eval}
    files = {f"{folder}/{file}": form(runs) for file, form in texts.items()}
    for form in FOLDERS.values():
        files |= {f"{folder}/{file}": text for file, text in form(runs).items()}
    return files

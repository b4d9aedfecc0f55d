"""`babelance data`: what datasets there are, what is in them, and whether their files are here and unharmed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.progress import track

from babelance.cli._columns import few_languages, print_groups
from babelance.cli._printing import print_table, stderr, warn
from babelance.cli._terminal import echo
from babelance.core.card import Card, Dataset, File, to_record
from babelance.core.errors import BabelanceError, FetchError, InputError
from babelance.core.json_lines import json_line
from babelance.core.registry import DATASETS
from babelance.datasets import find
from babelance.datasets.reading.elsewhere import Elsewhere
from babelance.datasets.reading.fetch import local, look

app = typer.Typer(no_args_is_help=True, help="List, show, get and verify datasets.", rich_markup_mode="markdown")

Name = Annotated[str, typer.Argument(metavar="NAME", help="A dataset, or the path of your own file.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="NAME…", help="Names of datasets.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="All datasets.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on stdout, one object per line.")]


@dataclass(frozen=True, slots=True)
class State:
    """One file of a dataset on this machine: `ok`, `wrong`, `absent`, or `failed` with the reason in `detail`."""

    dataset: str
    file: File
    state: str
    detail: str


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """All datasets, in one line each.

    Example: babelance data list
    """
    with _exits():
        datasets = [DATASETS.get(name) for name in DATASETS]
        if as_json:
            _print_lines(_summary(dataset) for dataset in datasets)
        else:
            named = [(dataset, dataset.card) for dataset in datasets]
            rows = [(card.name, card.title, few_languages(card.languages), _share(data)) for data, card in named]
            print_groups({"Datasets: languages, and how many of their files are here": rows})


@app.command()
def show(name: Name, as_json: AsJson = False) -> None:
    """The card of one dataset: where its text comes from, what it may be used for, what is wrong with it.

    Example: babelance data show sjsd
    """
    with _exits():
        if as_json:
            _print_lines([_summary(find(name))])
        else:
            _print_table([], _describe(find(name)))


@app.command()
def get(names: Names = None, everything: All = False, as_json: AsJson = False) -> None:
    """Download what is not here yet. Every file is checked against its pinned checksum.

    Example: babelance data get sjsd crows-pairs
    """
    with _exits():
        states = _each(names, _fetch, everything=everything)
    _report(states, as_json=as_json)
    _exit_unless(states, {"ok"})


@app.command()
def verify(names: Names = None, everything: All = False, as_json: AsJson = False) -> None:
    """Check the files that are here against their checksums, without any download.

    A file that is not here fails the check of a named dataset, but not `--all`.

    Example: babelance data verify sjsd
    """
    with _exits():
        states = _each(names, _look_at, everything=everything)
    _report(states, as_json=as_json)
    _exit_unless(states, {"ok", "absent"} if everything else {"ok"})


@contextmanager
def _exits() -> Iterator[None]:
    """What babelance says no to goes to stderr, with exit code 2."""
    try:
        yield
    except BabelanceError as error:
        warn(str(error))
        raise typer.Exit(2) from error


def _each(names: Sequence[str] | None, look_at: Callable[[str, File], State], *, everything: bool) -> list[State]:
    if bool(names) == everything:
        raise InputError("Name one or more datasets, or say --all. `babelance data list` shows the names.")
    for name in names or ():
        if isinstance(data := DATASETS.get(name), Elsewhere):
            raise InputError(f"'{name}' has no pinned files to get or to check: {data.how_to_get(data.files)}.")
    chosen = [(name, file) for name in names or DATASETS for file in DATASETS.get(name).card.files]
    bar = track(chosen, description="files", console=stderr, disable=not sys.stderr.isatty())
    return [look_at(name, file) for name, file in bar]


def _fetch(name: str, file: File) -> State:
    try:
        return State(name, file, "ok", str(local(file)))
    except FetchError as error:
        return State(name, file, "failed", str(error))


def _look_at(name: str, file: File) -> State:
    status = look(file)
    detail = {
        "ok": str(status.path),
        "wrong": f"{status.path} has sha256 {status.sha256}, pinned is {file.sha256}",
        "absent": f"get it with: babelance data get {name}",
    }
    return State(name, file, status.state, detail[status.state])


def _report(states: Sequence[State], *, as_json: bool) -> None:
    rows = [(state.dataset, state.file.name, state.state, state.detail) for state in states]
    if as_json:
        _print_lines(dict(zip(("dataset", "file", "state", "detail"), row, strict=True)) for row in rows)
    else:
        _print_table(["dataset", "file", "state", "where or why"], rows)


def _exit_unless(states: Iterable[State], accepted: set[str]) -> None:
    if any(state.state not in accepted for state in states):
        raise typer.Exit(2)


def _summary(dataset: Dataset) -> dict[str, Any]:
    card = dataset.card
    prints = {language: dataset.fingerprint(language) for language in card.languages}
    return {**to_record(card), "fields": sorted(dataset.fields), "fingerprints": prints, "here": _here(card)}


def _describe(dataset: Dataset) -> Iterator[tuple[str, str]]:
    card = dataset.card
    yield "name", f"{card.name}@{card.version}"
    yield "title", card.title
    yield "languages", " ".join(card.languages) or "not stated: taken to be in the language you ask for"
    yield "items", _counts(dataset)
    yield "fields", ", ".join(sorted(dataset.fields)) or "none: this is no dataset of items"
    yield "broken down by", ", ".join(card.groups) or "nothing"
    yield "made", card.provenance
    yield "checked by people", "yes" if card.validated else "no"
    yield "licence", card.licence
    yield "cite", card.citation
    yield "address", card.url or "none"
    yield "files here", _share(dataset)
    yield from (("note", note) for note in card.notes)
    yield from (("file", f"{file.name}  {file.sha256}") for file in card.files)


def _counts(dataset: Dataset) -> str:
    """How many items each language has, if they can be read here without a download."""
    card = dataset.card
    if _here(card) < len(card.files):
        return f"get them first: babelance data get {card.name}"
    if not dataset.fields:
        return "none"
    languages = dataset.languages_here if isinstance(dataset, Elsewhere) else card.languages or ("und",)
    if not languages and isinstance(dataset, Elsewhere):
        return f"fetch them by hand: {dataset.how_to_get(dataset.files)}"
    counts = {code: sum(1 for _ in dataset.items(code)) for code in languages}
    if len(set(counts.values())) == 1 and len(counts) == max(1, len(card.languages)):
        return f"{counts.popitem()[1]:,}" + (" in each language" if len(card.languages) > 1 else "")
    return ", ".join(f"{code} {count:,}" for code, count in counts.items())


def _share(dataset: Dataset) -> str:
    card = dataset.card
    if isinstance(dataset, Elsewhere):
        return "here" if dataset.languages_here else "by hand"
    if card.files:
        return f"{_here(card)}/{len(card.files)}"
    return "ships" if card.name in DATASETS else "yours"


def _here(card: Card) -> int:
    return sum(look(file).state == "ok" for file in card.files)


def _print_table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Nothing is cut: a checksum or a path is of use only as a whole."""
    from babelance.report.terminal_table import Row, TerminalTable

    print_table(TerminalTable(titles or ("", ""), list(map(Row, rows))))


def _print_lines(records: Iterable[dict[str, Any]]) -> None:
    for record in records:
        echo(json_line(record))


ORDER = 31


def register(root: typer.Typer) -> None:
    root.add_typer(app, name="data")

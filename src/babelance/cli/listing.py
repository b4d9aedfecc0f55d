"""`babelance list` and `babelance show`: what there is."""

from __future__ import annotations

import inspect
import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from babelance.cli import _options as shared
from babelance.core.errors import UnknownName
from babelance.core.registry import DATASETS, LANGUAGES, MEASURES, MODELS


def list_(
    what: Annotated[str, typer.Argument(help="measures, datasets, languages, models, or nothing for all.")] = "",
    as_json: shared.AsJson = False,
) -> None:
    """List measures, datasets, languages and kinds of models.

    Example: babelance list measures
    """
    tables = {"measures": _measures, "datasets": _datasets, "languages": _languages, "models": _models}
    if what and what not in tables:
        raise UnknownName("list", what, tables)
    rows = {name: make() for name, make in tables.items() if what in ("", name)}
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
        return
    for name, entries in rows.items():
        Console().print(_table(name, entries))


def show(
    name: Annotated[str, typer.Argument(help="A measure, dataset or language.")],
) -> None:
    """Show one measure (formula, scale, options, departures of the released code), dataset or language.

    Example: babelance show s-jsd
    """
    if name in MEASURES:
        typer.echo(measure_page(name))
    elif name in DATASETS:
        from babelance.cli.data import show as show_dataset

        show_dataset(name)
    elif name in LANGUAGES:
        _show_language(name)
    else:
        raise UnknownName("name", name, [*MEASURES, *DATASETS, *LANGUAGES])


def measure_page(name: str) -> str:
    """The docstring of the measure's module and its options."""
    from babelance.run.configure import options_of

    kind = MEASURES.get(name)
    module = inspect.getmodule(kind)
    options = "\n".join(_option(kind, key, value) for key, value in options_of(kind).items())
    text = inspect.getdoc(module) or inspect.getdoc(kind)
    return f"{name}\n\n{text}\n\nOptions (--set key=value)\n{options or '  none'}"


def _option(kind: Any, key: str, usual: object) -> str:
    """The usual value, and what else there is."""
    from babelance.run.configure import values_of

    shown = str(usual).lower() if isinstance(usual, bool) else usual
    value = "as the fidelity says" if usual is None else "nothing" if usual == "" else shown
    return f"  {key} = {value}  ({values_of(kind, key)})"


def _measures() -> list[dict[str, str]]:
    rows = []
    for name in MEASURES:
        kind = MEASURES.get(name)()
        scale = kind.scale
        rows.append(
            {
                "name": name,
                "title": kind.title,
                "scale": f"{scale.low:g} … {scale.high:g}",
                "ideal": f"{scale.ideal:g}",
                "asks": ", ".join(sorted(query.__name__ for query in kind.asks)),
                "needs": ", ".join(sorted(kind.fields)),
            }
        )
    return rows


def _datasets() -> list[dict[str, str]]:
    cards = [DATASETS.get(name).card for name in DATASETS]
    return [
        {"name": card.name, "title": card.title, "languages": " ".join(card.languages), "licence": card.licence}
        for card in cards
    ]


def _languages() -> list[dict[str, str]]:
    languages = [LANGUAGES.get(name) for name in LANGUAGES]
    return [{"name": language.code, "title": language.name, "endonym": language.endonym} for language in languages]


def _models() -> list[dict[str, str]]:
    kinds = [MODELS.get(name) for name in MODELS]
    return [
        {
            "name": kind.name,
            "title": kind.title,
            "prefix": ", ".join(f"{prefix}:" for prefix in kind.prefixes),
            "answers": ", ".join(sorted(query.__name__ for query in kind.answers)),
        }
        for kind in kinds
    ]


def _show_language(code: str) -> None:
    language = LANGUAGES.get(code)
    typer.echo(f"{language.code}  {language.name} ({language.endonym})")
    for group, listed in language.gender_words.items():
        typer.echo(f"  {group}: {', '.join(listed)}")
    for group, listed in language.names.items():
        typer.echo(f"  names, {group}: {', '.join(listed)}")
    for source in language.sources:
        typer.echo(f"  source: {source}")


def _table(title: str, rows: list[dict[str, str]]) -> Table:
    table = Table(title=title, title_justify="left", header_style="bold")
    for name in rows[0] if rows else []:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*row.values())
    return table


ORDER = 30


def register(app: typer.Typer) -> None:
    app.command("list")(list_)
    app.command("show")(show)

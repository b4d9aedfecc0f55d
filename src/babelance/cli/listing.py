"""`babelance list` and `babelance show`: what there is, and what it is in full."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._columns import few_languages, print_groups
from babelance.cli._prose import fill
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError, UnknownName
from babelance.core.json_lines import json_line
from babelance.core.measure import Measure, way_to_ask
from babelance.core.query import Ability
from babelance.core.registry import DATASETS, LANGUAGES, MEASURES, MODELS, Registry


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
        echo(json_line(rows))
    else:
        for name, entries in rows.items():
            print_groups(_for_people(name, entries))
    _refuse_broken()


def _refuse_broken() -> None:
    """What other packages add and what is broken is told, and shows in the exit code."""
    registries: tuple[Registry[Any], ...] = (MEASURES, DATASETS, LANGUAGES, MODELS)
    if reasons := [reason for registry in registries for reason in registry.broken().values()]:
        raise InputError(" ".join(reasons))


def show(
    name: Annotated[str, typer.Argument(help="A measure, dataset or language.")],
) -> None:
    """Show one measure (formula, scale, options, departures of the released code), dataset or language.

    Example: babelance show s-jsd
    """
    if name in MEASURES:
        echo(fill(measure_page(name), width=printing.screen().width))
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
    for name, make in MEASURES.usable().items():
        kind = make()
        scale = kind.scale
        rows.append(
            {
                "name": name,
                "title": kind.title,
                "meaning": _meaning(type(kind)),
                "scale": f"{scale.low:g} … {scale.high:g}",
                "ideal": f"{scale.ideal:g}",
                "models": ", ".join(_kinds(kind)),
                "asks": _abilities_in_words(kind.asks),
                "needs": ", ".join(sorted(kind.fields)),
            }
        )
    return rows


def _kinds(measure: Measure) -> list[str]:
    """The kinds of models that a measure fits, with the options that it needs; not those that answer anything."""
    able = {name: kind.answers for name, kind in MODELS.usable().items() if kind.answers != frozenset(Ability)}
    ways = {name: way_to_ask(measure, answers) for name, answers in able.items()}
    return [f"{name} ({way})" if way else name for name, way in ways.items() if way is not None]


def _abilities_in_words(abilities: frozenset[Ability]) -> str:
    """`Fill` for all its ways, else `Fill (left-to-right, stereoset)`."""
    ways: dict[str, list[str]] = {}
    for ability in sorted(abilities):
        _, _, way = ability.removesuffix(")").partition("(")
        ways.setdefault(ability.query, []).append(way)
    every = {query: sum(ability.query == query for ability in Ability) for query in ways}
    return ", ".join(
        query if len(names) == every[query] else f"{query} ({', '.join(names)})" for query, names in ways.items()
    )


def _datasets() -> list[dict[str, str]]:
    cards = [dataset.card for dataset in DATASETS.usable().values()]
    return [
        {"name": card.name, "title": card.title, "languages": " ".join(card.languages), "licence": card.licence}
        for card in cards
    ]


def _languages() -> list[dict[str, str]]:
    languages = LANGUAGES.usable().values()
    return [{"name": language.code, "title": language.name, "endonym": language.endonym} for language in languages]


def _models() -> list[dict[str, str]]:
    kinds = MODELS.usable().values()
    return [
        {
            "name": kind.name,
            "title": kind.title,
            "prefix": ", ".join(f"{prefix}:" for prefix in kind.prefixes),
            "answers": _abilities_in_words(kind.answers),
        }
        for kind in kinds
    ]


def _show_language(code: str) -> None:
    language = LANGUAGES.get(code)
    say(f"{language.code}  {language.name} ({language.endonym})")
    for group, listed in language.gender_words.items():
        say(f"  {group}: {', '.join(listed)}")
    for group, listed in language.names.items():
        say(f"  names, {group}: {', '.join(listed)}")
    for source in language.sources:
        say(f"  source: {source}")


KINDS = {
    "TokenLogprobs": "Measures of language models: sentences",
    "Fill": "Measures of language models: words in a slot",
    "Classify": "Measures of text classifiers",
    "Entails": "Measures of NLI models, and of causal ones that are asked",
    "Translate": "Measures of translators",
    "Embed": "Measures of word vectors",
}
"""What a measure asks says which models it is for."""
Rows = dict[str, list[tuple[str, ...]]]


def _for_people(what: str, entries: Sequence[Mapping[str, str]]) -> Rows:
    """Headings and rows: what one needs to choose. `--json` and `show` have the rest."""
    if what == "measures":
        return _by_kind(entries)
    if what == "datasets":
        return {
            "Datasets": [
                (entry["name"], entry["title"], few_languages(entry["languages"].split()), _short(entry))
                for entry in entries
            ]
        }
    if what == "languages":
        return {"Languages": [(entry["name"], f"{entry['title']} ({entry['endonym']})") for entry in entries]}
    return {"Kinds of models": [(entry["name"], entry["title"], entry["prefix"]) for entry in entries]}


def _by_kind(entries: Sequence[Mapping[str, str]]) -> Rows:
    groups: Rows = {heading: [] for heading in KINDS.values()}
    for entry in entries:
        heading = KINDS.get(entry["asks"].partition(" ")[0], "Other measures")
        groups.setdefault(heading, []).append((entry["name"], entry["meaning"], f"ideal {entry['ideal']}"))
    return {heading: rows for heading, rows in groups.items() if rows}


def _short(dataset: Mapping[str, str]) -> str:
    """The licence without what is said about it."""
    return re.split(r" \(|:", dataset["licence"])[0]


def _meaning(kind: type) -> str:
    """The first sentence about a measure."""
    text = inspect.getdoc(inspect.getmodule(kind)) or inspect.getdoc(kind) or ""
    return text.strip().partition("\n")[0]


ORDER = 30


def register(app: typer.Typer) -> None:
    app.command("list")(list_)
    app.command("show")(show)

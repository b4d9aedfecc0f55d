"""`babelance build sheet`, `build from-sheet`: sentence pairs → a translator's sheet → pairs in a new language."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.core.card import Dataset
    from babelance.core.item import Item

Data = Annotated[str, typer.Option("--data", "-d", help="Sentence pairs: a dataset or a file with more and less.")]
From = Annotated[str, typer.Option("--from", "-f", callback=shared.language_codes, help="Language of the pairs.")]
To = Annotated[str, typer.Option("--to", "-t", callback=shared.language_codes, help="The new language, BCP 47.")]
SHOWN = 5


def sheet(
    to: To,
    out: Annotated[Path, typer.Option("--out", "-o", help="The sheet to write, .csv.")],
    data: Data = "sjsd",
    source: From = "en",
    names: Annotated[
        Path | None, typer.Option(help="JSON object: name of the source → name of the new language.")
    ] = None,
) -> None:
    """A sheet for a translator: both sentences of every pair, and which names to use.

    The translator fills the columns translated_more and translated_less: a sentence that people would write, with the
    names of the column names, and nothing else different between the two but what agrees with the name.

    Example: babelance build sheet -d sjsd --to sw -o sheet-sw.csv
    """
    from babelance.build.translation_sheet import name_map, write_sheet
    from babelance.core.registry import LANGUAGES
    from babelance.core.untrusted import read_object

    if out.suffix != ".csv":
        raise InputError(f"The sheet is written as .csv, so name it {out.stem}.csv instead of '{out.name}'.")
    items = _pairs(_dataset(data), data, source)
    if names is None and to not in LANGUAGES:
        raise InputError(f"No names are known in '{to}'. Give them with --names FILE, a JSON object: Mary → Amina.")
    replacements = read_object(names) if names else name_map(items, LANGUAGES.get(source), LANGUAGES.get(to))
    if not all(isinstance(name, str) and name for name in replacements.values()):
        raise InputError(f"'{names}' is no object of names: write the name of the source → the name of '{to}'.")
    write_sheet(items, replacements, out)
    replaced = ", ".join(f"{old} → {new}" for old, new in replacements.items()) or "none"
    say(f"{len(items)} pairs in {out}; names: {replaced}")


def from_sheet(
    filled: Annotated[Path, typer.Argument(metavar="SHEET", help="The sheet that came back.", exists=True)],
    to: To,
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    by: Annotated[str, typer.Option(help="Who translated, as it shall stand on the card.")],
    data: Data = "sjsd",
    source: From = "en",
    native: Annotated[bool, typer.Option(help="The translator is a native speaker.")] = False,
    partial: Annotated[bool, typer.Option(help="Take the rows that are right, and leave out the others.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """The pairs of a sheet that a translator filled, checked row by row, with a card that says who did it.

    Rows that are empty, alike on both sides, different in more than the name, or with the wrong name are refused;
    --partial leaves them out instead, and the card says so.

    Example: babelance build from-sheet sheet-sw.csv --to sw --by 'A. Translator' --native -o pairs-sw.jsonl
    """
    from babelance.build.translation_sheet import read_sheet, write_translated
    from babelance.core.registry import LANGUAGES
    from babelance.datasets import identity

    dataset = _dataset(data)
    items = _pairs(dataset, data, source)
    done = read_sheet(filled, items, to, spaced=LANGUAGES.get(to).spaced if to in LANGUAGES else True)
    if done.problems and not partial:
        some = "\n".join(f"  {key}: {reason}" for key, reason in list(done.problems.items())[:SHOWN])
        more = f"\n  and {len(done.problems) - SHOWN} more" if len(done.problems) > SHOWN else ""
        raise InputError(
            f"{len(done.problems)} of {len(items)} rows are not right yet:\n{some}{more}\n"
            "Mend them in the sheet, or use --partial to leave them out."
        )
    card = write_translated(
        done, dataset.card, identity(dataset, source), filled, out, language=to, by=by, native=native
    )
    facts = {"pairs": len(done.items), "left_out": dict(done.problems), "provenance": card.provenance}
    echo(json.dumps(facts, ensure_ascii=False)) if as_json else say(
        f"{len(done.items)} pairs in {out}. {card.provenance}"
    )


def _dataset(data: str) -> Dataset:
    from babelance.datasets import find

    return find(data)


def _pairs(dataset: Dataset, data: str, language: str) -> list[Item]:
    if not {"more", "less"} <= dataset.fields:
        raise InputError(f"'{data}' has no sentence pairs (more, less); it has {', '.join(sorted(dataset.fields))}.")
    dataset.card.require(language)
    return list(dataset.items(language))


def register(app: typer.Typer) -> None:
    app.command("sheet")(sheet)
    app.command("from-sheet")(from_sheet)

"""`babelance build nli`: captions and occupations → NLI-CoAL sets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.build.material.captions import Persons
    from babelance.build.material.occupations import Occupation
    from babelance.build.nli import NliItems


def nli(
    captions: Annotated[Path, typer.Argument(help="Captions, one per line; or a table with a column 'text'.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code of the captions.")
    ],
    occupations: Annotated[
        str,
        typer.Option(help="Table with word and scores (or stereotype), or 'professions' for the English words."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    sentences: Annotated[
        int, typer.Option(help="Captions per occupation, drawn by seed; 0: all.", callback=shared.within_bounds)
    ] = 10,
    woman: Annotated[str, typer.Option(help="How captions name a woman; default: that of the language.")] = "",
    man: Annotated[str, typer.Option(help="How captions name a man.")] = "",
    worker: Annotated[
        str, typer.Option(help="What stands for the person, with {occupation} or a form of it, {occupation:work}.")
    ] = "",
    dependent: Annotated[
        Path | None, typer.Option(help="Words that depend on gender, one per line, besides the shipped ones.")
    ] = None,
    other_words: Annotated[
        bool, typer.Option("--other-words", help="Keep captions with further gender words.")
    ] = False,
    drop_gendered: Annotated[
        bool, typer.Option("--drop-gendered", help="Leave out occupations whose word names a gender.")
    ] = False,
    seed: shared.Seed = 0,
    as_json: Annotated[bool, typer.Option("--json", help="The counts as one JSON object on stdout.")] = False,
) -> None:
    """NLI sets for the measures nli-coal and fn, from captions and occupation words with scores.

    Example: babelance build nli captions.txt --language en --occupations professions --out nli-en.jsonl

    Example: babelance build nli légendes.txt -l fr --occupations métiers.csv --worker 'une personne qui travaille comme
    {occupation}' --out nli-fr.jsonl
    """
    from babelance.build.nli import Recipe, build

    persons, phrase, agreement = _phrases(language, woman, man, worker)
    recipe = Recipe(
        language=language,
        persons=persons,
        worker=phrase,
        agreement=agreement,
        sentences=sentences or None,
        seed=seed,
        strict=not other_words,
        dependent=_lines(dependent) if dependent else (),
        drop_gendered=drop_gendered,
    )
    built = build(_captions(captions), _occupations(occupations, language), out, recipe)
    echo(json_line(_facts(built))) if as_json else say(_summary(built))
    printing.warn(f"Measure it: babelance run --data {out} --measures nli-coal,fn --model …")


def _phrases(code: str, woman: str, man: str, worker: str) -> tuple[Persons, str, str]:
    """What the user says; else the word pair of the language; where articles agree with the noun, the whole phrase."""
    from babelance.build.material.captions import Persons
    from babelance.core.language import require
    from babelance.core.registry import LANGUAGES
    from babelance.datasets.reading.probes import codes, probe

    if bool(woman) != bool(man):
        raise InputError("Give both --woman and --man, or neither.")
    material = probe(code).section("nli") if code in codes("nli") else {}
    agreement = str(material.get("agreement", "male"))
    if material and ":" in material["worker"]:
        persons = Persons(woman or material["woman"], man or material["man"])
        return persons, worker or material["worker"], agreement
    if not material and not worker:
        raise InputError(
            f"Whether a word for an occupation can stand for a person without further changes is not known for "
            f"'{code}'. Say what to put in their place, e.g. --worker '{{occupation}}'."
        )
    if not woman and code not in LANGUAGES:
        raise InputError(f"'{code}' has no file, so say how captions name people: --woman WORD --man WORD.")
    female, male = (woman, man) if woman else require(LANGUAGES.get(code), "person")
    return Persons(female, male), worker or "{occupation}", agreement


def _captions(path: Path) -> list[str]:
    from babelance.text.tables import read_table

    if path.suffix not in (".csv", ".tsv", ".jsonl", ".json", ".parquet"):
        return list(_lines(path))
    table = read_table(path)
    name = next((name for name in ("text", "caption", "sentence") if name in table.columns), None)
    if name is None:
        raise InputError(f"'{path}' has the columns {', '.join(table.columns)}; captions are in a column 'text'.")
    return [str(row.cells.get(name) or "") for row in table.rows]


def _lines(path: Path) -> tuple[str, ...]:
    from babelance.text.tables import read_lines

    try:
        return tuple(line for line in read_lines(path) if line.strip())
    except OSError as error:
        raise InputError(f"Cannot read '{path}': {error.strerror or error}.") from error


def _occupations(name: str, language: str) -> list[Occupation]:
    from babelance.build.material.occupations import occupation, read_occupations
    from babelance.core.registry import DATASETS

    if name in DATASETS and "stereotype_score" in DATASETS.get(name).fields:
        items = DATASETS.get(name).items("en")
        return [occupation({**item.texts, **item.tags}, f"'{name}', {item.id}") for item in items]
    return read_occupations(Path(name), language)


def _facts(built: NliItems) -> dict[str, object]:
    return {
        "pairs": len(built.items),
        "sets": dict(built.sets),
        "captions": built.usable,
        "left": dict(built.left),
        "occupations": dict(built.words),
        "gendered": list(built.gendered),
    }


def _summary(built: NliItems) -> str:
    lines = [f"{len(built.items):,} pairs"]
    lines += [f"  {name}: {built.sets.get(name, 0):,}" for name in ("pro", "anti", "non")]
    lines.append("  occupations: " + ", ".join(f"{kind} {count}" for kind, count in built.words.items()))
    lines.append(f"  usable captions: {built.usable:,}")
    lines += [f"  left out, {reason}: {count:,}" for reason, count in built.left.items()]
    if built.gendered:
        lines.append(f"  {len(built.gendered)} occupations name a gender themselves, e.g. {built.gendered[0]}")
    return "\n".join(lines)


def register(app: typer.Typer) -> None:
    app.command("nli")(nli)

"""`babelance build mbe`: a parallel corpus → sentences by group."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _given_names as shared_names
from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError
from babelance.core.json_lines import json_line

if TYPE_CHECKING:
    from babelance.build.material.groups import Groups
    from babelance.build.mbe import GroupSentences

PAPER = "paper"


def mbe(
    language: Annotated[
        str,
        typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code of the sentences to keep."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="A TSV, TMX or OPUS zip; two files line by line, pivot first; lines alone if the language is that of "
            "the pivot. Plain or compressed; -"
        ),
    ] = None,
    source: Annotated[
        str, typer.Option("--from", help="opus:TED2020, opus:GlobalVoices, opus:News-Commentary instead of a file.")
    ] = "",
    pivot: Annotated[str, typer.Option(callback=shared.language_codes, help="Language of the word lists.")] = "en",
    groups: Annotated[
        str, typer.Option(help="gender, gender-nonbinary, religion, nationality, age, or your own .toml file.")
    ] = "gender",
    words: Annotated[
        list[str],
        typer.Option(
            help="GROUP=FILE, a word per line, instead of --groups. Repeatable. Or paper: the lists it names."
        ),
    ] = [],  # noqa: B006 (typer reads the default)
    names: shared_names.Names = False,
    own_names: shared_names.OwnNames = [],  # noqa: B006
    columns: Annotated[str, typer.Option(help="Columns of a TSV, from 1: pivot, language.")] = "1,2",
    seed: shared.Seed = 0,
    most: Annotated[int, typer.Option(help="Most sentences of a group.", callback=shared.within_bounds)] = 50_000,
    fewest: Annotated[
        int,
        typer.Option(help="Leave out groups with fewer sentences; a rare one cuts all.", callback=shared.within_bounds),
    ] = 1,
    equal: Annotated[bool, typer.Option("--equal/--all", help="Cut all groups to the size of the smallest.")] = True,
    match: Annotated[str, typer.Option(help="none, or length: groups with the same lengths in characters.")] = "none",
    longest: Annotated[
        int, typer.Option(help="Skip lines with more characters on a side.", callback=shared.within_bounds)
    ] = 2000,
    jobs: Annotated[int, typer.Option("--jobs", "-j", help="Threads.", callback=shared.within_bounds)] = 1,
    executor: shared.Executor = "local",
    address: shared.Address = "",
    as_json: Annotated[bool, typer.Option("--json", help="The counts as one JSON object on stdout.")] = False,
) -> None:
    """Sentences by group from a parallel corpus, for the measure mbe.

    Example: babelance build mbe en-de.tsv.gz --language de --out de.jsonl

    Example: babelance build mbe --from opus:TED2020 --language de --out ted-de.jsonl

    Example: babelance build mbe english.txt --language en --words paper --out en.jsonl

    Example: babelance build mbe corpus.en corpus.sw --language sw --groups religion --fewest 30 --out sw-religion.jsonl

    Example: babelance build mbe huge.tsv.gz --language ja --executor ray --address auto --out ja.jsonl

    Example: zcat huge.tsv.gz | babelance build mbe - --language ja --jobs 4 --out ja.jsonl
    """
    from babelance.build.mbe import Recipe, build
    from babelance.cli._executor import parallel_map

    if match not in ("none", "length"):
        raise InputError(f"--match is none or length, not '{match}'.")
    recipe = Recipe(
        language=language,
        pivot=pivot,
        groups=_groups(groups, pivot, words),
        names=shared_names.given_names_of(pivot, names, own_names),
        seed=seed,
        most=most,
        fewest=fewest,
        equal=equal,
        match="length" if match == "length" else "none",
        longest=longest,
    )
    files, origin, codes = _corpus(paths or [], source, language, pivot)
    with parallel_map(executor, address) as spreading, printing.stderr.status("reading …") as status:
        built = build(
            files, out, recipe, columns=shared.columns_of(columns), origin=origin, codes=codes, jobs=jobs,
            parallel_map=spreading, tell=lambda n: status.update(f"{n:,} lines"),
        )  # fmt: skip
    echo(json_line(_facts(built))) if as_json else say(summary(built))
    printing.warn(f"Measure it: babelance run --measures mbe --data {out} --model …")


def _corpus(
    paths: list[str], source: str, language: str, pivot: str
) -> tuple[list[str], dict[str, str], tuple[str, str] | None]:
    """The files; what the card says about a corpus that was named, and what that calls the languages."""
    from babelance.datasets.reading.opus import PREFIX, opus_file

    if bool(paths) == bool(source):
        raise InputError("Name either files or a corpus: babelance build mbe FILE …, or --from opus:TED2020.")
    if not source:
        return paths, {}, None
    if not source.startswith(PREFIX):
        raise InputError(f"--from takes opus:NAME, not '{source}'.")
    file = opus_file(source, (pivot, language))
    about = {name: getattr(file.corpus, name) for name in ("licence", "citation", "provenance")}
    return [str(file.path)], {**about, **file.facts}, file.codes


def _groups(name: str, pivot: str, words: list[str]) -> Groups:
    from babelance.build.material.groups import groups_for
    from babelance.core.registry import DATASETS

    if words != [PAPER]:
        return groups_for(name, pivot=pivot, own=shared.settings_of(words))
    lists: dict[str, list[str]] = {}
    for item in DATASETS.get("gender-words").items("en"):
        lists.setdefault(item.tags["group"], []).append(item.texts["word"])
    return groups_for(lists=lists)


def _facts(built: GroupSentences) -> dict[str, object]:
    return {
        "lines": built.lines,
        "sentences": {group: len(rows) for group, rows in built.groups.items()},
        "left": dict(built.left),
        "in_several_groups": built.shared,
        "words": built.words,
        "unknown_names": dict(built.strangers),
    }


def summary(built: GroupSentences) -> str:
    lines = [f"{built.lines:,} lines"]
    for group, words in built.words.items():
        common = ", ".join(f"{word} {count:,}" for word, count in list(words.items())[:8])
        lines.append(f"  {group}: {sum(words.values()):,} sentences ({common})")
    lines += [f"  left out, {reason}: {count:,}" for reason, count in built.left.items() if count]
    if built.strangers:
        common = ", ".join(f"{word} {count:,}" for word, count in list(built.strangers.items())[:12])
        lines.append(f"  names and capitalised words that left the group in doubt: {common}")
    if built.shared:
        lines.append(
            f"  {built.shared:,} sentences are the same in several groups: the language does not tell them apart"
        )
    return "\n".join(lines)


def register(app: typer.Typer) -> None:
    app.command("mbe")(mbe)

"""`babelance build utterances`: registers × lexicons of a language → utterances that do not tell gender."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say
from babelance.core.errors import InputError

if TYPE_CHECKING:
    from babelance.build.utterances import UtteranceItems
    from babelance.datasets.reading.probes import Probe
    from babelance.text.fill import Word

Lexicon = Annotated[
    Path | None, typer.Option(help="Your own words, one per line, instead of ours.", exists=True, dir_okay=False)
]


def utterances(
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code, e.g. hi, tr, fi, eu.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    occupations: Lexicon = None,
    positive: Lexicon = None,
    negative: Lexicon = None,
    lines: Annotated[
        Path | None, typer.Option(help="Also write the texts, one per line, for a translator outside.")
    ] = None,
    as_json: shared.AsJson = False,
) -> None:
    """Utterances that do not tell gender, for the measure tgbi: every register of the language × every word.

    Example: babelance build utterances --language hi --out hi.jsonl

    Example: babelance build utterances -l tr --occupations my-occupations.txt --out tr.jsonl --lines tr.txt
    """
    from babelance.build.utterances import build
    from babelance.datasets.reading.probes import codes, probe

    if language not in codes("utterances"):
        raise InputError(
            f"No utterances for '{language}': its pronouns tell gender, or nobody wrote its registers yet. There are: "
            f"{', '.join(codes('utterances'))}."
        )
    own = {"occupation": occupations, "positive": positive, "negative": negative}
    material = probe(language)
    words, provenance = _lexicons(material, own), _provenance(own)
    built = build(material.language, words, out, provenance=provenance, lines=lines)
    echo(_facts(built)) if as_json else say(_summary(built))
    printing.warn(f"Measure it: babelance run --measures tgbi --data {out} --model …")


def _lexicons(material: Probe, own: dict[str, Path | None]) -> dict[str, dict[str, Word]]:
    from babelance.build.utterances import read_lexicon
    from babelance.datasets.babel_utterances import lexicons
    from babelance.datasets.reading.probes import split

    forms = {name: "occupation" if name == "occupation" else "quality" for name in own}
    given = {
        name: read_lexicon(path, tuple(split(material.section("forms")[forms[name]])))
        for name, path in own.items()
        if path
    }
    return {**lexicons(material), **given}


def _provenance(own: dict[str, Path | None]) -> str:
    files = [f"{name} words from {path.name}" for name, path in own.items() if path]
    return "; ".join(["Registers of babelance, not yet validated by native speakers", *files]) + "."


def _facts(built: UtteranceItems) -> str:
    facts = {"items": len(built.items), "texts": len(built.texts), "sets": dict(built.sets)}
    return json.dumps(facts, ensure_ascii=False)


def _summary(built: UtteranceItems) -> str:
    counts = ", ".join(f"{name} {count}" for name, count in built.sets.items())
    return f"{len(built.items)} items, {len(built.texts)} different texts\n  {counts}"


def register(app: typer.Typer) -> None:
    app.command("utterances")(utterances)

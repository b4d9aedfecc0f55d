"""`babelance build translated`: English sentence pairs through a translator."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import say


def translated(
    data: Annotated[str, typer.Option("--data", "-d", help="Sentence pairs in the source language.")],
    translator: Annotated[str, typer.Option("--model", "-m", help="A translator.")],
    language: Annotated[
        str,
        typer.Option(
            "--language", "-l", callback=shared.language_codes, help="BCP 47 code of the language to translate into."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file to write, .jsonl.")],
    source: Annotated[str, typer.Option(callback=shared.language_codes, help="Language of the pairs.")] = "en",
    limit: shared.Limit = None,
    api_key_env: shared.ApiKeyEnv = None,
    store: shared.StoreFile = None,
) -> None:
    """Sentence pairs in another language, by a translator (MT in the MBE paper).

    Translations are kept in the answer store: a command that was stopped goes on where it was.

    Example: babelance build translated -d crows-pairs -m Helsinki-NLP/opus-mt-en-de -l de -o crows-mt-de.jsonl
    """
    from babelance.build.translated import build
    from babelance.core.model import Options
    from babelance.datasets import find
    from babelance.run.executors.local import answerer_for
    from babelance.run.limit import choose_items
    from babelance.run.plan import Settings

    dataset, options = find(data), Options(target=language, extra=shared.with_key(api_key_env))
    with shared.answer_store(store) as answers:
        done = build(
            dataset.card,
            choose_items(dataset, source, Settings(limit=limit)),
            out,
            language=language,
            translator=translator,
            answer_all=answerer_for(translator, options, answers),
        )
    say(f"{len(done.items)} pairs in {out}")
    for reason, count in done.left.items():
        say(f"  left out, {reason}: {count}")


def register(app: typer.Typer) -> None:
    app.command("translated")(translated)

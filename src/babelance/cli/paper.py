"""`babelance paper`: what a paper did, as commands with your model in place; run on request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._steps import carry_out, in_words
from babelance.cli._terminal import say
from babelance.core.errors import InputError


def paper(
    name: Annotated[str, typer.Argument(help="mbe, cb, nli-coal, s-jsd or mt-bias.")],
    model: Annotated[
        list[str], typer.Option("--model", "-m", help="Your model, in the place of the paper's. Repeatable.")
    ],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="One of the paper's.")
    ] = "",
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for everything that is made.")] = Path("paper"),
    run: Annotated[bool, typer.Option("--run", help="Carry the commands out, one after the other.")] = False,
    limit: Annotated[
        int | None,
        typer.Option(help="Only N items of each dataset, for a trial.", callback=shared.within_bounds),
    ] = None,
    api_key_env: shared.ApiKeyEnv = None,
) -> None:
    """Print what a paper did as commands, say what is needed for them, and carry them out with --run.

    The last commands lay the numbers that the paper prints beside yours.

    Example: babelance paper mbe --model bert-base-multilingual-cased --language de

    Example: babelance paper nli-coal --model my-nli-model --language en --out coal --run

    Example: babelance paper mbe -m bert-base-cased -m roberta-base -m albert-base-v2 -l en
    """
    from babelance.studies.paper_steps import by_hand, commands, corpora_in, measures_in, paper_named

    chosen = paper_named(name)
    steps = commands(chosen, models=model, language=language, out=str(out), limit=limit, key=api_key_env)
    say(f"{chosen.title}\nneeds {chosen.kind}")
    states = {spec: _model_state(spec, measures_in(steps)) for spec in model}
    for spec, state in states.items():
        say(f"  {spec}: {state}")
    for data in chosen.data:
        say(f"needs the dataset {data}: {_data_state(data)}")
    for corpus in corpora_in(steps):
        say(f"needs the corpus {corpus}: {_corpus_state(corpus, language or chosen.languages[0])}")
    if run and any(state != FITS for state in states.values()):
        raise InputError(f"Not every model can do what the paper asks of it ({chosen.kind}); see above.")
    for number, step in enumerate(steps, 1):
        say(f"{number}. {in_words(step)}")
        if run:
            out.mkdir(parents=True, exist_ok=True)
            carry_out(step)
    if more := by_hand(chosen, models=model, language=language, out=str(out)):
        say("Also in the paper, and not carried out by --run (training, or data of yours in capital letters):")
        for step in more:
            say(f"   {in_words(step)}")


HERE = "here"
FITS = "can be asked; whether it knows the language is told by its first command, before any number"


def _model_state(model: str, measures: Sequence[str]) -> str:
    """Whether some kind of model takes it and answers what is asked, without loading weights."""
    from babelance.core.errors import ModelError
    from babelance.core.registry import MEASURES
    from babelance.run.kinds import kind_for_measure, split_language

    try:
        for name in measures:
            kind_for_measure(split_language(model)[1], name, MEASURES.get(name)())
    except ModelError as error:
        return str(error)
    return FITS


def _data_state(name: str) -> str:
    from babelance.core.registry import DATASETS
    from babelance.datasets.reading.fetch import look

    files = DATASETS.get(name).card.files
    missing = [file for file in files if look(file).state != "ok"]
    return f"{len(missing)} of {len(files)} files are to be downloaded" if missing else HERE


def _corpus_state(words: str, language: str) -> str:
    from babelance.datasets.reading.opus import where

    corpus = where(words, ("en", language))
    return HERE if corpus.path.is_file() else f"to be downloaded from {corpus.url}"


ORDER = 52


def register(app: typer.Typer) -> None:
    app.command("paper")(paper)

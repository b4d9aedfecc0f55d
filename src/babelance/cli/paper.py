"""`babelance paper`: what a paper did, as commands with your model in place; run on request."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._terminal import echo


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
) -> None:
    """Print what a paper did as commands, say what is needed for them, and carry them out with --run.

    The last commands lay the numbers that the paper prints beside yours.

    Example: babelance paper mbe --model bert-base-multilingual-cased --language de

    Example: babelance paper nli-coal --model my-nli-model --language en --out coal --run

    Example: babelance paper mbe -m bert-base-cased -m roberta-base -m albert-base-v2 -l en
    """
    from babelance.studies.paper_steps import commands, paper_named

    chosen = paper_named(name)
    steps = commands(chosen, models=model, language=language, out=str(out))
    echo(f"{chosen.title}\nneeds {chosen.kind}")
    for one in model:
        echo(f"  {one}: {_model_state(one)}")
    for data in chosen.data:
        echo(f"needs the dataset {data}: {_data_state(data)}")
    for number, step in enumerate(steps, 1):
        echo(f"{number}. babelance {shlex.join(step)}")
        if run:
            _carry_out(step, out)


def _model_state(model: str) -> str:
    """Whether some kind of model takes it, without loading weights."""
    from babelance.core.errors import ModelError
    from babelance.run.kinds import abilities_of_spec

    try:
        return "here" if abilities_of_spec(model) else "no kind of model takes it"
    except ModelError as error:
        return str(error)


def _data_state(name: str) -> str:
    from babelance.core.registry import DATASETS
    from babelance.datasets.reading.fetch import look

    files = DATASETS.get(name).card.files
    missing = [file for file in files if look(file).state != "ok"]
    return f"{len(missing)} of {len(files)} files are to be downloaded" if missing else "here"


def _carry_out(step: list[str], out: Path) -> None:
    """In a process of its own, as if it had been typed; the first that fails ends it all. Exit code 3 (some result is
    undefined) is no failure."""
    out.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-c", "from babelance.cli import main; main()", *step]
    code = subprocess.run(words, check=False).returncode
    if code not in (0, 3):
        raise typer.Exit(code)


ORDER = 52


def register(app: typer.Typer) -> None:
    app.command("paper")(paper)

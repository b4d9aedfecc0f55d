"""Options that all mitigations share, and how what was done is printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babelance.cli import _options as shared
from babelance.cli._options import within_bounds
from babelance.cli._terminal import echo
from babelance.core.errors import InputError
from babelance.core.limits import whole_number
from babelance.core.untrusted import read_object

if TYPE_CHECKING:
    from babelance.backends.training.loop import Tell
    from babelance.mitigations.tuning.further_training import Tuning

Model = Annotated[str, typer.Option("--model", "-m", help="Masked LM to mitigate: hub name or folder.")]
Corpus = Annotated[
    list[str],
    typer.Option(
        "--corpus", "-c", help="Text of the model's language, a sentence per line; plain, gz, zst, bz2, xz. Repeatable."
    ),
]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder for the mitigated model.")]
Language = Annotated[
    str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code of the corpus.")
]
Freeze = Annotated[str, typer.Option(help="nothing, or encoder: only the masked-LM head learns.")]
Epochs = Annotated[
    int,
    typer.Option(help="Passes over the corpus; the one with the lowest held-out loss is kept.", callback=within_bounds),
]
Batch = Annotated[int, typer.Option(help="Sentences in a batch.", callback=within_bounds)]
Rate = Annotated[float, typer.Option("--rate", "--lr", help="Learning rate.", callback=within_bounds)]
WarmUp = Annotated[
    float,
    typer.Option(
        help="Steps until the full rate (at most a tenth of all); below 1, a share of all steps.",
        callback=within_bounds,
    ),
]
Length = Annotated[
    int, typer.Option(help="Most sub-words of a sentence; longer ones become several.", callback=within_bounds)
]
Patience = Annotated[
    int, typer.Option(help="Stop after so many epochs without a lower held-out loss.", callback=within_bounds)
]
HeldOut = Annotated[int, typer.Option(help="Held-out sentences for pseudo-perplexity.", callback=within_bounds)]
SaveSeconds = Annotated[float, typer.Option(help="Seconds between checkpoints.", callback=within_bounds)]
Precision = Annotated[
    str, typer.Option(help="Matrix products: auto (bfloat16 on graphics cards that have it), float32 or bfloat16.")
]
AsJson = Annotated[bool, typer.Option("--json", help="What was done as one JSON object on stdout.")]


def tuning(
    epochs: int,
    batch: int,
    rate: float,
    warm_up: float,
    length: int,
    patience: int,
    held_out: int,
    seed: int,
    save_seconds: float,
    precision: str,
) -> Tuning:
    from babelance.mitigations.tuning.further_training import Tuning

    return Tuning(
        epochs=epochs,
        batch=batch,
        rate=rate,
        warm_up=warm_up,
        length=length,
        patience=patience,
        held_out=held_out,
        seed=seed,
        save_seconds=save_seconds,
        precision=one_of("precision", precision, ("auto", "float32", "bfloat16")),
    )


def run(apply: Callable[[Tell], Path], *, as_json: bool) -> None:
    """Apply a mitigation under a progress bar and print its record."""
    from babelance.cli._training_bar import TrainingBar
    from babelance.mitigations.tuning.further_training import RECORD

    with TrainingBar(quiet=as_json, told=lambda score: f"held-out loss {-score:.3f}") as bar:
        folder = apply(bar.tell)
    record = read_object(folder / RECORD)
    echo(json.dumps({"folder": str(folder), **record}, ensure_ascii=False) if as_json else summary(folder, record))


def summary(folder: Path, record: dict[str, Any]) -> str:
    loss, text = record["held_out_loss"], record["held_out_text"]
    lines = [
        f"{folder}: {record['mitigation']}, frozen: {record['frozen']}, epoch {record['epoch']} of "
        f"{record['tuning']['epochs']}, {record['rows']['train']} rows",
        f"held-out loss        {loss['before']:.3f} → {loss['after']:.3f}",
        f"pseudo-perplexity    {_number(text, 'before', 'pseudo_perplexity')} → "
        f"{_number(text, 'after', 'pseudo_perplexity')}",
        f"bits per character   {_number(text, 'before', 'bits_per_character')} → "
        f"{_number(text, 'after', 'bits_per_character')}",
        *_retrieval(record),
        *_mentions(record),
        f"Measure it: babelance run --model {folder} --data babel-groups --measures cb "
        f"--languages {record['language'] or 'xx'} --out after",
        "Compare:    babelance ledger before after",
    ]
    return "\n".join(lines)


def _number(text: dict[str, Any], when: str, name: str) -> str:
    value = text[when].get(name)
    return f"undefined ({text[when]['undefined']})" if value is None else f"{value:.4g}"


def _retrieval(record: dict[str, Any]) -> list[str]:
    retrieval = record.get("retrieval")
    if not retrieval:
        return []
    anchors = f"anchors              {record['anchors']['used']} used, {record['anchors']['kinds']} pairs of words"
    if "undefined" in retrieval:
        return [anchors, f"retrieval            undefined ({retrieval['undefined']})"]
    before, after = retrieval["before"]["accuracy"], retrieval["after"]["accuracy"]
    return [
        anchors,
        f"retrieval            {before:.1f} % → {after:.1f} % of {retrieval['anchors']} held-out anchors "
        f"(chance {retrieval['chance']:.2f} %)",
    ]


def _mentions(record: dict[str, Any]) -> list[str]:
    mentions = record.get("mentions")
    if not mentions:
        return []
    before, after = (sorted(mentions[when].values()) for when in ("before", "after"))
    left = "; ".join(f"{count} left: {reason}" for reason, count in mentions["left_alone"].items())
    return [
        f"mentions             {before[0]}–{before[-1]} → {after[0]}–{after[-1]} of each group, "
        f"{mentions['lines_changed']} lines changed" + (f" ({left})" if left else "")
    ]


def one_of(name: str, value: str, known: tuple[str, ...]) -> Any:
    """One of the known words."""
    if value not in known:
        raise InputError(f"--{name} takes {' or '.join(known)}, not '{value}'.")
    return value


def columns(text: str) -> tuple[int, int]:
    """`2,1` → (1, 0)."""
    first, comma, second = text.partition(",")
    numbers = [whole_number(part.strip()) for part in (first, second)]
    if not comma or not all(numbers):
        raise InputError(f"--columns takes two numbers from 1 on, like 2,1, not '{text}'.")
    source, target = (number - 1 for number in numbers if number)
    return source, target

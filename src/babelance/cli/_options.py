"""Options that several verbs share, and how results are printed."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from babelance.core.errors import InputError
from babelance.core.estimate import Result, Undefined, to_record
from babelance.core.model import Options

if TYPE_CHECKING:
    from babelance.run.plan import Plan

stderr = Console(stderr=True)

Model = Annotated[
    list[str],
    typer.Option(
        "--model",
        "-m",
        help="Hub name (name@revision), folder, or vec: ct2: apertium: cmd: tsv: json: fake: spec. "
        "{language} in it names one model per language, LANGUAGE=SPEC a model for one. Repeatable.",
    ),
]
Data = Annotated[
    list[str],
    typer.Option("--data", "-d", help="Dataset name (see `babelance data list`) or your own file. Repeatable."),
]
Measures = Annotated[str, typer.Option("--measures", help="Comma-separated names, see `babelance list`.")]
Languages = Annotated[
    str, typer.Option("--languages", "-l", help="Comma-separated BCP 47 codes; default: all of the dataset.")
]
Setting = Annotated[list[str], typer.Option("--set", help="An option of a measure, key=value. Repeatable.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Folder for results.jsonl, scored.parquet, run.json.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per result on stdout.")]
Limit = Annotated[int | None, typer.Option(help="Only N items, evenly over sets, groups and tags.")]
Seed = Annotated[int, typer.Option(help="Seed of everything random.")]
Level = Annotated[float, typer.Option(help="Confidence level of intervals.")]
Draws = Annotated[int, typer.Option(help="Bootstrap draws.")]
By = Annotated[
    str | None, typer.Option(help="Comma-separated tags to break results down by; default: the dataset's own.")
]
Device = Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1, mps.")]
Dtype = Annotated[
    str,
    typer.Option(
        "--dtype",
        "--precision",
        help="float32, bfloat16, float16; int8 for ct2: and the engines onnx and ct2. Part of the signature.",
    ),
]
BatchTokens = Annotated[int | None, typer.Option(help="Most tokens in one batch; default: chosen from memory.")]
AllowUnknown = Annotated[
    bool, typer.Option("--allow-unknown", help="Score although more than 20 % of the tokens are unknown.")
]
RemoteCode = Annotated[
    bool, typer.Option("--remote-code", help="Run code that comes with the model. Only for models you trust.")
]
Labels = Annotated[
    str, typer.Option(help="Label order of an NLI model with unnamed labels, e.g. entailment,neutral,contradiction.")
]
Beam = Annotated[
    int | None,
    typer.Option(help="Beam of a Transformers or CTranslate2 translator; usual is 4. Part of the signature."),
]
Engine = Annotated[
    str,
    typer.Option(help="torch; onnx or openvino for masked and NLI models, ct2 for translators, if installed. Signed."),
]
Executor = Annotated[str, typer.Option(help="local, or ray for a cluster.")]
Address = Annotated[str, typer.Option(help="Address of the Ray cluster; default: the one this machine belongs to.")]
Gpus = Annotated[float, typer.Option(help="GPUs of each worker of the cluster.")]
StoreFile = Annotated[
    Path | None, typer.Option("--store", help="Answer store; default: BABELANCE_STORE or the cache folder.")
]


def sub_commands(app: typer.Typer, package: str) -> None:
    """Every file of the package registers its own commands; files with a leading `_` are not commands."""
    for module in pkgutil.iter_modules(import_module(package).__path__):
        if not module.name.startswith("_"):
            import_module(f"{package}.{module.name}").register(app)


def words(text: str | None) -> tuple[str, ...]:
    """`a, b` → ("a", "b")."""
    return tuple(word.strip() for word in (text or "").split(",") if word.strip())


def settings_of(pairs: Sequence[str]) -> dict[str, str]:
    """`["fidelity=released"]` → {"fidelity": "released"}."""
    for pair in pairs:
        if "=" not in pair:
            raise InputError(f"--set takes key=value, not '{pair}'. Example: --set fidelity=released")
    return dict(pair.split("=", 1) for pair in pairs)


def model_options(
    *,
    device: str = "auto",
    dtype: str = "float32",
    batch_tokens: int | None = None,
    allow_unknown: bool = False,
    remote_code: bool = False,
    labels: str = "",
    engine: str = "torch",
    beam: int | None = None,
) -> Options:
    if dtype not in ("float32", "bfloat16", "float16", "int8"):
        raise InputError(f"Unknown dtype '{dtype}'. Choose float32, bfloat16, float16, or int8 with an --engine.")
    if batch_tokens is not None and batch_tokens < 1:
        raise InputError(f"--batch-tokens must be at least 1, not {batch_tokens}.")
    extra = {} if beam is None else {"beam": str(beam)}
    return Options(device, dtype, batch_tokens, allow_unknown, remote_code, engine, words(labels), extra=extra)


def check_beam(beam: int | None, plan: Plan) -> None:
    """Refuse a beam that no model of the plan would use: nothing in the results would show that it was ignored."""
    if beam is not None and not any(hasattr(job.model, "beam") for job in plan.jobs):
        models = ", ".join(dict.fromkeys(job.origin.spec for job in plan.jobs))
        raise InputError(
            f"--beam {beam} is for translators in Transformers' or CTranslate2's format, and none of these is one: "
            f"{models}. Leave it out."
        )


def print_results(results: Sequence[Result], *, as_json: bool, everything: bool = True) -> None:
    """Results on stdout: JSON lines for machines, one line per estimate for people."""
    from babelance.report.terminal import line

    for result in results:
        if everything or result.about.group is None:
            typer.echo(json.dumps(to_record(result), ensure_ascii=False) if as_json else line(result))


def exit_code(results: Sequence[Result]) -> int:
    """3 if some result, over all items or of a group, is undefined."""
    return 3 if any(isinstance(result, Undefined) for result in results) else 0

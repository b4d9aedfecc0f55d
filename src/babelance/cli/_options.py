"""Options that several verbs share, and what they stand for."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli._groups import KindOptions
from babelance.cli._printing import warn
from babelance.cli._values import language_codes as language_codes
from babelance.cli._values import within_bounds as within_bounds
from babelance.cli._values import words as words
from babelance.core.errors import InputError
from babelance.core.limits import whole_number
from babelance.core.model import CHECKS, Options

if TYPE_CHECKING:
    from babelance.report.results import Results
    from babelance.run.plan import Settings
    from babelance.run.store import Store

Model = Annotated[
    list[str],
    typer.Option(
        "--model",
        "-m",
        help="Hub name (name@revision), folder, or openai: vec: ct2: apertium: cmd: tsv: json: fake: spec. "
        "{language} in it names one model per language, LANGUAGE=SPEC a model for one. Repeatable.",
    ),
]
Data = Annotated[
    list[str],
    typer.Option("--data", "-d", help="Dataset name (see `babelance data list`) or your own file. Repeatable."),
]
Measures = Annotated[str, typer.Option("--measures", help="Comma-separated names, see `babelance list`.")]
Languages = Annotated[
    str,
    typer.Option(
        "--languages", "-l", callback=language_codes, help="Comma-separated BCP 47 codes; default: all of the dataset."
    ),
]
Name = Annotated[
    list[str],
    typer.Option(
        "--name",
        metavar="MODEL=NAME",
        help="What a model is called in outputs, MODEL as after --model; signatures keep the model. Repeatable.",
    ),
]
Setting = Annotated[list[str], typer.Option("--set", help="An option of a measure, key=value. Repeatable.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Folder for results.jsonl, scored.parquet, run.json.")]
SheetOut = Annotated[
    Path | None, typer.Option("--out", "-o", help="Folder for comparison.json; see it with: babelance report DIR.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per result on stdout.")]
Limit = Annotated[
    int | None, typer.Option(help="Only N items, evenly over sets, groups and tags.", callback=within_bounds)
]
Where = Annotated[
    list[str],
    typer.Option(
        "--where",
        metavar="TAG=VALUE",
        help="Only items with this value of a tag (axis=gender). Repeatable: one tag, any of its values; several, all.",
    ),
]
Seed = Annotated[int, typer.Option(help="Seed of everything random.", callback=within_bounds)]
Level = Annotated[float, typer.Option(help="Confidence level of intervals.", callback=within_bounds)]
Draws = Annotated[int, typer.Option(help="Bootstrap draws.", callback=within_bounds)]
AllowCommand = Annotated[
    list[str],
    typer.Option(
        "--allow-command",
        help="A program (cmd:…) that a signature or the folder of a run may start; only what you trust. Repeatable.",
    ),
]
ApiKeyEnv = Annotated[
    str | None,
    typer.Option("--api-key-env", help="Environment variable with the key of a served model; default: OPENAI_API_KEY."),
]
Incomplete = Annotated[
    bool, typer.Option("--incomplete", help="Use runs that stopped before their end, or whose files are damaged.")
]
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
BatchTokens = Annotated[
    int | None, typer.Option(help="Most tokens in one batch; default: chosen from memory.", callback=within_bounds)
]
AllowUnknown = Annotated[
    bool, typer.Option("--allow-unknown", help="Score although more than 20 % of the tokens are unknown.")
]
Allow = Annotated[
    list[str],
    typer.Option(
        "--allow",
        metavar="CHECK",
        help=f"Score although the model fails an examination: {', '.join(CHECKS)}. Signed. Repeatable.",
    ),
]
RemoteCode = Annotated[
    bool, typer.Option("--remote-code", help="Run code that comes with the model. Only for models you trust.")
]
Engine = Annotated[
    str,
    typer.Option(help="torch; onnx or openvino for masked and NLI models, ct2 for translators, if installed. Signed."),
]
Executor = Annotated[str, typer.Option(help="local, or ray for a cluster.")]
Address = Annotated[str, typer.Option(help="Address of the Ray cluster; default: the one this machine belongs to.")]
Gpus = Annotated[float, typer.Option(help="GPUs of each worker of the cluster.", callback=within_bounds)]
StoreFile = Annotated[
    Path | None, typer.Option("--store", help="Answer store; default: BABELANCE_STORE or the cache folder.")
]


@dataclass(frozen=True)
class Sampling:
    """How sure a number is: the level of its interval, the draws, and the seed of everything random."""

    seed: Seed = 0
    level: Level = 0.95
    draws: Draws = 2000

    def settings(
        self, *, limit: int | None = None, by: tuple[str, ...] | None = None, where: Sequence[str] = ()
    ) -> Settings:
        from babelance.core.where import Where
        from babelance.run.plan import Settings

        return Settings(self.level, self.draws, self.seed, limit, by, where=Where.of(where))


@dataclass(frozen=True)
class Loading:
    """How models are loaded and run, with the options that their kinds declare."""

    device: Device = "auto"
    dtype: Dtype = "float32"
    batch_tokens: BatchTokens = None
    allow_unknown: AllowUnknown = False
    allow: Allow = field(default_factory=list)
    remote_code: RemoteCode = False
    engine: Engine = "torch"
    own: KindOptions = field(default_factory=KindOptions)

    def options(self, progress: Callable[[int, int], None] | None = None) -> Options:
        if self.dtype not in ("float32", "bfloat16", "float16", "int8"):
            raise InputError(
                f"Unknown dtype '{self.dtype}'. Choose float32, bfloat16, float16, or int8 with an --engine."
            )
        if self.batch_tokens is not None and self.batch_tokens < 1:
            raise InputError(f"--batch-tokens must be at least 1, not {self.batch_tokens}.")
        return Options(
            device=self.device,
            dtype=self.dtype,
            batch_tokens=self.batch_tokens,
            allow_unknown=self.allow_unknown,
            allow=frozenset([*self.allow, *(["unknown"] if self.allow_unknown else [])]),
            remote_code=self.remote_code,
            engine=self.engine,
            extra=dict(self.own),
            progress=progress,
        )


@dataclass(frozen=True)
class Answerer:
    """Who answers: this process, or a cluster."""

    executor: Executor = "local"
    address: Address = ""
    gpus: Gpus = 0


def with_key(api_key_env: str | None) -> dict[str, str]:
    """The extra options of a model whose key has this name; none if none was named."""
    return {} if api_key_env is None else {"api-key-env": api_key_env}


def sub_commands(app: typer.Typer, package: str) -> None:
    """Every file of the package registers its own commands; files with a leading `_` are not commands."""
    for module in pkgutil.iter_modules(import_module(package).__path__):
        if not module.name.startswith("_"):
            import_module(f"{package}.{module.name}").register(app)


def columns_of(text: str) -> tuple[int, int]:
    """`1,2`, counted from 1 → (0, 1)."""
    numbers = [number for part in words(text) if (number := whole_number(part))]
    if len(numbers) != 2 or len(set(numbers)) != 2:
        raise InputError(f"--columns takes two different numbers from 1, e.g. 1,2, not '{text}'.")
    return numbers[0] - 1, numbers[1] - 1


def settings_of(pairs: Sequence[str]) -> dict[str, str]:
    """`["fidelity=released"]` → {"fidelity": "released"}."""
    for pair in pairs:
        if "=" not in pair:
            raise InputError(f"--set takes key=value, not '{pair}'. Example: --set fidelity=released")
    return dict(pair.split("=", 1) for pair in pairs)


@contextmanager
def answer_store(path: Path | None) -> Iterator[Store]:
    """The store, and at the end what there is to say about it."""
    from babelance.run.store import Store

    with Store(path) as store:
        yield store
        if store.note:
            warn(store.note)


def results_of(folder: Path, *, incomplete: bool) -> Results:
    """What a run left behind, with its notes on stderr; refused if something is missing, unless that was allowed."""
    from babelance.report.results import Results

    return Results.read_whole(folder, incomplete=incomplete, warn=warn)

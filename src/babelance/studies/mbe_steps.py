"""Commands that make the runs of the MBE paper's tables from data, in the place of runs that are there already.

Table 2: a corpus of OPUS (`opus:TED2020`) is fetched and extracted for every language, with the words of the paper; a
file of `build mbe` is measured as it is. Table 3: the gender pairs of a benchmark, and the same sentences as two
groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from babelance.core.errors import InputError
from babelance.datasets.reading.opus import PREFIX
from babelance.run.kinds import spec_for

Step = tuple[str, ...]
_BUILD = ("build", "mbe", "--words", "paper", "--names")


@dataclass(frozen=True, slots=True)
class Making:
    """What is asked for: models, languages, the folder for everything that is made, at most so many items."""

    models: tuple[str, ...]
    languages: tuple[str, ...]
    out: Path
    limit: int | None = None
    key: str | None = None
    """The environment variable with the key of a served model."""

    def run(self, data: str, measure: str, folder: Path, language: str = "") -> Step:
        models = [spec_for(model, language) if language else model for model in self.models]
        if not (named := [model for model in models if model]):
            raise InputError(f"No --model is for '{language}'. Name one: --model {language}=MODEL.")
        words = ["run", *(part for model in named for part in ("-m", model)), "-d", data, "--measures", measure]
        words += ["-l", language or ",".join(self.languages)] if language or self.languages else []
        words += ["--limit", str(self.limit)] if self.limit else []
        words += ["--api-key-env", self.key] if self.key else []
        return (*words, "-o", str(folder))


@dataclass(frozen=True, slots=True)
class RunSteps:
    """Commands, and the folders of the runs that they make."""

    steps: tuple[Step, ...]
    runs: tuple[Path, ...]


def corpus_runs(name: str, source: str, making: Making) -> RunSteps:
    """The steps that make runs of MBE on a corpus, for table 2."""
    if not source.startswith(PREFIX):
        folder = making.out / name
        return RunSteps((making.run(source, "mbe", folder),), (folder,))
    if not making.languages:
        raise InputError(f"'{source}' has many languages. Say which: --languages de,ja")
    steps: list[Step] = []
    for language in making.languages:
        file = str(making.out / f"{name}-{language}.jsonl")
        steps.append((*_BUILD, "--language", language, "--from", source, "-o", file))
        steps.append(making.run(file, "mbe", making.out / f"{name}-{language}", language))
    return RunSteps(tuple(steps), tuple(making.out / f"{name}-{language}" for language in making.languages))


def benchmark_runs(name: str, source: str, making: Making, *, measure: str) -> RunSteps:
    """The gender pairs of a benchmark by a measure of pairs, and the same sentences as groups by MBE, for table 3."""
    language, *more = making.languages or ("en",)
    if more:
        raise InputError(f"Table 3 has one language, not {', '.join(making.languages)}.")
    pairs, groups = (making.out / f"{name}-{kind}" for kind in ("pairs", "groups"))
    built = f"{pairs}.jsonl", f"{groups}.jsonl"
    return RunSteps(
        (
            ("build", "pairs", "-d", source, "-l", language, "--axis", "gender", "-o", built[0]),
            ("build", "groups", "-d", built[0], "-l", language, "--names", "-o", built[1]),
            making.run(built[0], measure, pairs, language),
            making.run(built[1], "mbe", groups, language),
        ),
        (pairs, groups),
    )

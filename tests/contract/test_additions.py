"""A newcomer's six additions are one file each: a measure, a kind, a dataset, a mitigation, a report section, a verb.

Each is the whole code of another package. It imports from `babelance.extend` alone, and nothing else is told of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

MEASURE = '''
"""Longer first: how often the longer sentence of a pair is the more likely one."""

from dataclasses import dataclass
from babelance.extend import Ability, Example, Item, Resample, Scale, Scored, Skipped, TokenLogprobs, Unanswered, mean


@dataclass(frozen=True)
class LongerFirst:
    title = "Longer first"
    scale = Scale(0, 100, ideal=50, chance=50, reading="above 50: longer sentences are preferred")
    fields = frozenset({"more", "less"})
    asks = frozenset({Ability.TOKENS_NONE})
    resample = Resample()
    interval = "wilson"
    example = Example(
        (
            Item("1", "en", {"more": "It rains today", "less": "It rains"}),
            Item("2", "en", {"more": "We walk home", "less": "We walk"}),
        )
    )

    def ask(self, item):
        return [TokenLogprobs(item.texts[name], mask="none") for name in ("more", "less")]

    def score(self, item, answers):
        for answer in answers:
            if isinstance(answer, Unanswered):
                return Skipped(item, answer.reason)
        more, less = (float(answer.logprobs.mean()) for answer in answers)
        return Scored(item, {"score": float(more > less)})

    def statistic(self, scores):
        return mean(scores.floats("score"), 100)
'''
KIND = '''
"""Coins: a model that says one half to everything. It has an option of its own."""

import numpy as np
from babelance.extend import LABELS, Ability, Choices, Health, Kind, KindOption


class Coins:
    id = "coin:fair"
    answers = frozenset({Ability.ENTAILS})
    window = 64

    def __init__(self, options):
        self.side = options.extra.get("side", "heads")

    @property
    def fingerprint(self):
        return f"coins-1-{self.side}"

    @property
    def choices(self):
        return {"side": self.side}

    def health(self, texts):
        return Health()

    def answer(self, queries):
        first = 0.6 if self.side == "heads" else 0.2
        return (Choices(LABELS, np.log([first, (1 - first) / 2, (1 - first) / 2])) for query in queries)


kind = Kind(
    name="coins",
    title="Coins",
    answers=Coins.answers,
    prefixes=("coin",),
    refuses=lambda spec: None if spec == "coin:fair" else "only coin:fair exists",
    open=lambda spec, options: Coins(options),
    example=lambda folder: "coin:fair",
    options=(KindOption("side", "heads or tails."),),
)
'''
DATASET = '''
"""Two pairs about the weather."""

from babelance.extend import Card, Item


class Weather:
    card = Card("weather", "Weather", "1", ("en",), "CC0", "nobody", "made up")
    fields = frozenset({"more", "less"})

    def items(self, language):
        self.card.require(language)
        for number, what in enumerate(("rain", "snow", "wind", "fog"), 1):
            yield Item(str(number), "en", {"more": f"She likes {what}.", "less": f"He likes {what}."})

    def examples(self):
        return list(self.items("en"))

    def fingerprint(self, language):
        return "0123456789abcdef"


dataset = Weather()
'''
MITIGATION = '''
"""Renaming: the model is copied, and called fair."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar
from babelance.extend import Flag, MitigationExample


@dataclass(frozen=True)
class Renaming:
    """Copy the model and give it a better name.

    Example: babelance mitigate renaming -m model -c corpus.txt -o renamed --label fair
    """

    label: Annotated[str, Flag("What it is called.")] = "fair"
    title: ClassVar[str] = "Renaming"

    def apply(self, model, corpus, out, *, tell=lambda progress: None):
        shutil.copytree(model, out)
        record = {"mitigation": "renaming", "model": model, "language": "", "label": self.label}
        (Path(out) / "mitigation.json").write_text(json.dumps(record))
        return Path(out)

    @classmethod
    def example(cls, folder):
        return MitigationExample(cls(), str(folder), ())
'''
SECTION = '''
"""Weather report: one sentence on the page."""

from babelance.extend import Section, tag

section = Section("Weather today", 55, applies=lambda results: True, render=lambda results: tag("p", "It <rains>."))
'''
VERB = '''
"""`babelance greet`: a friendly word."""

import typer


def greet(name: str) -> None:
    """Say hello.

    Example: babelance greet Ada
    """
    typer.echo(f"Hello {name}")


def register(app: typer.Typer) -> None:
    app.command("greet")(greet)
'''
ADDITIONS = {
    "longer-first": ("measures", MEASURE, "LongerFirst"),
    "coins": ("models", KIND, "kind"),
    "weather": ("datasets", DATASET, "dataset"),
    "renaming": ("mitigations", MITIGATION, "Renaming"),
    "weather-today": ("report.html.sections", SECTION, "section"),
    "greet": ("cli", VERB, "register"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the six packages, each of one file."""
    site = tmp_path_factory.mktemp("site")
    for name, (group, code, thing) in ADDITIONS.items():
        module = f"plugin_{name.replace('-', '_')}"
        info = site / f"{module}-1.0.dist-info"
        info.mkdir()
        (site / f"{module}.py").write_text(code, encoding="utf-8")
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[babelance.{group}]\n{name} = {module}:{thing}\n")
    return site


def babelance(site: Path, words: Sequence[str]) -> str:
    """What the command line prints; the packages are as good as installed."""
    start = f"import sys; sys.path.insert(0, {str(site)!r}); sys.argv = ['babelance', *{list(words)!r}]"
    code = f"{start}; from babelance.cli import main; main()"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stderr
    return out.stdout


def test_a_measure_and_a_dataset_are_one_file_each_and_meet_in_a_run(site: Path) -> None:
    words = ["run", "-m", "fake:random", "-d", "weather", "--measures", "longer-first", "--draws", "100", "--json"]
    [line] = babelance(site, words).splitlines()
    record = json.loads(line)
    assert (record["measure"], record["n"], record["total"]) == ("longer-first", 4, 4)


def test_a_kind_of_model_is_one_file_and_its_own_option_reaches_the_verbs_and_the_signature(site: Path) -> None:
    words = ["run", "-m", "coin:fair", "-d", "babel-nli", "-l", "en", "--measures", "fn", "--limit", "30"]
    [line] = babelance(site, [*words, "--draws", "100", "--by", "", "--side", "tails", "--json"]).splitlines()
    assert "@side:tails" in json.loads(line)["signature"]
    for verb in ("run", "audit", "check", "compare"):
        assert "--side" in babelance(site, [verb, *(["models"] if verb == "compare" else []), "--help"])


def test_a_mitigation_is_one_file_and_its_fields_are_options_of_its_command(site: Path, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "corpus.txt").write_text("a line\n")
    assert "--label" in babelance(site, ["mitigate", "renaming", "--help"])
    words = ["mitigate", "renaming", "-m", str(tmp_path / "model"), "-c", str(tmp_path / "corpus.txt")]
    printed = babelance(site, [*words, "-o", str(tmp_path / "out"), "--label", "kind", "--json"])
    assert json.loads(printed)["label"] == "kind"


def test_a_section_of_the_report_is_one_file(site: Path, tmp_path: Path) -> None:
    words = ["audit", "-m", "fake:random", "-d", "weather", "--measures", "cps", "--draws", "100"]
    babelance(site, [*words, "-o", str(tmp_path / "out")])
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Weather today" in page and "It &lt;rains&gt;." in page


def test_a_verb_is_one_file_and_stands_in_the_overview(site: Path) -> None:
    assert babelance(site, ["greet", "Ada"]) == "Hello Ada\n"
    assert "greet" in babelance(site, ["--help"])

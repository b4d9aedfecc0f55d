"""A newcomer's six additions are one file each: a measure, a kind, a dataset, a mitigation, a report section, a verb.

Each is the whole code of another package, taken from docs/extend.md. It imports from `babelance.extend` alone, and
nothing else is told of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "extend.md"


def code(heading: str) -> str:
    """The code that the documentation shows under a heading."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    return rest.partition("```python\n")[2].partition("```")[0]


ADDITIONS = {
    "longer-first": ("measures", code("A measure"), "LongerFirst"),
    "coins": ("models", code("A kind of model"), "kind"),
    "weather": ("datasets", code("A dataset"), "dataset"),
    "renaming": ("mitigations", code("A mitigation"), "Renaming"),
    "weather-today": ("report.html.sections", code("A section of the report"), "section"),
    "greet": ("cli", code("A verb"), "register"),
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
    for verb in (["check"], ["compare", "models"]):
        assert "--side" in babelance(site, [*verb, "--help"])


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

"""A file is an entry; an installed package adds its own; a typo gets a hint."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from babelance.core.errors import UnknownName
from babelance.core.registry import DATASETS, MEASURES, camel

PLUGIN = '''
from dataclasses import dataclass
from babelance.measures.cps import Cps


@dataclass(frozen=True)
class ThrowAway(Cps):
    """Scale: as cps. Reference: none. Checked against: nothing."""
    title = "A measure of another package"
'''


def test_a_file_name_is_the_name_of_the_measure() -> None:
    assert {"cps", "s-jsd", "b-s-jsd", "aul", "aula", "sss", "ss", "lms", "icat"} <= set(MEASURES)
    assert camel("nli-coal") == "NliCoal"


def test_a_typo_gets_a_hint() -> None:
    with pytest.raises(UnknownName, match=r"Unknown measure 's-jds'\. Did you mean 's-jsd'\?"):
        MEASURES.get("s-jds")


def test_a_name_like_no_other_gets_the_list() -> None:
    with pytest.raises(UnknownName, match=r"Unknown dataset 'qqqq'\. Known: .*sjsd"):
        DATASETS.get("qqqq")


def test_an_installed_package_adds_a_measure_through_its_entry_point(tmp_path: Path) -> None:
    """A real distribution, installed into a folder of its own, used through the command line."""
    site = tmp_path / "site"
    info = site / "throw_away-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "throw_away.py").write_text(PLUGIN)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: throw-away\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[babelance.measures]\nthrow-away = throw_away:ThrowAway\n")
    data = tmp_path / "pairs.csv"
    data.write_text("more,less\nHe is here,She is here\nHe ran home,She ran home\n")
    words = ["run", "-m", "fake:random", "-d", str(data), "-l", "en", "--measures", "throw-away", "--json"]
    start = "import babelance.cli as c; c.main()"
    code = f"import sys; sys.path.insert(0, {str(site)!r}); sys.argv = ['babelance', *{words!r}]; {start}"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stderr
    assert '"measure": "throw-away"' in out.stdout


def test_a_broken_package_is_named_instead_of_shown_as_a_traceback(tmp_path: Path) -> None:
    info = tmp_path / "half_done-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: half-done\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[babelance.measures]\nhalf-done = half_done:Missing\n")
    start = "import babelance.cli as c; c.main()"
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['babelance', 'list']; {start}"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert out.returncode == 2 and "Traceback" not in out.stderr
    assert "'half-done' of the package 'half-done' cannot be loaded (ModuleNotFoundError" in out.stderr

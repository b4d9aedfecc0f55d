"""What all tests share: the mirror and the fixtures if they are there, and a store and a cache of the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from babelance.backends.processor import avoid_broken_instructions

ROOT = Path(__file__).parents[1]
MIRROR = ROOT.parent / "shared" / "data"
FIXTURES = ROOT.parent / "shared" / "fixtures"

if MIRROR.is_dir():
    os.environ.setdefault("BABELANCE_MIRROR", str(MIRROR))
avoid_broken_instructions()  # some tests multiply in half precision before any model is loaded
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


@pytest.fixture(autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's answer store."""
    monkeypatch.setenv("BABELANCE_STORE", str(tmp_path_factory.mktemp("store") / "answers.sqlite"))


@pytest.fixture(scope="session")
def mirror() -> Path:
    place = Path(os.environ.get("BABELANCE_MIRROR", MIRROR))
    if not place.is_dir():
        pytest.skip("no mirror of the public datasets; set BABELANCE_MIRROR")
    return place


@pytest.fixture(scope="session")
def fixtures() -> Path:
    if not FIXTURES.is_dir():
        pytest.skip("no folder of fixtures computed by the authors' released code")
    return FIXTURES

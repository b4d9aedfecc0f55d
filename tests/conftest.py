"""What all tests share: tiny models and expected values, the mirror if it is there, and a store of the test's own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from babelance.backends.processor import avoid_broken_instructions
from tests.skips import MIRROR, PUBLISHED, pytest_sessionfinish, pytest_terminal_summary

__all__ = ["pytest_sessionfinish", "pytest_terminal_summary"]

DATA = Path(__file__).parent / "golden" / "data"

if MIRROR.is_dir():
    os.environ.setdefault("BABELANCE_MIRROR", str(MIRROR))
avoid_broken_instructions()  # some tests multiply in half precision before any model is loaded
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")  # a loaded machine is no failure
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


@pytest.fixture(autouse=True)
def own_places(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's answer store."""
    monkeypatch.setenv("BABELANCE_STORE", str(tmp_path_factory.mktemp("store") / "answers.sqlite"))


@pytest.fixture(scope="session")
def mirror() -> Path:
    if not MIRROR.is_dir():
        pytest.skip("no mirror of the public datasets; set BABELANCE_MIRROR")
    return MIRROR


@pytest.fixture(scope="session")
def fixtures() -> Path:
    """Tiny seeded models, a part of our own probes, and values that the authors' released scripts computed on them."""
    return DATA


@pytest.fixture(scope="session")
def published(mirror: Path) -> Path:
    """Values that the same scripts computed on the public datasets."""
    if not PUBLISHED.is_dir():
        pytest.skip("no values computed on the public datasets by the authors' released scripts")
    return PUBLISHED

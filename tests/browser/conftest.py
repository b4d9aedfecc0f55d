"""A browser for the tests: the system's Chromium, or a skip that says what is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

QUIET = [
    "--no-sandbox",
    "--headless=new",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 300_000
"""Milliseconds for which something is waited for that comes at once unless the machine is busy."""


def chromium() -> str:
    names = ("chromium", "chromium-browser", "google-chrome")
    found = os.environ.get("BABELANCE_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("no Chromium on this machine (install it, or set BABELANCE_CHROMIUM to its path)")
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install playwright)")
    with sync.sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=QUIET, timeout=PATIENCE)
        yield launched
        launched.close()

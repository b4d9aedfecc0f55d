"""The first screen as a file: SVG always, PNG too where there is a Chromium to draw it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from babelance.core.errors import InputError
from babelance.core.files import write_text
from babelance.report.picture import picture
from babelance.report.results import Results

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = ("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync",
         "--disable-component-update", "--hide-scrollbars", "--force-device-scale-factor=2")  # fmt: skip
SECONDS = 60


def write_picture(results: Results, path: Path) -> Iterator[Path]:
    """`path` with the ending .svg, and with .png if it can be drawn."""
    drawn = picture(results)
    if drawn is None:
        raise InputError("This run has no conclusion to draw: it was made before there were any. Run it again.")
    svg = path.with_suffix(".svg")
    write_text(svg, drawn)
    yield svg
    if (browser := find_browser()) and _draw(browser, svg, drawn):
        yield svg.with_suffix(".png")


def find_browser() -> str | None:
    return os.environ.get("BABELANCE_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def _draw(browser: str, svg: Path, drawn: str) -> bool:
    """False if the browser fails; the SVG is there all the same."""
    width, height = re.search(r'width="(\d+)" height="(\d+)', drawn).groups()  # type: ignore[union-attr]
    png = svg.with_suffix(".png")
    with TemporaryDirectory() as profile:
        words = [browser, *QUIET, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        words += ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses its sandbox to root
        words += [f"--screenshot={png.resolve()}", svg.resolve().as_uri()]
        try:
            done = subprocess.run(words, capture_output=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0 and png.is_file()

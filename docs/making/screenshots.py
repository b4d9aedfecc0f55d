"""What a reader sees of the sample pages, as pictures for the tutorial: python docs/making/screenshots.py [FOLDER]

`samples.py` calls it with the pages that it has just made. Needs playwright and a Chromium; without them the pictures
that are there stay as they are, and it is said.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from babelance.cli._picture import find_browser

DOCS = Path(__file__).parents[1]
DESK, PHONE = (1280, 820), (390, 844)
QUALITY = 80


@dataclass(frozen=True)
class Shot:
    """`page` is a sample; `go` brings what is to be seen into view."""

    name: str
    page: str
    size: tuple[int, int]
    go: Callable[[Any], None] = lambda page: None


def show_telling_items(page: Any) -> None:
    page.click("button.telling >> nth=0")
    page.wait_for_selector(".telling-item .tokens")
    page.locator("#findings").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('#findings').scrollIntoView()")


def search_items(page: Any) -> None:
    page.click("#show-items")
    page.wait_for_selector(".items tbody tr")
    page.fill("#items-search", "neighbours")
    page.wait_for_timeout(1000)
    page.evaluate("document.querySelector('#items').scrollIntoView()")


SHOTS = (
    Shot("page", "pairs.html", DESK),
    Shot("telling-items", "pairs.html", DESK, show_telling_items),
    Shot("items", "pairs.html", DESK, search_items),
    Shot("comparison", "comparison.html", DESK),
    Shot("phone", "pairs.html", PHONE),
)


def take(samples: Path, pictures: Path) -> None:
    chromium, playwright_here = find_browser(), find_spec("playwright")
    if chromium is None or playwright_here is None:
        sys.stderr.write("Screenshots stay as they are: they need playwright and a Chromium.\n")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for shot in SHOTS:
            width, height = shot.size
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.set_default_timeout(60_000)
            page.goto((samples / shot.page).resolve().as_uri())
            shot.go(page)
            page.screenshot(path=pictures / f"{shot.name}.jpg", type="jpeg", quality=QUALITY)
            page.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if sys.argv[1:] else DOCS / "samples", DOCS / "pictures")

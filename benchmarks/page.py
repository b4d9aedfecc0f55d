"""How soon a report can be used: an audit of random models, and a run with 100,000 items, beside a blank page.

    python -m benchmarks.page [--runs N] [--items N] [--keep FOLDER] [--json]

Claims: the page of an audit (three languages, measures of pairs, sentences, groups and inference) is interactive,
which is to say loaded, run and painted, in at most 12 times what a blank page takes in the same browser, and one with
100,000 items in at most 40 times. (Two cores with twenty jobs: a blank page 0.30 s, the audit 0.40 s, 100,000 items
0.97 s.) Beside it: how long it takes to unpack and show the items of the large one, in blank pages. Pages are opened
in turn, each in a window of its own, and the quickest of each counts. Needs playwright and Chromium.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

BARS = {"audit": 12, "100,000 items": 40}
AUDIT = ["audit", "-m", "fake:random", "-l", "en,hu,ja", "--measures", "cps,aul,sss,cb,mbe,nli-coal,fn"]
WORDS = ("doctor", "teacher", "cook", "driver", "nurse", "farmer", "lawyer")
PAINTED = """() => new Promise(done => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"""
"""Milliseconds since the page was asked for, once it has been painted and waits for its reader."""


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--items", type=int, default=100_000)
    options.add_argument("--keep", type=Path, help="where the reports are, or are written and stay")
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        pages = make(folder, given.items)
        fastest, opened = measure(pages, given.runs)
    rows = [row(name, fastest[name] / fastest["blank"], BARS[name]) for name in BARS]
    rows.append({"claim": "showing 100,000 items / a blank page", "ratio": round(opened / fastest["blank"], 1)})
    for claim in rows:
        print(
            json.dumps({"bar": "", "holds": None, **claim}) if given.json else f"{claim['claim']}: {claim['ratio']:.1f}"
        )
    sys.exit(0 if all(claim.get("holds") is not False for claim in rows) else 1)


def make(folder: Path, items: int) -> dict[str, Path]:
    """The pages; those that are there already are taken as they are."""
    pages = {"blank": folder / "blank.html", "audit": folder / "audit.html", "100,000 items": folder / "large.html"}
    folder.mkdir(parents=True, exist_ok=True)
    pages["blank"].write_text("<!doctype html><title>blank</title><p>blank", encoding="utf-8")
    store = ["--store", str(folder / "store.sqlite"), "--draws", "100"]
    if not pages["audit"].exists():
        babelance(*AUDIT, "-o", str(folder / "audit"), "--no-report", *store)
        babelance("report", str(folder / "audit"), "-o", str(pages["audit"]))
    if not pages["100,000 items"].exists():
        data = folder / "large.csv"
        lines = (f"{n},The {WORDS[n % 7]} sang song {n}.,The {WORDS[n % 5]} wrote song {n}." for n in range(items))
        data.write_text("\n".join(["id,more,less", *lines]), encoding="utf-8")
        words = ["-d", str(data), "-l", "en", "--measures", "cps", "-o", str(folder / "large")]
        babelance("run", "-m", "fake:random", *words, *store)
        babelance("report", str(folder / "large"), "-o", str(pages["100,000 items"]))
    return pages


def babelance(*words: str) -> None:
    command = Path(sys.executable).parent / "babelance"
    done = subprocess.run([str(command), *words], stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(f"babelance {' '.join(words)} ended with {done.returncode}.")


def measure(pages: Mapping[str, Path], runs: int) -> tuple[dict[str, float], float]:
    """Milliseconds until each page waits for its reader, and until the items of the large one are shown."""
    from playwright.sync_api import sync_playwright

    taken: dict[str, list[float]] = {name: [] for name in pages}
    opened: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for _ in range(runs):
            for name, path in pages.items():
                page = browser.new_page()
                page.goto(path.resolve().as_uri())
                taken[name].append(float(page.evaluate(PAINTED)))
                if name == "100,000 items":
                    opened.append(_show_items(page))
                page.close()
        browser.close()
    return {name: min(some) for name, some in taken.items()}, min(opened)


def _show_items(page: Any) -> float:
    start = time.perf_counter()
    page.click("#show-items")
    page.wait_for_selector(".items tbody tr", timeout=120_000)
    return 1000 * (time.perf_counter() - start)


def row(name: str, ratio: float, bar: int) -> dict[str, Any]:
    claim = f"until the page of {'an audit' if name == 'audit' else name} can be used / a blank page"
    return {"claim": claim, "ratio": round(ratio, 1), "bar": f"≤ {bar}", "holds": ratio <= bar}


if __name__ == "__main__":
    main()

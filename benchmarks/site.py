"""A site of 500 models, 20 languages and 15 measures must be as usable as one of 5 models.

Made-up results, in the files that runs leave behind. Claims:

    time to interactive   of the first page, 500 models / 5 models: at most 2. From the start of the navigation until
                          the table is drawn and filters work, median of several loads from disk in Chromium
    typing                a search over 500 models / over 5: for information
    building              seconds for all pages of 150,000 results: for information

    python -m benchmarks.site [--json] [--models 500] [--loads 7]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.estimate import About, Estimate, to_record
from babelance.core.scale import Scale
from babelance.core.signature import Signature
from babelance.core.verdict import Question, Verdict
from babelance.deliver.website.files import site

SCALE = Scale(0, 100, 50, 50, "%", "above 50: stereotypical sentences are preferred")
LANGUAGES = (
    "ar", "bn", "de", "en", "es", "eu", "fa", "fi", "fr", "hi", "hu", "id", "it", "ja", "ko", "nl", "pt", "ru", "sw",
    "th",
)  # fmt: skip
MEASURES = tuple(f"measure-{number}" for number in range(15))
QUESTION = Question("pairs", "which sentence of a pair it finds more likely", "prefers one", "prefers the other")
QUIET = ["--no-sandbox", "--headless=new", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@dataclass(frozen=True)
class Size:
    models: int
    languages: int = len(LANGUAGES)
    measures: int = len(MEASURES)


def results(model: str, size: Size, rng: np.random.Generator) -> Iterator[Estimate]:
    for measure in MEASURES[: size.measures]:
        for language in LANGUAGES[: size.languages]:
            value, reach = float(rng.normal(55, 6)), float(rng.uniform(2, 8))
            yield _estimate(measure, model, language, value, reach)


def _estimate(measure: str, model: str, language: str, value: float, reach: float) -> Estimate:
    signature = Signature(measure, {}, model, "made-up@1#00000000", language, 200, 200, "wilson.95", 0, "0.1.0")
    about = About(measure, model, signature.data, language, None, SCALE, signature, 200, 200, {})
    shown = value - reach > 50
    verdict = Verdict(
        "shown" if shown else "not-told-apart", "ideal", value - 50, value - reach - 50, value + reach - 50, 0.01,
        "pairs", "Asked which sentence of a pair it finds more likely, the model perhaps prefers one.", 50.0, 0.01,
        direction="above" if shown else None, question=QUESTION,
    )  # fmt: skip
    return Estimate(about, value, value - reach, value + reach, 0.95, "wilson.95", verdict=verdict)


def write_runs(folder: Path, size: Size) -> None:
    """One folder for each model, as runs leave them."""
    import hashlib

    rng = np.random.default_rng(0)
    for number in range(size.models):
        run = folder / f"run-{number}"
        run.mkdir(parents=True)
        lines = "".join(
            json.dumps(to_record(result)) + "\n" for result in results(f"org-{number % 37}/model-{number}", size, rng)
        )
        (run / "results.jsonl").write_text(lines, encoding="utf-8")
        files = {"results.jsonl": hashlib.sha256(lines.encode()).hexdigest()}
        (run / "run.json").write_text(json.dumps({"complete": True, "files": files}), encoding="utf-8")


def build(scratch: Path, models: int) -> tuple[Path, float]:
    write_runs(scratch / f"runs-{models}", Size(models))
    started = time.perf_counter()
    page = site([scratch / f"runs-{models}"], scratch / f"site-{models}")
    return page, time.perf_counter() - started


def interactive(browser: Any, page: Path, loads: int) -> tuple[float, float]:
    """(milliseconds until the table is drawn, milliseconds of a search), medians."""
    ready, typed = [], []
    for _ in range(loads):
        tab = browser.new_page(viewport={"width": 1280, "height": 800})
        tab.goto(page.as_uri(), wait_until="commit")
        tab.wait_for_selector("html[data-ready]")
        ready.append(tab.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        typed.append(tab.evaluate(SEARCH))
        tab.close()
    return statistics.median(ready), statistics.median(typed)


SEARCH = """async () => {
  const started = performance.now(), box = document.getElementById("find");
  box.value = "model-3";
  box.dispatchEvent(new Event("input"));
  await new Promise(requestAnimationFrame);
  return performance.now() - started;
}"""


def measure(models: int, loads: int) -> list[dict[str, Any]]:
    from playwright.sync_api import sync_playwright

    program = os.environ.get("BABELANCE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        (small, _), (large, seconds) = build(Path(scratch), 5), build(Path(scratch), models)
        browser = playwright.chromium.launch(executable_path=program, args=QUIET)
        interactive(browser, small, 2)  # what the browser itself must load first
        first, second = interactive(browser, small, loads), interactive(browser, large, loads)
        browser.close()
    ratio, search = second[0] / first[0], second[1] / max(first[1], 1.0)
    words = f"{models} models × {len(LANGUAGES)} languages × {len(MEASURES)} measures / 5 models"
    usable = {"claim": f"time until the first page of a site can be used: {words}", "bar": "≤ 2", "holds": ratio <= 2}
    return [
        {**usable, "ratio": round(ratio, 2), "note": f"{second[0]:.0f} ms and {first[0]:.0f} ms"},
        {"claim": f"site, a search: {words}", "ratio": round(search, 2), "bar": "", "holds": None},
        {"claim": f"site, seconds to build: {words}", "ratio": round(seconds, 1), "bar": "", "holds": None},
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Is a large site as usable as a small one?")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--models", type=int, default=500)
    parser.add_argument("--loads", type=int, default=7)
    arguments = parser.parse_args()
    rows = measure(arguments.models, arguments.loads)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False) if arguments.json else f"{row['claim']}: {row['ratio']} {row['bar']}")
    raise SystemExit(any(row["holds"] is False for row in rows))


if __name__ == "__main__":
    main()

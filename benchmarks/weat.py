"""Word embeddings: permutations against WEFE, and reading vectors against gensim, as ratios in one run.

    python -m benchmarks.weat [--wefe-python ../wefe/bin/python] [--words 400000] [--json]

WEFE needs an older NumPy, so it runs in an interpreter of its own (`make bench` sets it up), on the same random
vectors. Claims: 10,000 permutations at least 1,000 times as fast as WEFE's; the exact test of 8 + 8 words (12,870
partitions) no slower than 1,000 of WEFE's sampled ones; 200 words out of 400,000 x 300 text vectors at least 10 times
as fast as gensim reads them all. Times of permutations are the best of `--repeat`; the rest runs once, and WEFE does a
tenth of the 10,000 permutations, which take it more than ten minutes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from babelance.core.item import Item
from babelance.core.model import Options
from babelance.core.query import Embed, Vector
from babelance.core.registry import MODELS
from babelance.core.scored import Scores
from babelance.datasets.reading.queries import query_items
from babelance.measures.weat import Weat

DIMENSIONS = 300
WEFE_PYTHON = Path(sys.prefix) / "wefe" / "bin" / "python"
CLAIMS = {
    "10,000 permutations, 25 + 25 words: WEFE / babelance": 1000.0,
    "1,000 permutations of WEFE / exact test of babelance, 8 + 8 words": 1.0,
    "200 of 400,000 text vectors: gensim / babelance": 10.0,
}
SAMPLED, EXACT, READING = CLAIMS

Fact = dict[str, Any]

WEFE = """
import json, sys, time
from gensim.models import KeyedVectors
from wefe.metrics import WEAT
from wefe.query import Query
from wefe.word_embedding_model import WordEmbeddingModel

path, size, iterations = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
model = WordEmbeddingModel(KeyedVectors.load_word2vec_format(path), "benchmark")
sets = [[f"{mark}{i}" for i in range(size)] for mark in "tuab"]
query = Query(sets[:2], sets[2:], ["t", "u"], ["a", "b"])
start = time.perf_counter()
result = WEAT().run_query(query, model, calculate_p_value=True, p_value_iterations=iterations)
print(json.dumps({"seconds": time.perf_counter() - start, "weat": result["weat"]}))
"""


def main() -> None:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        facts = [*_permutations(Path(folder), options), _reading(Path(folder), options)]
    for fact in facts:
        print(json.dumps(fact) if options.json else _line(fact))
    sys.exit(0 if all(fact["holds"] for fact in facts) else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--wefe-python",
        default=str(WEFE_PYTHON) if WEFE_PYTHON.exists() else None,
        help="Interpreter of an environment with WEFE; without it only reading is timed.",
    )
    parser.add_argument("--words", type=int, default=400_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--wefe-iterations", type=int, default=1000, help="Their time is scaled to 10,000.")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _permutations(folder: Path, options: argparse.Namespace) -> list[Fact]:
    """25 + 25 words sampled, as in WEAT 1; 8 + 8 words exactly, as in WEAT 6."""
    if not options.wefe_python:
        print("WEFE is not timed: name its interpreter with --wefe-python.", file=sys.stderr)
        return []
    large, small = (_scores(size, folder / f"{size}.txt") for size in (25, 8))
    sampled = _best(lambda: Weat(permutations=10_000).extra(large), options.repeat)
    exact = _best(lambda: Weat().extra(small), options.repeat)
    assert Weat().extra(small)["partitions"] == 12_870
    theirs = _wefe(options.wefe_python, folder / "25.txt", 25, options.wefe_iterations)
    theirs *= 10_000 / options.wefe_iterations
    fewer = _wefe(options.wefe_python, folder / "8.txt", 8, 1000)
    return [_comparison(SAMPLED, sampled, theirs), _comparison(EXACT, exact, fewer)]


def _scores(size: int, path: Path) -> Scores:
    """Random vectors of four sets, also written for WEFE."""
    sets = {mark: [f"{mark}{i}" for i in range(size)] for mark in "tuab"}
    rng = np.random.default_rng(0)
    rows = {word: rng.normal(size=DIMENSIONS).astype(np.float32) for words in sets.values() for word in words}
    lines = [f"{word} {' '.join(map(repr, row.tolist()))}" for word, row in rows.items()]
    path.write_text("\n".join([f"{len(rows)} {DIMENSIONS}", *lines]) + "\n")
    items = query_items("q", "en", targets={m: sets[m] for m in "tu"}, attributes={m: sets[m] for m in "ab"})
    return Scores.gather(Weat().score(item, [_vector(item, rows)]) for item in items)


def _vector(item: Item, rows: dict[str, np.ndarray]) -> Vector:
    return Vector(rows[item.texts["word"]], item.texts["word"])


def _wefe(python: str, path: Path, size: int, iterations: int) -> float:
    words = [python, "-c", WEFE, str(path), str(size), str(iterations)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["seconds"])


def _reading(folder: Path, options: argparse.Namespace) -> Fact:
    """200 words from the whole length of the file; the file has been read before, so the disk is not what is timed."""
    from gensim.models import KeyedVectors

    path = folder / "many.txt"
    _write(path, options.words)
    words = [f"w{i}" for i in range(0, options.words, options.words // 200)][:200]
    ours = _best(lambda: _read(path, words), 1)
    theirs = _best(lambda: KeyedVectors.load_word2vec_format(str(path)), 1)
    return _comparison(READING, ours, theirs)


def _write(path: Path, count: int) -> None:
    """A thousand different rows, over and over: the reader does not know."""
    rng = np.random.default_rng(0)
    rows = [" ".join(f"{number:.5f}" for number in rng.normal(size=DIMENSIONS)) for _ in range(1000)]
    with path.open("w") as file:
        file.write(f"{count} {DIMENSIONS}\n")
        file.writelines(f"w{i} {rows[i % 1000]}\n" for i in range(count))


def _read(path: Path, words: list[str]) -> None:
    source = MODELS.get("vectors").open(f"vec:{path}", Options())
    assert source.fingerprint, "hashing the file is part of every first run"
    answers = list(source.answer([Embed(word) for word in words]))
    assert all(isinstance(answer, Vector) for answer in answers)


def _best(function: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def _comparison(claim: str, ours: float, theirs: float) -> Fact:
    return {
        "claim": claim,
        "ours": ours,
        "theirs": theirs,
        "ratio": theirs / ours,
        "bar": CLAIMS[claim],
        "holds": theirs / ours >= CLAIMS[claim],
    }


def _line(fact: Fact) -> str:
    seconds = f"{fact['theirs']:.2f} s / {fact['ours']:.4f} s"
    return f"{fact['claim']}: {seconds} = {fact['ratio']:,.0f} (claimed: {fact['bar']:g})"


if __name__ == "__main__":
    main()

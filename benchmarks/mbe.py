"""MBE: the score against the matrix of all pairs, bootstrap draws against single scores, extraction against grep.

    python -m benchmarks.mbe [scoring large bootstrap extraction jobs memory] [--json]

Claims, each a ratio within one run: the score of 20,000 x 20,000 sentences at least 50 times as fast as with the matrix
of all pairs, and within 1e-10 of it; 1,000,000 x 1,000,000 in less than 8 GB and in at most 15 times the time of
100,000 x 100,000; 2,000 bootstrap draws of 5,000 x 5,000 in at most 200 single scores; extraction at least as fast as
`grep -c -w -i -F -f words` on the same file (UTF-8 locale, one core); two threads at least 1.6 times as fast as one
(two processes side by side gain `processes`); ten million lines through a pipe with at most 1.15 times the memory of
two million, which fill the sample.
Times are wall-clock; run it on a quiet machine. The corpus is made up here.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from babelance.build.material.groups import groups_for
from babelance.cli.app import build_app
from babelance.core.language import parse_words
from babelance.measures.formulas.mbe import RankedValues
from babelance.measures.formulas.mbe_statistic import norms
from babelance.stats.bootstrap import bootstrap
from babelance.stats.resample import Design
from benchmarks._memory import peak

DIMENSIONS = 768
GIGABYTE = 1e9
HERE = (sys.executable, "-m", "benchmarks.mbe")
Fact = dict[str, object]
BARS = {
    "scoring": ("score with the matrix of all pairs / babelance, 20,000 x 20,000", "≥ 50"),
    "large": ("1,000,000 x 1,000,000 / 100,000 x 100,000, in less than 8 GB", "≤ 15"),
    "bootstrap": ("2,000 draws of 5,000 x 5,000 / a single score", "≤ 200"),
    "extraction": ("grep / extraction, one core", "≥ 1"),
    "jobs": ("extraction with one thread / two threads", "≥ 1.6"),
    "memory": ("memory for ten million lines / two million", "≤ 1.15"),
}
"""What is divided by what, and the bar."""


def main() -> None:
    parts: dict[str, Callable[[argparse.Namespace], Fact]] = {
        "scoring": scoring,
        "large": large,
        "bootstrap": draws,
        "extraction": extraction,
        "jobs": jobs,
        "memory": memory,
    }
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[*parts, []], help="Default: all.")
    parser.add_argument("--lines", type=int, default=3_000_000, help="Lines of the corpus for grep and jobs.")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--generate", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--read", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one or options.generate or options.read:
        _build_once(options.one) if options.one else _read(options.read) if options.read else _generate(
            options.generate
        )
        return
    claims = [parts[name](options) for name in options.parts or parts]
    sys.exit(0 if all(claim["holds"] for claim in claims) else 1)


# ── the score ────────────────────────────────────────────────────────────────────────────────────────────────────────


def scoring(options: argparse.Namespace) -> Fact:
    values, vectors, male = _sentences(20_000)
    fast, ours = _best(lambda: _score(values, vectors, male), options.repeat)
    dense, theirs = _best(lambda: _dense(values, vectors, male), 1)
    ratio, gap = dense / fast, abs(ours - theirs)
    return _fact(options, "scoring", ratio >= 50 and gap <= 1e-10, ratio=ratio, gap=gap, seconds=fast, dense=dense)


def large(options: argparse.Namespace) -> Fact:
    """In processes of their own, so that the memory of each is its own."""
    small, big = (_child("--one", str(size)) for size in (100_000, 1_000_000))
    ratio = big["seconds"] / small["seconds"]
    holds = ratio <= 15 and big["gigabytes"] < 8
    return _fact(options, "large", holds, ratio=ratio, gigabytes=big["gigabytes"], seconds=big["seconds"])


def draws(options: argparse.Namespace) -> Fact:
    values, vectors, male = _sentences(5_000)
    single, _ = _best(lambda: _score(values, vectors, male), 5)
    ranked, norm = RankedValues.of(values, vectors), norms(vectors)

    def statistic(weights: np.ndarray) -> np.ndarray:
        rows = np.atleast_2d(weights) / norm
        sums = ranked.sums(rows * male, rows * ~male, tie=0.5)
        return (100 * sums.preferred / sums.compared).reshape(weights.shape[:-1])

    design = Design.of(len(values), strata=np.where(male, "m", "f").tolist())
    start = time.perf_counter()
    sample = bootstrap(statistic, design, rng=np.random.default_rng(0), count=2000)
    seconds = time.perf_counter() - start
    assert not isinstance(sample, str)
    ratio = seconds / single
    return _fact(options, "bootstrap", ratio <= 200, ratio=ratio, seconds=seconds, single=single)


def _sentences(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """`size` sentences of each group; vectors are filled piece by piece, so that no second copy is ever there."""
    rng = np.random.default_rng(0)
    vectors = np.empty((2 * size, DIMENSIONS), np.float32)
    for start in range(0, 2 * size, 10_000):
        piece = vectors[start : start + 10_000]
        rng.standard_normal(out=piece, dtype=np.float32)
        piece += 0.3
    return rng.normal(size=2 * size), vectors, np.arange(2 * size) % 2 == 0


def _score(values: np.ndarray, vectors: np.ndarray, male: np.ndarray) -> float:
    weights = 1 / norms(vectors)[None]
    sums = RankedValues.of(values, vectors).sums(weights * male, weights * ~male, tie=0.5)
    return float(100 * sums.preferred[0] / sums.compared[0])


def _dense(values: np.ndarray, vectors: np.ndarray, male: np.ndarray) -> float:
    """All pairs as a matrix, as in the released code, in double precision."""
    unit = vectors.astype(np.float64)
    unit /= np.linalg.norm(unit, axis=1)[:, None]
    cosine = unit[male] @ unit[~male].T
    return float(100 * (cosine * (values[male][:, None] > values[~male])).sum() / cosine.sum())


def _build_once(size: int) -> None:
    values, vectors, male = _sentences(size)
    seconds, _ = _best(lambda: _score(values, vectors, male), 3)
    print(json.dumps({"seconds": seconds, "gigabytes": peak() / GIGABYTE}))


def _child(*arguments: str) -> dict[str, float]:
    done = subprocess.run([*HERE, *arguments], capture_output=True, check=True, text=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


# ── extraction ───────────────────────────────────────────────────────────────────────────────────────────────────────


def extraction(options: argparse.Namespace) -> Fact:
    with tempfile.TemporaryDirectory() as folder:
        corpus, words = _corpus(Path(folder), options.lines)
        grep = ["grep", "-c", "-w", "-i", "-F", "-f", str(words), str(corpus)]
        theirs, _ = _best(lambda: _run(grep), options.repeat)
        ours, _ = _best(lambda: _run(_build(str(corpus), folder)), options.repeat)
        size = corpus.stat().st_size / 1e6
    ratio = theirs / ours
    return _fact(options, "extraction", ratio >= 1, ratio=ratio, seconds=ours, grep=theirs, megabytes=size)


def jobs(options: argparse.Namespace) -> Fact:
    with tempfile.TemporaryDirectory() as folder:
        corpus, _ = _corpus(Path(folder), 6 * options.lines)  # long enough for the start of a process not to matter
        on_one_core, _ = _best(lambda: _run(_build(str(corpus), folder), cores=None), options.repeat)
        two, _ = _best(lambda: _run(_build(str(corpus), folder, "--jobs", "2"), cores=None), options.repeat)
        both, _ = _best(lambda: _side_by_side(str(corpus), folder), options.repeat)
    return _fact(
        options,
        "jobs",
        on_one_core / two >= 1.6,
        ratio=on_one_core / two,
        processes=2 * on_one_core / both,
        one=on_one_core,
        two=two,
    )


def _side_by_side(corpus: str, folder: str) -> None:
    """Two processes with a thread each: what the machine can gain, whatever the program."""
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda name: _run(_build(corpus, f"{folder}/{name}"), cores=None), ("a", "b")))


def memory(options: argparse.Namespace) -> Fact:
    with tempfile.TemporaryDirectory() as folder:
        small, big = (_peak_memory_of_pipe(lines, folder) for lines in (2_000_000, 10_000_000))
    return _fact(options, "memory", big / small <= 1.15, ratio=big / small, megabytes=big / 1e6)


def _peak_memory_of_pipe(lines: int, folder: str) -> float:
    """Peak memory of the process that reads the pipe."""
    source = subprocess.Popen([*HERE, "--generate", str(lines)], stdout=subprocess.PIPE)
    reader = subprocess.run(
        [*HERE, "--read", folder], stdin=source.stdout, stdout=subprocess.PIPE, check=True, text=True
    )
    assert source.stdout is not None
    source.stdout.close()
    source.wait()
    return float(reader.stdout.split()[-1])


def _read(folder: str) -> None:
    """`babelance build mbe` of standard input, and what it needed."""
    build_app("build")(["build", "mbe", "-", "-l", "xx", "-o", f"{folder}/out.jsonl"], standalone_mode=False)
    print(peak())


def _build(corpus: str, folder: str, *more: str) -> list[str]:
    start = "import sys; sys.argv[0] = 'babelance'; from babelance.cli import main; main()"
    return [sys.executable, "-c", start, "build", "mbe", corpus, "-l", "xx", "-o", f"{folder}/out.jsonl", *more]


def _run(command: list[str], *, cores: frozenset[int] | None = frozenset({0})) -> None:
    """On one core, unless told otherwise. Output is read: grep does not count when nobody listens."""
    environment = os.environ | {"LC_ALL": "C.UTF-8", "OMP_NUM_THREADS": "1"}
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    subprocess.run(command, env=environment, capture_output=True, check=True, preexec_fn=pin)


def _corpus(folder: Path, lines: int) -> tuple[Path, Path]:
    corpus, words = folder / "corpus.tsv", folder / "words.txt"
    with corpus.open("wb") as file:
        file.writelines(_lines(lines))
    words.write_text("\n".join(word for group in groups_for().values() for word in group) + "\n", encoding="utf-8")
    return corpus, words


def _generate(lines: int) -> None:
    sys.stdout.buffer.writelines(_lines(lines))


WORDS = parse_words("""
the of and to a in is it you that was for on are with as I they be at one have this from or had by not but what some we
can out other were all there when up use your how said an each which do their time if will way about many then them
write would like so these long make thing see two has look more day could go come did number sound no most people my
over know water than call first who may down side been now find any new work part take get place made live where after
back little only round year came show every good me give our under name very through just form sentence great think say
help low line differ turn cause much mean before move right too old same tell does set three want air well also play
small end put home read hand port large spell add even land here must big high such follow act why ask change went light
kind off need house picture try us again animal point world near build self earth
""")
"""The most frequent English words: a corpus of them is as hard for grep as an English one."""


def _lines(count: int) -> Iterator[bytes]:
    """Made-up lines of 5 to 25 words on either side; about one in six has a word of a group."""
    rng = np.random.default_rng(0)
    marks = [word for words in groups_for().values() for word in words]
    for start in range(0, count, 10_000):
        size = min(10_000, count - start)
        lengths, picks = rng.integers(5, 26, size=size), rng.integers(len(WORDS), size=(size, 50))
        chosen, marked = rng.integers(len(marks), size=size), rng.random(size) < 1 / 6
        for row in range(size):
            text = [WORDS[pick] for pick in picks[row, : lengths[row]]]
            other = " ".join(WORDS[pick] for pick in picks[row, 25 : 25 + lengths[row]])
            text[lengths[row] // 2] = marks[chosen[row]] if marked[row] else text[lengths[row] // 2]
            yield f"{' '.join(text).capitalize()}.\tÜ {other} {start + row}.\n".encode()


# ── clocks and words ─────────────────────────────────────────────────────────────────────────────────────────────────


def _best(work: Callable[[], float | None], repeat: int) -> tuple[float, float]:
    """(seconds of the fastest run, what it gave)"""
    times, value = [], None
    for _ in range(repeat):
        start = time.perf_counter()
        value = work()
        times.append(time.perf_counter() - start)
    return min(times), float("nan") if value is None else value


def _fact(options: argparse.Namespace, claim: str, holds: bool, **numbers: float) -> Fact:
    words, bar = BARS[claim]
    fact: Fact = {"claim": words, "bar": bar, "holds": bool(holds), **numbers}
    shown = ", ".join(f"{name} {value:.4g}" for name, value in numbers.items())
    print(json.dumps(fact) if options.json else f"{claim}: {'holds' if holds else 'FAILS'} ({shown})", flush=True)
    return fact


if __name__ == "__main__":
    main()

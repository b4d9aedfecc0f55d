"""How far do MBE from parallel text and MBE from a language's own words agree? Writes the table of docs/mbe.md.

    python docs/making/monolingual.py FOLDER [--most 500]

FOLDER has `en-XX.tsv.gz`, English beside a translation on each line (Tatoeba). Odd lines of a corpus are grouped by
English words, even lines by words of the language: two samples of the same kind without a sentence in common, so that
their difference has the errors of both. Beside it, of all lines that both ways put into a group, how many are put into
the same one. The model is the embedded one; it takes some minutes of one core.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

from scipy.stats import binomtest, pearsonr, ttest_1samp

from babelance.api import evaluate
from babelance.build.material.groups import groups_for
from babelance.build.mbe import Recipe, build
from babelance.core.estimate import Estimate
from babelance.stats.intervals import wilson
from babelance.studies.mbe_tables import gap

LANGUAGES = ("ar", "de", "es", "fi", "hu", "ja", "pt", "ru", "tr", "zh")
MODEL = "babelance/tiny-multilingual"
PAGE = Path(__file__).parents[1] / "mbe.md"
START, END = "<!-- monolingual: docs/making/monolingual.py -->", "<!-- end of monolingual -->"
HEADERS = (
    "language", "sentences", "MBE, parallel", "length null", "MBE, own words", "length null", "difference",
    "p", "lines with both groups", "same group, %",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=500, help="Sentences of a group.")
    given = parser.parse_args()
    rows = []
    for language in LANGUAGES:
        rows.append(row(language, given.folder / f"en-{language}.tsv.gz", given.most))
        sys.stderr.write(f"{rows[-1]}\n")
    text = "\n\n".join([table(rows), summary(rows)])
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    PAGE.write_text(f"{before}{START}\n\n{text}\n\n{END}{rest.partition(END)[2]}", encoding="utf-8")


Fact = dict[str, Any]


def row(language: str, corpus: Path, most: int) -> Fact:
    parallel = Recipe(language=language, most=most)
    own = Recipe(language=language, pivot=language, groups=groups_for(pivot=language), most=most)
    with TemporaryDirectory() as name:
        folder = Path(name)
        odd, even = split(corpus, folder)
        files = [folder / "parallel.jsonl", folder / "own.jsonl"]
        build([str(odd)], files[0], parallel)
        build([str(even)], files[1], own, columns=(1, 1))
        scores = [evaluate("mbe", model=MODEL, data=str(file), language=language) for file in files]
        by_line = [groups_by_line(corpus, folder, language, own_words=own_words) for own_words in (False, True)]
    first, second = scores
    assert isinstance(first, Estimate) and isinstance(second, Estimate)
    difference = gap(second, first)
    both = [line for line in by_line[0] if line in by_line[1]]
    same = sum(by_line[0][line] == by_line[1][line] for line in both)
    interval = wilson(same, len(both))
    return {
        "language": language, "n": (first.about.n, second.about.n),
        "parallel": first.value, "parallel interval": (first.low, first.high), "parallel null": first.nulls["length"],
        "own": second.value, "own interval": (second.low, second.high), "own null": second.nulls["length"],
        "difference": (difference.value, difference.low, difference.high, difference.p),
        "lines": (len(by_line[0]), len(by_line[1]), len(both)),
        "same": (100 * same / len(both), 100 * interval.low, 100 * interval.high),
    }  # fmt: skip


def split(corpus: Path, folder: Path) -> tuple[Path, Path]:
    """Odd and even lines."""
    paths = folder / "odd.tsv", folder / "even.tsv"
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        content = list(lines)
    for path, some in zip(paths, (content[::2], content[1::2]), strict=True):
        path.write_text("".join(some), encoding="utf-8")
    return paths


def groups_by_line(corpus: Path, folder: Path, language: str, *, own_words: bool) -> dict[int, str]:
    """Every line that has a group, by its number; of equal sentences the first."""
    pivot = language if own_words else "en"
    recipe = Recipe(
        language=language, pivot=pivot, groups=groups_for(pivot=pivot), most=1_000_000, equal=False
    )  # fmt: skip
    out = folder / f"all-{own_words}.jsonl"
    build([str(corpus)], out, recipe, columns=(1, 1) if own_words else (0, 1))
    rows = (json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    return {int(row["line"]): str(row["group"]) for row in rows}


def table(rows: list[Fact]) -> str:
    lines = [HEADERS, ("---",) * len(HEADERS), *map(cells, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cells(fact: Fact) -> tuple[str, ...]:
    n, lines = fact["n"], fact["lines"]
    value, low, high, p = fact["difference"]
    same, least, greatest = fact["same"]
    scores = [
        f"{fact[name]:.1f} [{fact[f'{name} interval'][0]:.1f}, {fact[f'{name} interval'][1]:.1f}]"
        for name in ("parallel", "own")
    ]
    return (
        str(fact["language"]), f"{n[0]:,} / {n[1]:,}", scores[0], f"{fact['parallel null']:.1f}", scores[1],
        f"{fact['own null']:.1f}", f"{value:+.1f} [{low:+.1f}, {high:+.1f}]", f"{p:.2f}", f"{lines[2]:,}",
        f"{same:.1f} [{least:.1f}, {greatest:.1f}]",
    )  # fmt: skip


def summary(rows: list[Fact]) -> str:
    """What the table says, in numbers that follow from it."""
    above = [[float(fact[name]) - float(fact[f"{name} null"]) for fact in rows] for name in ("parallel", "own")]
    pearson = pearsonr(*above)
    interval = pearson.confidence_interval(0.95)
    differ = [str(fact["language"]) for fact in rows if fact["difference"][3] < 0.05 / len(rows)]
    sides = Counter(a * b > 0 for a, b in zip(*above, strict=True))
    gaps = [own - parallel for parallel, own in zip(*above, strict=True)]
    higher = sum(gap > 0 for gap in gaps)
    shift = ttest_1samp(gaps, 0).confidence_interval(0.95)
    return (
        f"* Scores: after Bonferroni's correction over the languages they differ in "
        f"{', '.join(differ) if differ else 'none'}; the intervals are wide, since words for a group come up again and "
        "again and are redrawn, too.\n"
        f"* Each minus its length null, they correlate over the {len(rows)} languages with r = "
        f"{pearson.statistic:.2f} [{interval.low:.2f}, {interval.high:.2f}] (p = {pearson.pvalue:.2f}), "
        "and lie on the same side of the null in "
        f"{sides[True]}.\n"
        f"* By own words the score is the higher one, in this sense, in {higher} of {len(rows)} languages (exact sign "
        f"test p = {binomtest(higher, len(rows)).pvalue:.3f}), by {mean(gaps):.1f} points on average "
        f"[{shift.low:.1f}, {shift.high:.1f}] (t, over languages)."
    )


if __name__ == "__main__":
    main()

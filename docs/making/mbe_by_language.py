"""MBE by language, of a model that was never trained and of the embedded one. Writes two tables of docs/mbe.md.

    python docs/making/mbe_by_language.py FOLDER [untrained|trained]

FOLDER has `en-XX.tsv.gz`, English beside a translation on each line (Tatoeba). At most 1,000 sentences of a group, by
English words. The untrained model is one of the golden tests, a small XLM-R with random weights whose output bias knows
how frequent tokens are; the embedded one is asked in the languages that it claims. It takes some minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from babelance.api import evaluate
from babelance.build.mbe import Recipe, build
from babelance.core.estimate import Estimate
from babelance.core.model import Options
from babelance.core.verdict import Verdict
from babelance.stats.multiple import holm

LANGUAGES = (
    "ar", "de", "es", "eu", "fi", "fr", "hi", "hu", "id", "it", "ja", "ko", "nl", "pt", "ru", "sw", "tr", "vi", "zh",
)  # fmt: skip
ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "mbe.md"
TABLES = {
    "untrained": (str(ROOT / "tests" / "golden" / "data" / "models" / "mlm-xlmr"), sorted([*LANGUAGES, "th"])),
    "trained": ("babelance/tiny-multilingual", LANGUAGES),
}
HEADERS = ("language", "sentences", "tokens f / m", "MBE", "length null", "shuffled", "MBE, `match=length`")
Row = tuple[str, Estimate, Estimate]
"""Language, MBE as it is, and with lengths matched."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("tables", nargs="*", help="untrained, trained; both if none is named.")
    given = parser.parse_args()
    for name in given.tables or TABLES:
        model, languages = TABLES[name]
        rows = []
        for language in languages:
            rows.append(measure(model, language, given.folder / f"en-{language}.tsv.gz"))
            sys.stderr.write(f"{' | '.join(cells(rows[-1]))}\n")
        write(name, f"{table(rows)}\n\n{summary(rows)}")


def write(name: str, text: str) -> None:
    start, end = f"<!-- {name}: docs/making/mbe_by_language.py -->", f"<!-- end of {name} -->"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(start)
    PAGE.write_text(f"{before}{start}\n\n{text}\n\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def measure(model: str, language: str, corpus: Path) -> Row:
    with TemporaryDirectory() as folder:
        data = Path(folder) / f"{language}.jsonl"
        build([str(corpus)], data, Recipe(language=language, most=1000))
        allowed = Options(allow_unknown=True)
        first, matched = (
            evaluate("mbe", model=model, data=str(data), language=language, model_options=allowed, match=match)
            for match in ("none", "length")
        )
    assert isinstance(first, Estimate) and isinstance(matched, Estimate)
    return language, first, matched


def table(rows: list[Row]) -> str:
    lines = [HEADERS, ("---",) * len(HEADERS), *map(cells, rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cells(row: Row) -> tuple[str, ...]:
    language, first, matched = row
    tokens = first.extra["tokens"]
    assert isinstance(tokens, dict)
    return (
        language, f"{first.about.n:,}", f"{tokens['female']:.1f} / {tokens['male']:.1f}", interval(first),
        f"{first.nulls['length']:.1f}", f"{first.nulls['shuffled']:.1f}", interval(matched),
    )  # fmt: skip


def interval(result: Estimate) -> str:
    return f"{result.value:.1f} [{result.low:.1f}, {result.high:.1f}]"


def summary(rows: list[Row]) -> str:
    """What the table says, in numbers that follow from it."""
    plain = [first for _, first, _ in rows]
    apart, left = (
        _apart([(row[0], result) for row, result in zip(rows, results, strict=True)])
        for results in (plain, [matched for *_, matched in rows])
    )
    verdicts = [verdict for first in plain if isinstance(verdict := first.verdict, Verdict) and verdict.p is not None]
    adjusted = [p for p in holm([verdict.p for verdict in verdicts]) if p is not None and p < 0.05]
    marked = sum(float(str(first.extra["mcnemar_p"])) < 0.05 for first in plain)
    nearer = sum(abs(first.value - 50) <= abs(first.nulls["length"] - 50) - 1 for first in plain)
    return "\n".join(
        [
            f"* Of {len(rows)} intervals {_those(apart)} 50, and with lengths matched {_those(left)} it. "
            f"Languages in which the score is at least a point nearer to 50 than the length null: {nearer}.",
            f"* Against the length null {len(adjusted)} of {len(verdicts)} scores are told apart after Holm's "
            f"correction; McNemar's test of the paper calls {marked} of {len(rows)} significant.",
        ]
    )


def _apart(results: list[tuple[str, Estimate]]) -> list[str]:
    return [language for language, result in results if not result.low <= 50 <= result.high]


def _those(languages: list[str]) -> str:
    if not languages:
        return "none excludes"
    return f"{len(languages)} ({', '.join(languages)}) {'excludes' if len(languages) == 1 else 'exclude'}"


if __name__ == "__main__":
    main()

"""Which words of two sentences are translations of each other: from an aligner, or from a Pharaoh file of any other.

A link is kept if it is the only one of both its words. Aligners go both ways, and a link must be in both. `diagonal` is
ours and gives the same links every time; eflomal draws random numbers that cannot be seeded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

import regex as re  # combining vowel signs of Indic scripts belong to words

from babelance.core.errors import DataError, InputError, MissingExtra
from babelance.core.files import write_lines
from babelance.core.language_tag import require_language_tag
from babelance.core.limits import whole_number
from babelance.core.option import Flag
from babelance.core.registry import LANGUAGES
from babelance.mitigations.alignment.diagonal import align_words
from babelance.text.parallel import blocks
from babelance.text.streams import chunks, open_stream

Span = tuple[int, int]
Cut = Literal["words", "characters", "blanks"]
_WORD = re.compile(r"[\p{L}\p{M}\p{N}]+(?:['’\-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]")
_CUTS = {"words": _WORD, "characters": re.compile(r"\S"), "blanks": re.compile(r"\S+")}
Aligner = Literal["diagonal", "eflomal"]
MOST_WORDS = 250
"""Longer sentences are passed over: aligners are poor at them, and they take most of the time."""


@dataclass(frozen=True, slots=True)
class LinkedSentence:
    """A sentence pair with the places of its linked words: (in the source, in the target)."""

    source: str
    target: str
    links: tuple[tuple[Span, Span], ...]


def read_columns(text: str) -> tuple[int, int]:
    """`2,1` → (1, 0)."""
    first, comma, second = text.partition(",")
    if not (comma and first.strip().isdigit() and second.strip().isdigit()) or min(int(first), int(second)) < 1:
        raise InputError(f"--columns takes two numbers from 1 on, like 2,1, not '{text}'.")
    return int(first) - 1, int(second) - 1


@dataclass(frozen=True, slots=True)
class Parallel:
    """A parallel corpus, and how its links are found: `pharaoh` is a file of `0-0 1-2 …` lines, else an aligner."""

    paths: Annotated[
        tuple[str, ...],
        Flag("Parallel text: one file (TSV, TMX, OPUS zip) or two of lines, -p A -p B.", ("--parallel", "-p")),
    ]
    source: Annotated[str, Flag("BCP 47 code of the corpus.", ("--language", "-l"), read=require_language_tag)]
    target: Annotated[
        str, Flag("BCP 47 code of the language to align to.", ("--to-language",), read=require_language_tag)
    ]
    columns: Annotated[
        tuple[int, int],
        Flag("Columns of the two languages in a TSV, counted from 1.", ("--columns",), usual="1,2", read=read_columns),
    ] = (0, 1)
    """Where the two sides are in a table, from 0."""
    pharaoh: Annotated[
        str | None, Flag("Word alignments, a line like 0-0 1-2 per pair; default: --aligner makes them.")
    ] = None
    limit: Annotated[int | None, Flag("Sentence pairs to use at most.", ("--pairs",), usual=100_000)] = None
    aligner: Annotated[
        Aligner, Flag("diagonal gives the same links every time; eflomal (an extra) draws other ones each time.")
    ] = "diagonal"

    def pairs(self) -> Iterator[tuple[str, str]]:
        """All sentence pairs; a side that is missing or not UTF-8 is empty, so that line numbers stay right."""
        pairs = (
            (str(source or "").strip(), str(target or "").strip())
            for block in blocks(list(self.paths), source=self.source, target=self.target, columns=self.columns)
            for sides in [block.sides()]
            for source, target in zip(sides.source.to_pylist(), sides.target.to_pylist(), strict=True)
        )
        return islice(pairs, self.limit)

    def cuts(self) -> tuple[Cut, Cut]:
        """How each side is cut into words: at blanks if an aligner has done so already."""
        return ("blanks", "blanks") if self.pharaoh else (_cut_of(self.source), _cut_of(self.target))


def linked_sentences(corpus: Parallel, links: Path) -> Iterator[LinkedSentence]:
    """All sentence pairs that have links; `links` is what `align` wrote, or the Pharaoh file."""
    first, second = corpus.cuts()
    numbered = enumerate(zip_longest(corpus.pairs(), _lines(str(links))), start=1)
    for number, (pair, line) in numbered:
        if pair is None or line is None:
            if pair is None and number - 1 == corpus.limit:
                return
            fewer, more = ("corpus", "alignments") if pair is None else ("file of alignments", "corpus")
            raise DataError(
                f"'{links}': the {fewer} ends at line {number - 1:,}, the {more} not yet. Both need a line per pair."
            )
        places = [spans(text, cut) for text, cut in zip(pair, (first, second), strict=True)]
        spans_linked = tuple(
            (places[0][first], places[1][second]) for first, second in _one_to_one(line, places, links, number)
        )
        if spans_linked:
            yield LinkedSentence(pair[0], pair[1], spans_linked)


def align(corpus: Parallel, out: Path) -> None:
    """Let the aligner find the links, and write them as a Pharaoh file."""
    if corpus.aligner == "eflomal":
        _align_by_eflomal(corpus, out)
        return
    cuts = corpus.cuts()
    sides = [[line.split() for line in _sentences(corpus, side, cuts)] for side in (0, 1)]
    lines = (" ".join(f"{first}-{second}" for first, second in sorted(links)) for links in align_words(*sides))
    write_lines(out, (f"{line}\n" for line in lines))


def _align_by_eflomal(corpus: Parallel, out: Path) -> None:
    eflomal = _eflomal()
    cuts = corpus.cuts()
    with TemporaryDirectory(dir=out.parent) as folder:
        forward, backward = Path(folder) / "forward", Path(folder) / "backward"
        eflomal.Aligner().align(
            _sentences(corpus, 0, cuts),
            _sentences(corpus, 1, cuts),
            links_filename_fwd=str(forward),
            links_filename_rev=str(backward),
            quiet=True,
        )
        with forward.open() as ones, backward.open() as others:
            both = (set(first.split()) & set(second.split()) for first, second in zip(ones, others, strict=True))
            write_lines(out, (" ".join(sorted(links)) + "\n" for links in both))


def spans(text: str, cut: Cut) -> list[Span]:
    """Where the words of a text start and end."""
    return [match.span() for match in _CUTS[cut].finditer(text)]


def _cut_of(code: str) -> Cut:
    if code in LANGUAGES:
        return "words" if LANGUAGES.get(code).spaced else "characters"
    return "characters" if code.partition("-")[0] in ("th", "lo", "km", "my", "yue") else "words"


def _sentences(corpus: Parallel, side: int, cuts: tuple[Cut, Cut]) -> list[str]:
    """One side, its words separated by blanks; too long sentences empty on both sides."""
    sentences = []
    for pair in corpus.pairs():
        words = [spans(text, cut) for text, cut in zip(pair, cuts, strict=True)]
        fits = all(0 < len(some) <= MOST_WORDS for some in words)
        text = pair[side]
        sentences.append(" ".join(text[start:end] for start, end in words[side]) + "\n" if fits else "\n")
    if not any(line.strip() for line in sentences):
        raise InputError(
            f"The parallel corpus {', '.join(corpus.paths)} has no sentence pair with words on both sides."
        )
    return sentences


def _one_to_one(line: str, places: Sequence[Sequence[Span]], name: Path, number: int) -> Iterator[tuple[int, int]]:
    pairs = [_link(text, places, name, number) for text in line.split()]
    left, right = Counter(first for first, _ in pairs), Counter(second for _, second in pairs)
    return ((first, second) for first, second in pairs if left[first] == right[second] == 1)


def _link(text: str, places: Sequence[Sequence[Span]], name: Path, number: int) -> tuple[int, int]:
    before, dash, after = text.replace("p", "-").partition("-")
    first, second = whole_number(before), whole_number(after)
    if not dash or first is None or second is None:
        raise DataError(f"'{name}', line {number}: {text!r} is not a link like 0-2 (Pharaoh format).")
    if first >= len(places[0]) or second >= len(places[1]):
        raise DataError(
            f"'{name}', line {number}: the link {text} points outside of sentences of {len(places[0])} and "
            f"{len(places[1])} words. Are the corpus and its alignments of the same version, in the same order?"
        )
    return first, second


def _lines(path: str) -> Iterator[str]:
    for chunk in chunks(open_stream(path), path):
        yield from chunk.decode(errors="replace").split("\n")[:-1]


def _eflomal() -> Any:
    try:
        import eflomal
    except ImportError as error:
        raise MissingExtra("eflomal", "align") from error
    return eflomal

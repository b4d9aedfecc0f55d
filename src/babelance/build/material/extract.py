"""Sentences by group from blocks of a corpus: the steps that builders share, from lines to rows and card."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Literal, TypeVar

import pyarrow as pa

from babelance._version import __version__
from babelance.build.material.given_names import GivenNames
from babelance.build.material.groups import Groups, groups_for
from babelance.build.material.matching import SCHEMA, SURPLUS, BlockMatches, Matcher
from babelance.build.material.sample import Sample, equal, same_lengths
from babelance.core.card import Card
from babelance.core.errors import DataError, InputError
from babelance.core.parallel import ParallelMap, map_locally
from babelance.core.registry import language_or_bare
from babelance.text.parallel import Block

Tell = Callable[[int], None]
MOST_STRANGERS = 50
TOO_FEW = "its group has too few sentences"
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """All that decides which sentences are kept. `most` bounds each group, and with it the memory."""

    language: str
    pivot: str = "en"
    groups: Groups = field(default_factory=groups_for)
    seed: int = 0
    most: int = 50_000
    equal: bool = True
    fewest: int = 1
    """Groups with fewer sentences are left out: one rare group would cut all others to its size."""
    match: Literal["none", "length"] = "none"
    longest: int = 2000
    names: GivenNames | None = None
    """Given names that put a sentence into a group as words do."""

    def __post_init__(self) -> None:
        if self.names and not self.names.groups.keys() & self.groups.keys():
            raise InputError(
                f"Names tell {' and '.join(self.names.groups)}, and the groups are {', '.join(self.groups)}. "
                "Leave out --names."
            )
        if min(self.most, self.longest, self.fewest) < 1:
            raise InputError(
                f"At least 1 sentence and 1 character: most is {self.most}, fewest {self.fewest}, longest "
                f"{self.longest}."
            )


@dataclass(frozen=True, eq=False)
class GroupSentences:
    """The sentences by group as tables (`line`, `text`, `source`, `word`), and what became of every line."""

    groups: Mapping[str, pa.Table]
    lines: int
    left: Mapping[str, int]
    strangers: Mapping[str, int] = field(default_factory=dict)
    """Capitalised words, the most frequent first, for which sentences with a name were left out."""

    @cached_property
    def shared(self) -> int:
        """Sentences that are in more than one group: the language does not say what the pivot language says."""
        texts = pa.chunked_array(chunk for rows in self.groups.values() for chunk in rows["text"].chunks)
        return len(texts) - len(texts.unique())

    @cached_property
    def words(self) -> dict[str, dict[str, int]]:
        """How many sentences were found by each word, the most frequent first."""
        return {group: dict(Counter(rows["word"].to_pylist()).most_common()) for group, rows in self.groups.items()}


def extract(
    corpus: Iterable[Block],
    recipe: Recipe,
    *,
    jobs: int = 1,
    parallel_map: ParallelMap | None = None,
    tell: Tell = lambda lines: None,
) -> GroupSentences:
    """The sentences of each group. The result depends neither on `jobs` (threads) nor on how the blocks are spread."""
    matcher = Matcher(recipe.groups, _is_spaced(recipe.pivot), recipe.seed, recipe.longest, recipe.names)
    sample = Sample(recipe.most)
    left, strangers, lines = Counter[str](), Counter[str](), 0
    for matches in _match_blocks(
        matcher, corpus, sample, parallel_map or (map_locally if jobs < 2 else partial(_threads, jobs))
    ):
        for group, rows in matches.matches.items():
            sample.add(group, rows)
        left += matches.left
        strangers += matches.strangers
        lines += matches.lines
        tell(lines)
    sampled = sample.groups()
    rows_by_group = {group: sampled.get(group, SCHEMA.empty_table()) for group in recipe.groups}
    groups = _require_two_groups(rows_by_group, lines, recipe.fewest)
    left[TOO_FEW] += sum(len(rows) for group, rows in rows_by_group.items() if group not in groups)
    kept = _cut_to_size(groups, recipe)
    left += sample.left
    left[SURPLUS] += sum(map(len, groups.values())) - sum(map(len, kept.values()))
    worded = {group: _add_words(rows, matcher.words(group, rows["source"])) for group, rows in kept.items()}
    return GroupSentences(worded, lines, {reason: left[reason] for reason in sorted(left)}, _most_frequent(strangers))


def _most_frequent(words: Counter[str]) -> dict[str, int]:
    """Ties in the order of the alphabet, whatever the order of the blocks was."""
    return dict(sorted(words.items(), key=lambda counted: (-counted[1], counted[0]))[:MOST_STRANGERS])


def _match_blocks(
    matcher: Matcher, corpus: Iterable[Block], sample: Sample, parallel_map: ParallelMap
) -> Iterator[BlockMatches]:
    """What each block holds. The bounds are those of the moment: older ones only let more through."""
    return parallel_map(partial(_match, matcher), ((block, dict(sample.bounds)) for block in corpus))


def _match(matcher: Matcher, task: tuple[Block, dict[str, int]]) -> BlockMatches:
    return matcher.match(*task)


def _threads(jobs: int, function: Callable[[A], B], arguments: Iterable[A], /) -> Iterator[B]:
    """A few at a time: nearly all of the work is done outside of Python's lock, so that threads run side by side and
    no block need be copied to another process."""
    waiting: deque[Future[B]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        for argument in arguments:
            waiting.append(pool.submit(function, argument))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _add_words(rows: pa.Table, words: list[str]) -> pa.Table:
    return rows.drop_columns("priority").append_column("word", pa.array(words, pa.string()))


def _cut_to_size(groups: Mapping[str, pa.Table], recipe: Recipe) -> Mapping[str, pa.Table]:
    if recipe.match == "length":
        groups = same_lengths(groups)
        if not all(map(len, groups.values())):
            raise DataError("No two sentences of different groups are of about the same length. Drop --match.")
    return equal(groups) if recipe.equal else groups


def _require_two_groups(groups: Mapping[str, pa.Table], lines: int, fewest: int) -> Mapping[str, pa.Table]:
    """The groups that have so many sentences: two at least."""
    filled = {group: rows for group, rows in groups.items() if len(rows) >= fewest}
    if not any(map(len, groups.values())):
        raise DataError(
            f"None of {lines:,} lines has a word of exactly one group ({', '.join(groups)}). Is the pivot language on "
            "the first side (--columns, or the order of the files), and are the words in its language?"
        )
    if len(filled) < 2:
        counts = ", ".join(f"{group}: {len(rows):,}" for group, rows in groups.items())
        enough = "sentences" if fewest == 1 else f"{fewest:,} sentences"
        raise DataError(
            f"MBE compares two groups, and {'only one' if filled else 'none'} has {enough} in {lines:,} lines "
            f"({counts})."
        )
    return filled


def _is_spaced(language: str) -> bool:
    return language_or_bare(language).spaced


def rows_of(built: GroupSentences, language: str) -> Iterator[dict[str, object]]:
    """The rows of the dataset file, in the order of the corpus."""
    groups = [rows.append_column("group", pa.array([group] * len(rows))) for group, rows in built.groups.items()]
    table = pa.concat_tables(groups).sort_by("line")
    columns = [table[name].to_pylist() for name in ("line", "text", "group", "word", "source")]
    for line, text, group, word, source in zip(*columns, strict=True):
        yield {
            "id": str(line),
            "language": language,
            "text": text,
            "group": group,
            "word": word,
            "source": source,
            "line": line,
        }


def card_of(
    out: Path, built: GroupSentences, recipe: Recipe, names: Sequence[str], origin: Mapping[str, str] | None = None
) -> Card:
    known = dict(origin or {})
    licence, citation = (known.pop(name, "that of the corpus") for name in ("licence", "citation"))
    taken = f"{known.pop('provenance')} " if "provenance" in known else ""
    counts = {"lines": built.lines, **built.left, "in several groups": built.shared}
    kept = {group: len(built.groups.get(group, ())) for group in recipe.groups}
    return Card(
        name=out.name,
        title=f"Sentences by group from {' and '.join(names)}",
        version="1",
        languages=(recipe.language,),
        licence=licence,
        citation=citation,
        provenance=f"{taken}Taken from a {_told_by(recipe)}",
        notes=("Groups may differ in more than whom they are about: read the length-only null beside every score.",),
        validated=False,
        extra={
            **known,
            "sentences": json.dumps(kept),
            "counts": json.dumps(counts),
            "words": json.dumps(built.words, ensure_ascii=False),
            **({"unknown names": json.dumps(built.strangers, ensure_ascii=False)} if recipe.names else {}),
            "recipe": json.dumps(_choices(recipe)),
        },
    )


def _told_by(recipe: Recipe) -> str:
    if recipe.language == recipe.pivot:
        return f"corpus by babelance {__version__}: the group is that of a word in the sentence. Nobody read them."
    return (
        f"parallel corpus by babelance {__version__}: the group is that of a word on the '{recipe.pivot}' side. Nobody "
        "checked that the sentence itself says so."
    )


def _choices(recipe: Recipe) -> dict[str, object]:
    names = ("pivot", "seed", "most", "fewest", "equal", "match", "longest")
    return {name: getattr(recipe, name) for name in names} | {"names": recipe.names is not None}

"""Builds the sentences for MBE from a parallel corpus.

A line belongs to a group if its pivot side (English) has a whole word of the group's list and of no other. What is kept
is the other side: the sentence in the language that is to be measured, with its line, the word and the pivot side.
Duplicates go, groups are cut to equal size by seed, and nothing of the corpus is held but the sample.
Where the language is the pivot language itself, the corpus needs one side only: plain lines, or one column of a table.
Reference: Kaneko, Imankulova, Bollegala, Okazaki, NAACL 2022, step 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from babelance.build.material.dataset_writer import check_name, write_dataset
from babelance.build.material.extract import GroupSentences, Recipe, Tell, card_of, extract, rows_of
from babelance.core.parallel import ParallelMap
from babelance.text.parallel import blocks

__all__ = ["GroupSentences", "Recipe", "build"]


def build(
    paths: Sequence[str],
    out: Path,
    recipe: Recipe,
    *,
    columns: tuple[int, int] = (0, 1),
    origin: Mapping[str, str] | None = None,
    codes: tuple[str, str] | None = None,
    jobs: int = 1,
    parallel_map: ParallelMap | None = None,
    tell: Tell = lambda lines: None,
) -> GroupSentences:
    """Write the dataset file `out` (.jsonl) with its card beside it. `columns` of a table, from 0: pivot, language.

    `origin` goes into the card: where the corpus comes from, its `licence` and `citation`. `codes` are what an archive
    calls the two languages, pivot first, if not as the recipe does.
    `jobs` threads match blocks of lines, or a cluster does: `parallel_map=Cluster.map`.
    """
    check_name(out)
    if recipe.language == recipe.pivot:
        # The sentences that tell the group are those to be measured: one file, one column.
        paths, columns = paths[:1], (columns[0], columns[0])
    source, target = codes or (recipe.pivot, recipe.language)
    corpus = blocks(list(paths), source=source.replace("_", "-"), target=target.replace("_", "-"), columns=columns)
    built = extract(corpus, recipe, jobs=jobs, parallel_map=parallel_map, tell=tell)
    card = card_of(out, built, recipe, [Path(path).name for path in paths], origin or {})
    write_dataset(out, rows_of(built, recipe.language), card)
    return built

"""A comparison or a study as Markdown, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import KINDS_IN_WORDS
from babelance.report.markdown import plain


def sheet_markdown(sheet: Sheet) -> str:
    parts = [f"## {plain(sheet.headline)}", *(f"- {plain(sentence)}" for sentence in sheet.sentences)]
    parts += ["\n".join(_forest(forest)) for forest in sheet.forests]
    parts += ["\n".join(_table(table)) for table in sheet.tables]
    parts += ["\n".join(f"- {plain(name)}: {plain(value)}" for name, value in sheet.facts)] if sheet.facts else []
    return "\n\n".join(parts) + "\n"


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    """The headline and sentences, then a line for each value."""
    yield sheet.headline
    yield from (f"- {sentence}" for sentence in sheet.sentences)
    for forest in sheet.forests:
        yield from ("", forest.title)
        yield from (f"  {mark.label}: {mark.words}{_verdict_in_words(mark)}" for mark in forest.marks)
    yield from (f"{name}: {value}" for name, value in sheet.facts)


def _verdict_in_words(mark: Mark) -> str:
    return f" · {KINDS_IN_WORDS[mark.verdict]}" if mark.verdict else ""


def _forest(forest: Forest) -> Iterator[str]:
    yield from (f"### {plain(forest.title)}", "", f"| | {plain(forest.axis)} | verdict |", "|---|---|---|")
    for mark in forest.marks:
        yield f"| {plain(mark.label)} | {plain(mark.words)} | {KINDS_IN_WORDS[mark.verdict] if mark.verdict else ''} |"


def _table(table: Table) -> Iterator[str]:
    yield from (f"### {plain(table.title)}", "", *([f"{plain(table.note)}\n"] if table.note else []))
    yield f"| {' | '.join(map(plain, table.headers))} |"
    yield f"|{'---|' * len(table.headers)}"
    yield from (f"| {' | '.join(map(plain, row))} |" for row in table.rows)

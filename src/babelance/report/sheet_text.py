"""A comparison or a study as Markdown, and as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.report.labels import VERDICTS
from babelance.report.markdown import plain


def sheet_markdown(sheet: Sheet) -> str:
    parts = [f"## {plain(sheet.headline)}", *(f"- {plain(sentence)}" for sentence in sheet.sentences)]
    parts += ["\n".join(_forest(forest)) for forest in sheet.forests]
    parts += ["\n".join(_table(one)) for one in sheet.tables]
    parts += ["\n".join(f"- {plain(name)}: {plain(value)}" for name, value in sheet.facts)] if sheet.facts else []
    return "\n\n".join(parts) + "\n"


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    """The headline and sentences, then a line for each value."""
    yield sheet.headline
    yield from (f"- {sentence}" for sentence in sheet.sentences)
    for forest in sheet.forests:
        yield from ("", forest.title)
        yield from (f"  {mark.label}: {mark.words}{_told(mark)}" for mark in forest.marks)
    yield from (f"{name}: {value}" for name, value in sheet.facts)


def _told(mark: Mark) -> str:
    return f" · {VERDICTS[mark.verdict]}" if mark.verdict else ""


def _forest(forest: Forest) -> Iterator[str]:
    yield from (f"### {plain(forest.title)}", "", f"| | {plain(forest.axis)} | verdict |", "|---|---|---|")
    for mark in forest.marks:
        yield f"| {plain(mark.label)} | {plain(mark.words)} | {VERDICTS[mark.verdict] if mark.verdict else ''} |"


def _table(one: Table) -> Iterator[str]:
    yield from (f"### {plain(one.title)}", "", *([f"{plain(one.note)}\n"] if one.note else []))
    yield f"| {' | '.join(map(plain, one.headers))} |"
    yield f"|{'---|' * len(one.headers)}"
    yield from (f"| {' | '.join(map(plain, row))} |" for row in one.rows)

"""A study of several versions of the same material: measured, and printed row by row."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from babelance.cli import _options as shared
from babelance.cli._columns import print_groups
from babelance.cli._printing import print_words, write_sheet
from babelance.cli._terminal import echo, say
from babelance.core.estimate import Estimate, to_record
from babelance.core.json_lines import json_line
from babelance.core.printable import printable
from babelance.core.verdict import KINDS_IN_WORDS, verdict_record

if TYPE_CHECKING:
    from babelance.core.model import Options
    from babelance.run.plan import Settings
    from babelance.studies.versions import Row, Version


def study_and_show(
    models: Sequence[str],
    versions: Sequence[Version],
    language: str,
    *,
    store: Path | None,
    settings: Settings,
    loading: shared.Loading,
    as_json: bool,
    out: Path | None,
) -> None:
    """Measure the versions under a progress bar and print them, a block for each model."""
    from babelance.studies.versions import judge_versions

    pairs = [(model, versions) for model in dict.fromkeys(models)]
    by_model = study_all(pairs, language, store=store, settings=settings, options=loading.options(), quiet=as_json)
    show(judge_versions(by_model, settings.level), as_json=as_json, out=out)


def study_all(
    studies: Sequence[tuple[str, Sequence[Version]]],
    language: str,
    *,
    store: Path | None,
    settings: Settings,
    options: Options,
    quiet: bool,
) -> list[list[Row]]:
    """The rows of each model and its versions, measured under one progress bar."""
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.studies.versions import study

    with Bar(quiet=quiet) as bar, shared.answer_store(store) as answers:
        hooks = Hooks(on_progress=bar.tell)
        return [
            study(model, versions, language=language, store=answers, settings=settings, options=options, hooks=hooks)
            for model, versions in studies
        ]


def show(by_model: Sequence[Sequence[Row]], *, as_json: bool, out: Path | None = None) -> None:
    """JSON lines for machines, blocks for people; exit code 3 if some version has no score."""
    from babelance.studies.study_sheets import versions_sheet

    rows = [row for some in by_model for row in some]
    sheet = versions_sheet(by_model)
    if out:
        write_sheet(sheet, out)
    if as_json:
        for row in rows:
            echo(json_line(_record(row)))
    else:
        print_words(sheet)
        for some in by_model:
            print_groups(_by_version(some))
            say(f"{printable(some[0].result.about.model)}. ‡: p < 0.05 in McNemar's test of the paper. *: not paired.")
    raise typer.Exit(0 if all(isinstance(row.result, Estimate) for row in rows) else 3)


def _record(row: Row) -> dict[str, object]:
    from babelance.studies.paper_mark import mark_of

    paired = row.paired
    changes: dict[str, object] = {"version": row.version.name, "change": row.change}
    if known := row.difference:
        changes |= {"change_low": known.low, "change_high": known.high, "change_p": known.p, "paired": bool(paired)}
    changes["change_verdict"] = verdict_record(row.verdict) if row.verdict else None
    return changes | to_record(row.result) | {"mark": mark_of(row.result)}


def _by_version(rows: Sequence[Row]) -> dict[str, list[tuple[str, str]]]:
    """Under the name of each version: its measures, and what they say."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        groups.setdefault(printable(row.version.name), []).append((row.version.measure, _words(row)))
    return groups


def _words(row: Row) -> str:
    from babelance.studies.paper_mark import mark_of
    from babelance.studies.versions import changes_nothing

    result = row.result
    counts = f"n {result.about.n}, skipped {_count_skipped(row)}"
    if not isinstance(result, Estimate):
        return f"undefined: {result.undefined}; {counts}"
    places = 2 if result.about.scale.high > 1 else 5
    score = f"{result.value:.{places}f}{mark_of(result)} [{result.low:.{places}f}, {result.high:.{places}f}], {counts}"
    known = row.difference
    if row.change is None or known is None:
        return score
    change = f"{row.change:+.{places}f} [{known.low:+.{places}f}, {known.high:+.{places}f}]"
    if row.paired and row.verdict and changes_nothing(row.verdict):
        return f"{score}; the same as '{row.first}' on every item"
    verdict = f", {KINDS_IN_WORDS[row.verdict.kind]}" if row.verdict else ""
    return f"{score}; minus '{row.first}': {change}{'' if row.paired else '*'}{verdict}"


def _count_skipped(row: Row) -> str:
    return str(sum(row.result.about.skipped.values()))

"""`babelance lint`: mechanical checks of data: what is wrong, where, why it matters, what to do."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._terminal import echo, say

if TYPE_CHECKING:
    from babelance.lint import Finding

EXIT_WITH_FINDINGS = 1
"""Exit code where something was found."""


def lint(
    data: Annotated[list[str], typer.Argument(help="Datasets or your own files.")],
    languages: shared.Languages = "",
    form: Annotated[
        Literal["text", "json", "sarif"],
        typer.Option("--format", "-f", help="text, json (one object a line) or sarif."),
    ] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Notes, too, which flag no item.")] = False,
    limit: Annotated[int, typer.Option(help="Findings of a rule that are shown as text.")] = 5,
) -> None:
    """Check data: pairs, characters, templates, word lists, inference, translations, questions.

    Exit code 0: nothing was found; 1: something was; 2: the data cannot be read.

    Example: babelance lint crows-pairs

    Example: babelance lint pairs.csv --languages de --format sarif
    """
    from babelance.datasets import find
    from babelance.lint import lint as check
    from babelance.lint.sarif import record, sarif

    findings: list[tuple[str, str, Finding]] = []
    count = 0
    for name in data:
        wanted = shared.words(languages)
        dataset = find(name, language=wanted[0] if len(wanted) == 1 else None)
        for language in wanted or dataset.card.languages or ("und",):
            items = list(dataset.items(language))
            if language == "und":
                printing.warn(f"{name} names no language: words of a language were not looked at (-l CODE).")
            count += len(items)
            findings += [(name, language, finding) for finding in check(items) if notes or finding.rule.level != "note"]
    if form == "sarif":
        echo(json.dumps(sarif(findings), ensure_ascii=False, indent=1))
    elif as_json or form == "json":
        for name, language, finding in findings:
            echo(json.dumps(record(finding, name, language), ensure_ascii=False))
    else:
        _show(findings, count, limit)
    raise typer.Exit(EXIT_WITH_FINDINGS if findings else 0)


def _show(findings: list[tuple[str, str, Finding]], count: int, limit: int) -> None:
    """The rules that were broken, most often first, with a few places each."""
    times = Counter(finding.rule for _, _, finding in findings)
    for rule, number in times.most_common():
        say(f"{rule.level} {rule.name} ×{number}: {rule.why}. {rule.suggestion}")
        places = [(name, language, finding) for name, language, finding in findings if finding.rule is rule]
        for name, language, finding in places[:limit]:
            say(f"  {name} {language} {finding.item or 'all items'}: {finding.detail}")
        if number > limit:
            say(f"  … and {number - limit} more (--format json has all)")
    flagged = len({(name, language, finding.item) for name, language, finding in findings if finding.flags})
    advice = " Measure without them: `run … --without-flagged`" if flagged else ""
    say(f"{flagged} of {count} items flagged, {len(findings)} findings.{advice}")


ORDER = 45


def register(app: typer.Typer) -> None:
    app.command("lint")(lint)

"""`babelance study tokens`: does a result hang on how a tokenizer cuts words?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import echo, say
from babelance.core.estimate import Estimate, to_record
from babelance.core.json_lines import json_line
from babelance.core.verdict import verdict_record

if TYPE_CHECKING:
    from babelance.studies.tokens import TokenStudy, Way


@with_option_groups
def tokens(
    model: Annotated[str, typer.Option("--model", "-m", help="Any model that the measure fits.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Dataset name or your own file.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    measure: Annotated[str, typer.Option(help="A measure of sentences or groups.")] = "cps",
    out: shared.SheetOut = None,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """The same items, written and scored in ways that mean the same: how many answers flip, and does the verdict?

    Exit code 3 if a result that is shown as usual is blocked, because too many answers flip or another way does not
    show it.

    Example: babelance study tokens -m bert-base-cased -d crows-pairs -l en --measure cps
    """
    from babelance.studies.study_sheets import tokens_sheet
    from babelance.studies.tokens import study

    with shared.answer_store(store) as answers:
        answer = study(
            model,
            data,
            measure,
            language=language,
            store=answers,
            settings=sampling.settings(limit=limit, by=()),
            options=loading.options(),
        )
    if out:
        printing.write_sheet(tokens_sheet(answer), out)
    _print_json(answer) if as_json else _print_table(answer)
    raise typer.Exit(3 if answer.reason else 0)


def _print_json(answer: TokenStudy) -> None:
    for way in answer.ways:
        echo(json_line({"way": way.name, "flipped": way.flipped, **to_record(way.result)}))
    verdict = verdict_record(answer.verdict) if answer.verdict else None
    echo(json_line({"pieces": dict(answer.pieces), "blocked": answer.reason or None, "verdict": verdict}))


def _print_table(answer: TokenStudy) -> None:
    from babelance.report.terminal_table import Row, TerminalTable
    from babelance.studies.study_sheets import tokens_sheet

    headings = ("way", "score", "interval", "n", "flipped", "verdict")
    printing.print_table(TerminalTable(headings, [Row(_cells(way)) for way in answer.ways]))
    if answer.pieces:
        say("Pieces: " + ", ".join(f"{side} {count:.1f}" for side, count in answer.pieces.items()))
    printing.print_words(tokens_sheet(answer))


def _cells(way: Way) -> list[str]:
    result = way.result
    kind = result.verdict.kind.replace("-", " ") if result.verdict else ""
    flipped = "" if way.flipped is None else f"{100 * way.flipped:.1f} %"
    if not isinstance(result, Estimate):
        return [way.name, f"undefined: {result.undefined}", "", str(result.about.n), flipped, kind]
    return [
        way.name,
        f"{result.value:.2f}",
        f"[{result.low:.2f}, {result.high:.2f}]",
        str(result.about.n),
        flipped,
        kind,
    ]


def register(app: typer.Typer) -> None:
    app.command("tokens")(tokens)

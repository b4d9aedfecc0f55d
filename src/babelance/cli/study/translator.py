"""`babelance study translator`: tables 1 and 2 of the Hindi–English paper for one's own translator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli._paper_tables import Format, show

if TYPE_CHECKING:
    from babelance.studies.ranked import Ranks
    from babelance.studies.translator_tables import Planned


@with_option_groups
def translator(
    model: Annotated[list[str], typer.Option("--model", "-m", help="A translator. Repeatable.")],
    language: Annotated[
        str, typer.Option("--language", "-l", callback=shared.language_codes, help="Translated from this language.")
    ],
    target: Annotated[str, typer.Option(callback=shared.language_codes, help="Translated into this language.")] = "en",
    beside: Annotated[
        list[str],
        typer.Option("--beside", help="LANGUAGE=SPEC of pre-trained vectors; default: those that ship. Repeatable."),
    ] = [],  # noqa: B006 (typer reads the default)
    references: Annotated[
        str, typer.Option(help="For chrF and BLEU: a dataset or file with text and reference; default: NTREX, if here.")
    ] = "",
    utterances: Annotated[str, typer.Option(help="Sentences that leave gender open.")] = "babel-utterances",
    words: Annotated[str, typer.Option(help="Queries of words for the embeddings.")] = "babel-words",
    setting: shared.Setting = [],  # noqa: B006
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for everything, with report.html.")] = Path("tables"),
    form: Format = "terminal",
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """One report of a translator: TGBI, gender lost, chrF and BLEU, its embeddings by four measures, and their ranking.

    The embeddings of encoder and decoder stand beside pre-trained vectors and beside vectors that know nothing.

    Example: babelance study translator -m hi-en -l hi --beside hi=vec:cc.hi.300.vec --beside en=vec:glove.txt -o tables

    Example: babelance study translator -m hi-en -l hi --utterances tgbi-hindi --words hindi-english-words -o paper

    Example: babelance study translator -m openai:http://127.0.0.1:8000/v1#NAME -l hu --limit 20 -o trial
    """
    from babelance.api import execute
    from babelance.cli._progress import Bar
    from babelance.run.pipeline import Hooks
    from babelance.studies.translator_tables import Request, plan_tables, rank_vectors, tables

    request = Request(tuple(model), language, target, tuple(beside), utterances, words, references)
    with Bar() as bar:
        settings = sampling.settings(limit=limit)
        planned = plan_tables(request, settings, loading.options(bar.rows), shared.settings_of(setting))
        bar.expect(len(planned.plan.jobs))
        hooks = Hooks(on_progress=bar.tell, warn=printing.warn)
        evaluation = execute(planned.plan, out=out, store=store, hooks=hooks)
        with shared.answer_store(store) as answers:
            all_ranks, missing = rank_vectors(planned, evaluation.results, answers, hooks)
    page = _write(all_ranks, missing, out)
    show(tables(evaluation.results, all_ranks), form)
    _tell(planned, missing, page)
    raise typer.Exit(printing.exit_code(evaluation.results))


def _write(all_ranks: Sequence[Ranks], missing: Sequence[str], out: Path) -> Path:
    """The ranking and what is not in it beside the files of the run, and the page of all of them."""
    from babelance.cli.rank import write_ranks
    from babelance.core.files import together, write_text
    from babelance.core.sheet import RANKING, Sheet, write_sheet
    from babelance.report.html import render
    from babelance.report.results import Results
    from babelance.studies.rank_sheet import rank_sheet

    sheet = rank_sheet(all_ranks) if all_ranks else Sheet("rank", "There is no ranking.")
    with together():
        if all_ranks:
            write_ranks(all_ranks, out)
        write_sheet(replace(sheet, sentences=(*sheet.sentences, *missing)), out, RANKING)
    page = out / "report.html"
    write_text(page, render(Results.read(out)))
    return page


def _tell(planned: Planned, missing: Sequence[str], page: Path) -> None:
    for note in (*planned.notes, *missing):
        printing.warn(note)
    printing.print_paragraph(f"Report: {page}")


def register(app: typer.Typer) -> None:
    app.command("translator")(translator)

"""`babelance study pairs`: people's translation, a machine's, templates and MBE beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _given_names as shared_names
from babelance.cli import _options as shared
from babelance.cli._groups import with_option_groups
from babelance.cli.study import _versions


@with_option_groups
def pairs(
    model: Annotated[list[str], typer.Option("--model", "-m", help="A language model. Repeatable.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Pairs that people translated.")] = "crows-pairs-ja-ru",
    english: Annotated[str, typer.Option(help="The English pairs they were translated from.")] = "crows-pairs",
    axis: Annotated[str, typer.Option(help="Only pairs of this axis; empty for all.")] = "gender",
    names: shared_names.Names = False,
    own_names: shared_names.OwnNames = [],  # noqa: B006 (typer reads the default)
    templates: Annotated[
        str,
        typer.Option(
            help="Pairs from templates (Tmp): a dataset (babel-templates is ours) or file with more and less, such as "
            "`build templates` writes; default: the paper's design for ja and ru, else ours."
        ),
    ] = "",
    translator: Annotated[str, typer.Option(help="A translator for the English pairs (MT).")] = "",
    measure: Annotated[str, typer.Option(help="The pair measure.")] = "aula",
    setting: shared.Setting = [],  # noqa: B006
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="Folder for the dataset files that are made, and comparison.json for a report."
        ),
    ] = Path("study"),
    as_json: shared.AsJson = False,
    limit: Annotated[
        int | None,
        typer.Option(help="Only N pairs of each version, evenly over tags.", callback=shared.within_bounds),
    ] = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """Pairs by people (HT), by a translator (MT), templates (Tmp), and MBE on the same sentences, for each model.

    Tables 4 and 5 of the MBE paper. HT is what the others are compared with.

    Example: babelance study pairs -m cl-tohoku/bert-base-japanese-v2 -l ja --translator ct2:opus-mt-en-jap

    Example: babelance study pairs -m bert-base-multilingual-cased -m xlm-roberta-base -l ru --names

    Example: babelance study pairs -m openai:http://127.0.0.1:8000/v1#NAME -l ja --measure cps --set weight=none
    """
    from babelance.build.mbe import Recipe
    from babelance.studies.pair_versions import pair_versions

    with shared.answer_store(store) as answers:
        versions = pair_versions(
            out,
            language=language,
            data=data,
            english=english,
            axis=axis,
            translator=translator,
            measure=measure,
            templates=templates,
            recipe=Recipe(
                language=language, seed=sampling.seed, names=shared_names.given_names_of("en", names, own_names)
            ),
            store=answers,
            model_options=loading.options(),
            options=shared.settings_of(setting),
            limit=limit,
        )
    _versions.study_and_show(
        model,
        versions,
        language,
        store=store,
        settings=sampling.settings(by=()),
        loading=loading,
        as_json=as_json,
        out=out,
    )


def register(app: typer.Typer) -> None:
    app.command("pairs")(pairs)

"""`babelance study names`: does a score change if people have other names?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli import _printing as printing
from babelance.cli._groups import with_option_groups
from babelance.cli.build import names as builder
from babelance.cli.study import _versions
from babelance.core.errors import InputError

FEWEST_CHANGED = 10
"""With fewer a difference over all items would be zero for want of changes, and look measured."""


@with_option_groups
def names(
    model: Annotated[list[str], typer.Option("--model", "-m", help="A language model. Repeatable.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Sentence pairs, or a file made by build mbe.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    measure: Annotated[str, typer.Option(help="aula, mbe or another measure of these sentences.")] = "aula",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    old: builder.Old = builder.AUTO,
    new: builder.New = builder.AUTO,
    out: Annotated[Path, typer.Option("--out", "-o", help="The dataset file with the other names.")] = Path(
        "names.jsonl"
    ),
    report_out: Annotated[
        Path | None, typer.Option("--report-out", help="Folder for comparison.json; see it with: babelance report DIR.")
    ] = None,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """The score with the names as they are and with other names, and their paired difference (table 6).

    Example: babelance study names -m cl-tohoku/bert-base-japanese-v2 -d ja.jsonl -l ja --measure mbe
    """
    from babelance.studies.versions import Version

    old, new = builder.directions(data, language, old, new)
    done = builder.build_dataset(data, language, out, old=old, new=new, seed=sampling.seed, limit=limit)
    summary = f"{done.changed} of {len(done.items)} items have {new} names instead of {old} ones in {out}"
    if done.changed < FEWEST_CHANGED:
        raise InputError(
            f"{summary}: too few to say what names do ({FEWEST_CHANGED} are needed). "
            f"Name others with --from{' or raise --limit' if limit else ''}."
        )
    printing.warn(summary)
    options = shared.settings_of(setting)
    versions = [Version("as it is", data, measure, options), Version("other names", str(out), measure, options)]
    _versions.study_and_show(
        model,
        versions,
        language,
        store=store,
        settings=sampling.settings(limit=limit, by=()),
        loading=loading,
        as_json=as_json,
        out=report_out,
    )


def register(app: typer.Typer) -> None:
    app.command("names")(names)

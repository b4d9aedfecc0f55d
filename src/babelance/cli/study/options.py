"""`babelance study options`: does a score depend on a choice that has nothing to do with bias?"""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._groups import with_option_groups
from babelance.cli.study import _versions
from babelance.core.errors import InputError


@with_option_groups
def options(
    model: Annotated[str, typer.Option("--model", "-m", help="Any model that the measures fit.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Dataset name or your own file.")],
    language: Annotated[str, typer.Option("--language", "-l", callback=shared.language_codes, help="BCP 47 code.")],
    setting: shared.Setting,
    measures: shared.Measures = "cps,s-jsd",
    out: shared.SheetOut = None,
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    store: shared.StoreFile = None,
    *,
    sampling: shared.Sampling,
    loading: shared.Loading,
) -> None:
    """Each score as it is and with other options, and their paired difference.

    Robust is a measure that hardly changes when the last character of every sentence is cut (table 3 of the S_JSD
    paper); the same command shows what the authors' code changes (--set fidelity=released).

    Example: babelance study options -m roberta-base -d crows-pairs -l en --set perturb=drop-last-character

    Example: babelance study options -m bert-base-cased -d sjsd -l en --measures cps,sss --set fidelity=released
    """
    from babelance.run.configure import configure
    from babelance.studies.versions import Version, judge_versions

    changed = shared.settings_of(setting)
    names = shared.words(measures)
    for name in names:
        configure([name], changed)
    if not names:
        raise InputError("No measures given. See `babelance list`.")
    title = ", ".join(setting)
    settings = sampling.settings(limit=limit, by=())
    pairs = [[Version("as it is", data, name, {}), Version(title, data, name, changed)] for name in names]
    by_measure = _versions.study_all(
        [(model, pair) for pair in pairs],
        language,
        store=store,
        settings=settings,
        options=loading.options(),
        quiet=as_json,
    )
    _versions.show(judge_versions([list(chain(*by_measure))], settings.level), as_json=as_json, out=out)


def register(app: typer.Typer) -> None:
    app.command("options")(options)

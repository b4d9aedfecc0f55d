"""`babelance study options`: does a score depend on a choice that has nothing to do with bias?"""

from __future__ import annotations

from typing import Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli.study import _versions
from babelance.core.errors import InputError


def options(
    model: Annotated[str, typer.Option("--model", "-m", help="Any model that the measures fit.")],
    data: Annotated[str, typer.Option("--data", "-d", help="Dataset name or your own file.")],
    language: Annotated[str, typer.Option("--language", "-l", help="BCP 47 code.")],
    setting: shared.Setting,
    measures: shared.Measures = "cps,s-jsd",
    as_json: shared.AsJson = False,
    limit: shared.Limit = None,
    seed: shared.Seed = 0,
    level: shared.Level = 0.95,
    draws: shared.Draws = 2000,
    device: shared.Device = "auto",
    batch_tokens: shared.BatchTokens = None,
    allow_unknown: shared.AllowUnknown = False,
    remote_code: shared.RemoteCode = False,
    store: shared.StoreFile = None,
) -> None:
    """Each score as it is and with other options, and their paired difference.

    Robust is a measure that hardly changes when the last character of every sentence is cut (table 3 of the S_JSD
    paper); the same command shows what the authors' code changes (--set fidelity=released).

    Example: babelance study options -m roberta-base -d crows-pairs -l en --set perturb=drop-last-character

    Example: babelance study options -m bert-base-cased -d sjsd -l en --measures cps,sss --set fidelity=released
    """
    from babelance.cli._progress import Bar
    from babelance.run.configure import configure
    from babelance.run.pipeline import Hooks
    from babelance.run.plan import Settings
    from babelance.run.store import Store
    from babelance.studies.versions import Version, study

    changed = shared.settings_of(setting)
    names = shared.words(measures)
    for name in names:
        configure([name], changed)
    if not names:
        raise InputError("No measures given. See `babelance list`.")
    title = ", ".join(setting)
    with Bar(quiet=as_json) as bar, Store(store) as answers:
        rows = [
            row
            for name in names
            for row in study(
                model,
                [Version("as it is", data, name, {}), Version(title, data, name, changed)],
                language=language,
                store=answers,
                settings=Settings(level, draws, seed, limit, by=()),
                options=shared.model_options(
                    device=device, batch_tokens=batch_tokens, allow_unknown=allow_unknown, remote_code=remote_code
                ),
                hooks=Hooks(on_progress=bar.tell),
            )
        ]
    _versions.show(rows, as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("options")(options)

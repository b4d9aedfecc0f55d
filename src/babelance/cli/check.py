"""`babelance check`: whether a run can work: names, files, languages, kind of model; no weights are loaded."""

from __future__ import annotations

import typer

from babelance.cli import _options as shared
from babelance.cli._groups import grouped
from babelance.cli._terminal import echo


@grouped
def check(
    model: shared.Model,
    data: shared.Data,
    measures: shared.Measures,
    languages: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    limit: shared.Limit = None,
    where: shared.Where = [],  # noqa: B006
    *,
    loading: shared.Loading,
) -> None:
    """Check names, files, languages, the kind of model and its tokenizer, without loading weights.

    Example: babelance check --model xlm-roberta-base --data sjsd --languages th --measures s-jsd
    """
    from babelance.core.where import Where
    from babelance.run.health import texts_to_examine
    from babelance.run.limit import limited
    from babelance.run.plan import Settings, make_plan
    from babelance.run.questions import Questions

    plan = make_plan(
        models=model,
        data=data,
        measures=shared.words(measures),
        languages=shared.words(languages),
        options=shared.settings_of(setting),
        model_options=loading.options(),
        settings=Settings(limit=limit, where=Where.of(where)),
    )
    for job in plan.jobs:
        items = limited(job.dataset, job.language, plan.settings)
        health = job.model.health(texts_to_examine(items, Questions(job)))
        queries = {query for measure in job.measures.values() for item in items for query in measure.ask(item)}
        echo(
            f"{job.model.id} · {job.data} · {job.language} · {', '.join(job.measures)}: "
            f"{len(items)} items, {len(queries)} queries, {100 * health.unknown:.2f} % unknown tokens"
        )
        for note in health.notes:
            echo(f"  note: {note}")
    echo("All can run.")


ORDER = 12


def register(app: typer.Typer) -> None:
    app.command("check")(check)

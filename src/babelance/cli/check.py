"""`babelance check`: whether a run can work: names, files, languages, kind of model; no weights are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babelance.cli import _options as shared
from babelance.cli._groups import with_option_groups
from babelance.cli._terminal import say

if TYPE_CHECKING:
    from babelance.core.model import Cost
    from babelance.run.plan import Plan
    from babelance.run.prices import Prices


@with_option_groups
def check(
    model: shared.Model,
    data: shared.Data,
    measures: shared.Measures,
    languages: shared.Languages = "",
    setting: shared.Setting = [],  # noqa: B006 (typer reads the default)
    limit: shared.Limit = None,
    where: shared.Where = [],  # noqa: B006
    prices: Annotated[
        Path | None,
        typer.Option(help='JSON file with prices of served models: {"NAME": {"input": …, "output": …}} per million.'),
    ] = None,
    *,
    loading: shared.Loading,
) -> None:
    """Check names, files, languages, the kind of model and its tokenizer, without loading weights.

    For a served model (openai:URL#MODEL) it says what a run will take, and with --prices what it will cost, before the
    server is asked anything; then it examines the server.

    What run would leave undefined whatever the weights say is told, and the exit code is then 3.

    Example: babelance check --model xlm-roberta-base --data sjsd --languages th --measures s-jsd
    """
    from babelance.core.where import Where
    from babelance.run.foresight import examined_first, undefined_results
    from babelance.run.health import texts_to_examine
    from babelance.run.limit import choose_items
    from babelance.run.plan import Settings, make_plan, require_answers
    from babelance.run.prices import read_prices
    from babelance.run.questions import Questions

    priced = read_prices(prices) if prices else {}

    plan = make_plan(
        models=model,
        data=data,
        measures=shared.words(measures),
        languages=shared.words(languages),
        options=shared.settings_of(setting),
        model_options=loading.options(),
        settings=Settings(limit=limit, where=Where.of(where)),
        examine=False,
    )
    _tell_costs(plan, priced)
    require_answers(plan.jobs)
    undefined = 0
    for job in plan.jobs:
        items = choose_items(job.dataset, job.language, plan.settings)
        health = job.model.health(texts_to_examine(items, Questions(job)))
        queries = {query for measure in job.measures.values() for item in items for query in measure.ask(item)}
        say(
            f"{job.model.id} · {job.data} · {job.language} · {', '.join(job.measures)}: "
            f"{len(items)} items, {len(queries)} queries, {100 * health.unknown:.2f} % unknown tokens"
        )
        for note in health.notes:
            say(f"  note: {note}")
        reasons = undefined_results(job, items, plan.settings)
        undefined += len(reasons)
        for name, reason in reasons.items():
            say(f"  {name} would be undefined: {reason}")
        for name in examined_first(job):
            if name not in reasons:
                say(f"  note: {name} has a number only if the model does this on plain sentences: run tries that first")
    if undefined:
        results = sum(len(job.measures) for job in plan.jobs)
        say(f"{undefined} of {results} results would be undefined. Leave these measures out, or use another model.")
        raise typer.Exit(3)
    say("All can run.")


def _tell_costs(plan: Plan, prices: Mapping[str, Prices]) -> None:
    """What will be asked of servers, and the price of it; of several jobs also all together."""
    from babelance.core.model import Cost
    from babelance.run.limit import choose_items
    from babelance.run.prices import expected_cost, prices_of

    costs: list[Cost] = []
    bills: dict[str, float] = {}
    unpriced: dict[str, None] = {}
    for job in plan.jobs:
        cost = expected_cost(job, choose_items(job.dataset, job.language, plan.settings))
        if cost is None:
            continue
        costs.append(cost)
        price = prices_of(job.origin.spec, prices)
        bill = {price.currency: price.of(cost)} if price else {}
        bills = {name: bills.get(name, 0.0) + bill.get(name, 0.0) for name in {**bills, **bill}}
        unpriced |= {job.origin.spec: None} if prices and not price else {}
        say(f"{job.origin.spec} · {job.data} · {job.language}: {_in_words(cost, bill)}")
    if len(costs) > 1:
        say(f"All together: {_in_words(sum(costs, Cost(0, 0, 0)), bills if not unpriced else {})}")
    for spec in unpriced:
        say(f"  note: the file of prices has none for {spec}: name '{spec.partition('#')[2]}', or '*' for all others")


def _in_words(cost: Cost, bills: Mapping[str, float]) -> str:
    paid = "".join(f", {amount:,.3g} {currency}" for currency, amount in bills.items())
    return f"at most about {cost.requests:,} requests, {cost.tokens_in:,} tokens in, {cost.tokens_out:,} out{paid}"


ORDER = 12


def register(app: typer.Typer) -> None:
    app.command("check")(check)

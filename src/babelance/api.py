"""The two-line way in.

>>> import babelance
>>> babelance.evaluate("s-jsd", model="babelance/tiny-multilingual", data="sjsd", language="de")
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from babelance.core.conclusion import Conclusion
from babelance.core.display import results_html
from babelance.core.errors import InputError
from babelance.core.estimate import Result, to_record
from babelance.core.model import Options
from babelance.core.signature import Signature
from babelance.core.where import Where
from babelance.run.audit import audit_plan
from babelance.run.executors.processes import walk_in_processes
from babelance.run.output import Output
from babelance.run.pipeline import Hooks, walk
from babelance.run.plan import Plan, Settings, make_plan
from babelance.run.signed_plan import plan_of
from babelance.run.store import Store
from babelance.stats.conclusions import conclude
from babelance.stats.verdicts import judge

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Evaluation:
    """The results of a run, in the order they were asked for."""

    results: tuple[Result, ...]

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def __len__(self) -> int:
        return len(self.results)

    @property
    def conclusion(self) -> Conclusion:
        """What all results together say."""
        return conclude(self.results)

    def _repr_html_(self) -> str:
        """What notebooks show: a table with every interval drawn."""
        return f"<p>{escape(self.conclusion.headline)}</p>{results_html(self.results)}"

    def plot(self) -> Figure:
        """A figure (matplotlib) that a paper can print: one panel for each measure, intervals, nulls. Save it with
        `.savefig("bias.pdf")`."""
        from babelance.report.figure import figure

        return figure(self.results)

    def frame(self) -> pd.DataFrame:
        """One row per result, the columns of `results.jsonl`."""
        import pandas

        return pandas.DataFrame([to_record(result) for result in self.results])


def execute(
    plan: Plan,
    *,
    out: Path | None = None,
    store: Path | None = None,
    hooks: Hooks | None = None,
    processes: int | None = None,
    embeddings: bool = False,
) -> Evaluation:
    """Carry out a plan, in this process or in so many others. Whatever was computed is written to `out` even if a
    later job fails; with `embeddings` the vectors that measures weigh with, too."""
    hooks = hooks or Hooks()
    if not out:
        return Evaluation(tuple(judge(list(_walk_jobs(plan, store, hooks, processes)))))
    results: list[Result] = []
    complete = False
    with Output(out, embeddings=embeddings) as output:
        hooks = replace(hooks, on_scored=output.keep, on_health=output.note)
        try:
            for result in _walk_jobs(plan, store, hooks, processes):
                results.append(result)  # one by one: those before an error count
            complete = True
        finally:
            results = judge(results)
            output.finish(results, plan, complete=complete)
    return Evaluation(tuple(results))


def _walk_jobs(plan: Plan, store: Path | None, hooks: Hooks, processes: int | None) -> Iterator[Result]:
    if processes is not None:
        yield from walk_in_processes(plan, store, hooks, processes)
        return
    with Store(store) as answers:
        for job in plan.jobs:
            yield from walk(job, plan.settings, answers, hooks)
        if answers.note:
            hooks.warn(answers.note)


def evaluate(
    measure: str,
    *,
    model: str,
    data: str,
    language: str,
    out: Path | str | None = None,
    store: Path | str | None = None,
    model_options: Options | None = None,
    level: float = 0.95,
    draws: int = 2000,
    seed: int = 0,
    limit: int | None = None,
    where: Sequence[str] = (),
    **options: object,
) -> Result:
    """One measure of one model on one dataset in one language, over all items (or those that
    `where` takes, `["axis=gender"]`); `options` are the measure's own."""
    plan = make_plan(
        models=[model],
        data=[data],
        measures=[measure],
        languages=[language],
        options={name: str(value) for name, value in options.items()},
        model_options=model_options,
        settings=Settings(level=level, draws=draws, seed=seed, limit=limit, by=(), where=Where.of(where)),
    )
    evaluation = execute(plan, out=Path(out) if out else None, store=Path(store) if store else None)
    return evaluation.results[0]


def evaluate_many(
    measures: Sequence[str],
    *,
    models: Sequence[str],
    data: Sequence[str],
    languages: Sequence[str] = (),
    out: Path | str | None = None,
    store: Path | str | None = None,
    model_options: Options | None = None,
    settings: Settings | None = None,
    **options: object,
) -> Evaluation:
    """Every measure of every model on every dataset in every language (all that a dataset has, if none is named).

    Measures that ask the same are answered together. `.frame()` of what comes back is a table for pandas.
    """
    plan = make_plan(
        models=models,
        data=data,
        measures=measures,
        languages=languages,
        options={name: str(value) for name, value in options.items()},
        model_options=model_options,
        settings=settings,
    )
    return execute(plan, out=Path(out) if out else None, store=Path(store) if store else None)


def replay(
    signature: str | Signature,
    *,
    store: Path | None = None,
    model_options: Options | None = None,
    allow_commands: Sequence[str] = (),
    hooks: Hooks | None = None,
) -> Result:
    """The same number again, from its signature alone. A signature that names a program (`cmd:…`) is refused unless
    `allow_commands` names it too."""
    wanted = Signature.parse(signature) if isinstance(signature, str) else signature
    plan = plan_of(wanted, model_options, allow_commands=allow_commands)
    for result in execute(plan, store=store, hooks=hooks):
        if result.about.group == wanted.group:
            return result
    raise InputError(f"The data has no group '{wanted.group}' any more.")


def audit(
    model: str,
    *,
    data: Sequence[str] = (),
    languages: Sequence[str] = (),
    out: Path | str | None = None,
    store: Path | str | None = None,
    options: Mapping[str, str] | None = None,
) -> Evaluation:
    """Everything that fits the model."""
    plan, _ = audit_plan([model], data=data, languages=languages, options=options or {})
    return execute(plan, out=Path(out) if out else None, store=Path(store) if store else None)

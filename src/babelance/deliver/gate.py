"""`gate`: is a new model worse than a baseline? The same as `babelance gate`, from Python."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from babelance.api import execute
from babelance.core.errors import InputError
from babelance.core.gate import Gate
from babelance.core.json_lines import lines_of
from babelance.core.model import Options
from babelance.core.paths import is_file
from babelance.core.scored import Scores
from babelance.core.signature import Signature
from babelance.report.results import Results
from babelance.run.pipeline import Hooks, score
from babelance.run.plan import Settings
from babelance.run.signed_plan import plan_of, plan_of_run
from babelance.run.store import Store
from babelance.studies.gate import judge_runs
from babelance.studies.gate.evidence import evidence_of
from babelance.studies.gate.policy import Policy, read_policy


def gate(
    base: str | Path,
    new: str | Path,
    *,
    policy: Policy | Path | str | None = None,
    out: Path | None = None,
    store: Path | None = None,
    model_options: Options | None = None,
    incomplete: bool = False,
    allow_commands: Sequence[str] = (),
    hooks: Hooks | None = None,
) -> Gate:
    """The decision between two runs. `base` is the folder of a run or a file of signatures, `new` the folder of a run
    or a model, which is then measured as the baseline was (and kept in `out`, if named)."""
    if not _is_run(new):  # whoever names a model may have it asked
        allow_commands = [*allow_commands, str(new)]
    rules = policy if isinstance(policy, Policy) else read_policy(Path(policy)) if policy else Policy()
    hooks = hooks or Hooks()
    with tempfile.TemporaryDirectory() as scratch:

        def run(signatures: Sequence[Signature], folder: Path) -> Results:
            settings = Settings(rules.level, rules.draws, rules.seed, by=())
            plan = plan_of_run(signatures, settings, model_options, allow_commands=allow_commands)
            execute(plan, out=folder, store=store, hooks=hooks)
            return Results.read(folder)

        first = _read(base, incomplete, hooks) or run(_signatures(base), Path(scratch) / "base")
        asked = [result.about.signature for result in first.overall]
        second = _read(new, incomplete, hooks) or run(_of_model(asked, str(new)), out or Path(scratch) / "new")
        with Store(store) as answers:
            rescore = _rescoring(answers, model_options, allow_commands, hooks)
            base_evidence, new_evidence = (evidence_of(files, rescore) for files in (first, second))
            return judge_runs(base_evidence, new_evidence, rules, names=(str(base), str(new)))


def _read(given: str | Path, incomplete: bool, hooks: Hooks) -> Results | None:
    """The files of a run; None if this is no folder of one. A folder without results is an error, not a model."""
    folder = Path(given)
    if not _is_run(given):
        if folder.is_dir() and not is_file(folder / "config.json"):
            raise InputError(f"'{folder}' has no results.jsonl: it is not the folder of a run (`babelance run --out`).")
        return None
    return Results.read_whole(folder, incomplete=incomplete, warn=hooks.warn)


def _is_run(given: str | Path) -> bool:
    return is_file(Path(given) / "results.jsonl")


def _signatures(given: str | Path) -> list[Signature]:
    """One signature on each line of a text file."""
    path = Path(given)
    if not is_file(path):
        raise InputError(f"'{given}' is neither the folder of a run nor a file of signatures.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"Cannot read the signatures in '{path}': {error}.") from error
    return [Signature.parse(line) for _, line in lines_of(text)]


def _of_model(signatures: Sequence[Signature], model: str) -> list[Signature]:
    """The same questions to another model."""
    models = {signature.model for signature in signatures}
    if len(models) > 1:
        raise InputError(
            f"The baseline has results of {len(models)} models, so '{model}' cannot take the place of one. Run it, and "
            "name the folder of that run."
        )
    return [replace(signature, model=model) for signature in signatures]


def _rescoring(
    store: Store, options: Options | None, allow_commands: Sequence[str], hooks: Hooks
) -> Callable[[Signature], Scores]:
    def rescore(signature: Signature) -> Scores:
        plan = plan_of(signature, options, allow_commands=allow_commands)
        scores, _ = score(plan.jobs[0], plan.settings, store, hooks)
        return scores[signature.measure]

    return rescore

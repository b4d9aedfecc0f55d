"""`log_to_mlflow`: the results of a run as metrics, tags and files of the active MLflow run, in one call."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from babelance.api import Evaluation
from babelance.core.errors import MissingExtra
from babelance.core.estimate import Result
from babelance.deliver.trainer import metrics
from babelance.report.results import Results
from babelance.stats.conclusions import conclude

_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_\-. /]")
"""MLflow takes these characters in names, and no others on all systems."""
LONGEST_TAG = 5000


def log_to_mlflow(
    run: Evaluation | Path | str, *, step: int | None = None, prefix: str = "bias", incomplete: bool = False
) -> None:
    """`run` is what `evaluate_many` or `audit` gave, or the folder of a run, whose files are then kept, too. A folder
    whose run did not finish, or whose files were changed, is refused unless `incomplete`."""
    client = _library()
    results = run.results if isinstance(run, Evaluation) else _results_of(Path(run), incomplete)
    named = {_NOT_ALLOWED.sub("_", name): value for name, value in metrics(results, prefix).items()}
    client.log_metrics(named, step=step)
    client.set_tags(
        {
            f"{prefix}.headline": conclude(results).headline[:LONGEST_TAG],
            f"{prefix}.signatures": str(len(results)),
        }
    )
    client.log_text("\n".join(str(result.about.signature) for result in results) + "\n", f"{prefix}/signatures.txt")
    if not isinstance(run, Evaluation):
        client.log_artifacts(str(run), artifact_path=prefix)


def _results_of(folder: Path, incomplete: bool) -> Sequence[Result]:
    results = Results.read(folder)
    if not incomplete:
        results.require_complete(unless="incomplete=True")
    return results.estimates


def _library() -> Any:
    try:
        import mlflow
    except ModuleNotFoundError as error:
        raise MissingExtra("mlflow", "mlflow") from error
    return mlflow

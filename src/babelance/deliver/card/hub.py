"""Metadata that the Hugging Face Hub reads: `model-index` in a card, and `.eval_results/*.yaml`.

Both are made by huggingface_hub's own classes. The language stands in `dataset_config`: entries of one dataset are
grouped, and languages would be mixed without it. Measures whose ideal lies within the scale have a second entry, the
distance from it, since readers take more, or less, for better.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from babelance.core.errors import MissingExtra
from babelance.core.estimate import Estimate
from babelance.deliver.card.entries import Runs, data_name, distance, file_name, plain_model

if TYPE_CHECKING:
    from huggingface_hub import EvalResult, EvalResultEntry

TASK = "social-bias"
SOURCE = "babelance"
SOURCE_URL = "https://babelance.readthedocs.io"


def _library() -> Any:
    try:
        import huggingface_hub
    except ModuleNotFoundError as error:
        raise MissingExtra("huggingface_hub", "models") from error
    return huggingface_hub


def model_index(runs: Runs) -> str:
    """The YAML of a card's metadata, to be put between its first two lines of `---`."""
    hub = _library()
    data = hub.ModelCardData(
        model_name=plain_model(runs.one_model()), eval_results=list(eval_results(runs)), ignore_metadata_errors=False
    )
    return str(data.to_yaml()) + "\n"


def eval_results(runs: Runs) -> Iterator[EvalResult]:
    """One for each number, and one for each distance from an ideal within the scale."""
    for estimate in runs.defined:
        yield _entry(estimate, estimate.value, "", (estimate.low, estimate.high))
        if far := distance(estimate):
            yield _entry(estimate, far.value, "distance from the ideal", (far.low, far.high))


def _entry(estimate: Estimate, value: float, kind: str, interval: tuple[float, float]) -> EvalResult:
    about = estimate.about
    args = {"interval": list(interval), "level": estimate.level, "ideal": about.scale.ideal, "n": about.n}
    if estimate.verdict is not None:
        args |= {"verdict": estimate.verdict.kind, "against": estimate.verdict.against}
    entry: EvalResult = _library().EvalResult(
        task_type=TASK,
        task_name="Social bias",
        dataset_type=data_name(about.data),
        dataset_name=f"{about.data} ({about.language})",
        dataset_config=about.language,
        dataset_revision=about.signature.data,
        metric_type=f"{about.measure}-distance" if kind else about.measure,
        metric_name=f"{about.measure}, {kind}" if kind else about.measure,
        metric_value=value,
        metric_config=str(about.signature),
        metric_args={name: _plain(fact) for name, fact in args.items()},
        source_name=SOURCE,
        source_url=SOURCE_URL,
    )
    return entry


def _plain(fact: object) -> object:
    return [float(number) for number in fact] if isinstance(fact, list) else fact


def eval_result_files(runs: Runs) -> dict[str, str]:
    """`.eval_results/NAME.yaml` for each dataset: one task for each measure and language."""
    import yaml

    hub, files = _library(), {}
    for data in dict.fromkeys(estimate.about.data for estimate in runs.defined):
        mine = [estimate for estimate in runs.defined if estimate.about.data == data]
        entries = [entry for estimate in mine for entry in _entries(estimate, runs.date)]
        files[f".eval_results/{file_name(data_name(data))}.yaml"] = yaml.safe_dump(
            hub.eval_result_entries_to_yaml(entries), sort_keys=False, allow_unicode=True
        )
    return files


def _entries(estimate: Estimate, date: str) -> Iterator[EvalResultEntry]:
    about, far = estimate.about, distance(estimate)
    numbers = [("", estimate.value)] + ([("_distance", far.value)] if far else [])
    for ending, value in numbers:
        yield _library().EvalResultEntry(
            dataset_id=f"babelance/{data_name(about.data)}",
            task_id=f"{about.measure}{ending}_{about.language}",
            value=value,
            date=date,
            source_url=SOURCE_URL,
            source_name=SOURCE,
            notes=str(about.signature),
        )

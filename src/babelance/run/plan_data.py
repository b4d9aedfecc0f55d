"""The datasets of a plan: do they have the texts, tags and languages that measures and options ask for?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from babelance.core.card import Dataset
from babelance.core.errors import DataError, InputError, MissingColumns
from babelance.core.language_tag import require_language_tag
from babelance.core.measure import Measure
from babelance.core.where import Where
from babelance.datasets import find
from babelance.datasets.reading.user_file import columns_to_add
from babelance.lint import FLAG, Linted


def find_dataset(
    name: str, languages: Sequence[str], tags: Iterable[str], measures: Mapping[str, Measure] | None = None
) -> Dataset:
    """The dataset; whoever asks for the tag `flagged` gets what `babelance lint` says about each item. Of a file that
    is good for nothing, what the measures need is told."""
    try:
        dataset = find(name, language=languages[0] if len(languages) == 1 else None)
    except MissingColumns as error:
        fields = {field for measure in (measures or {}).values() for field in measure.fields}
        raise DataError(columns_to_add(name, error.columns, fields)) from error
    return Linted(dataset) if FLAG in tags else dataset


def check_fields(name: str, dataset: Dataset, measures: Mapping[str, Measure]) -> None:
    """Raise if a measure reads a text or a tag that no item of the dataset has."""
    for title, measure in measures.items():
        missing = measure.fields - dataset.fields
        if missing:
            raise DataError(
                f"Measure '{title}' needs {_name_list(measure.fields)}; '{name}' has {_name_list(dataset.fields)} "
                f"(missing: {_name_list(missing)})."
            )


def check_tags(
    datasets: Mapping[str, Dataset], languages: Mapping[str, Sequence[str]], *, by: Sequence[str], where: Where
) -> None:
    """Raise if results are to be broken down by a tag, or limited to one, that is not there."""
    for tag in by:
        if not any(tag in dataset.fields for dataset in datasets.values()):
            has = "; ".join(f"'{name}' has {_name_list(dataset.fields)}" for name, dataset in datasets.items())
            raise InputError(f"Results cannot be broken down by '{tag}', which no item has: {has}.")
    _check_where(datasets, languages, where)


def _check_where(datasets: Mapping[str, Dataset], languages: Mapping[str, Sequence[str]], where: Where) -> None:
    """Every dataset must have every tag: one that lacks it would be measured whole, beside others that are not."""
    for name, dataset in datasets.items() if where else ():
        if missing := [tag for tag in where.tags if tag not in dataset.fields]:
            raise InputError(f"'{name}' has no tag '{missing[0]}' for --where. It has {_name_list(dataset.fields)}.")
        for language in languages[name]:
            where.require_some(dataset.items(language), f"{name} {language}")


def languages_to_measure(name: str, dataset: Dataset, wanted: Sequence[str]) -> list[str]:
    """Those that were named, each in the dataset; else all of the dataset."""
    for language in wanted:
        dataset.card.require(require_language_tag(language))
    languages = list(dict.fromkeys(wanted)) or list(dataset.card.languages)
    if not languages:
        raise InputError(f"'{name}' does not say its language. Name it with --languages, for example --languages de.")
    return languages


def _name_list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "nothing"

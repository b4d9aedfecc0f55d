"""From words to a dataset and back: `sjsd`, `my/pairs.csv`, or `sjsd@1#5f2c0a91` as printed in a signature."""

from __future__ import annotations

import re

from babelance.core.card import Dataset
from babelance.core.errors import DataError
from babelance.core.paths import is_file, is_folder
from babelance.core.registry import DATASETS
from babelance.datasets.reading.published_file import open_published_file
from babelance.datasets.reading.queries import own_queries
from babelance.datasets.reading.user_file import open_user_file

_IDENTITY = re.compile(r"(?P<name>.+?)@(?P<version>[^@#]+)#(?P<hash>[0-9a-f]{4,64})")
_ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".parquet")


def find(words: str, *, language: str | None = None) -> Dataset:
    """The dataset of that name, path or identity. An identity must match what is here, in `language` if given."""
    if words in DATASETS or is_file(words):
        return _dataset_named(words)
    if parts := _IDENTITY.fullmatch(words):
        _require_there(parts["name"], parts["hash"])
        dataset = _dataset_named(parts["name"])
        _check(words, dataset, parts["hash"], language)
        return dataset
    return _dataset_named(words)


def identity(dataset: Dataset, language: str) -> str:
    """`name@version#hash`: what a signature says about the data."""
    content = dataset.fingerprint(language)
    if not isinstance(content, str) or not content:
        raise DataError(f"The dataset '{dataset.card.name}' has the fingerprint {content!r}, which is no hash.")
    return f"{dataset.card.name}@{dataset.card.version}#{content[:8]}"


def _dataset_named(name: str) -> Dataset:
    if name in DATASETS:
        return DATASETS.get(name)
    if is_folder(name):
        raise DataError(f"'{name}' is a folder. Name a file in it.")
    if is_file(name) or "/" in name or name.lower().endswith(_ENDINGS):
        return own_queries(name) or open_published_file(name) or open_user_file(name)
    return DATASETS.get(name)


def _require_there(name: str, content: str) -> None:
    """A file of the user may have been named from another folder: its content is what counts."""
    if name not in DATASETS and not is_file(name) and name.lower().endswith(_ENDINGS):
        raise DataError(
            f"There is no '{name}' here. The number was made of a file with the content #{content}: say where it is "
            "now with --data FILE (babelance replay '…' --data FILE)."
        )


def _check(words: str, dataset: Dataset, wanted: str, language: str | None) -> None:
    languages = [language] if language else (dataset.card.languages or ("und",))
    here = [identity(dataset, known) for known in languages]
    version = words.rpartition("#")[0]
    if not any(known.startswith(f"{version}#") and known[-8:][: len(wanted)] == wanted[:8] for known in here):
        raise DataError(f"'{words}' was asked for, but here is {' or '.join(map(repr, here))}: the data has changed.")

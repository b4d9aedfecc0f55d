"""Options that choose among datasets: `-d ethnic-bias --set attributes=plus` is `-d ethnic-bias-plus`.

A dataset names such options in `variants` (option → value → dataset). They are settled before anything else is looked
at, so a signature names the dataset that was used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from babelance.core.errors import InputError
from babelance.core.registry import DATASETS


def choose_variants(data: Sequence[str], options: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """The datasets that are meant, and the options that are left for the measures."""
    chosen, settled = list(data), set()
    for option, value in options.items():
        for index, name in enumerate(chosen):
            if option in (values := variants_of(name)):
                chosen[index] = _dataset_named_by(name, option, value, values[option])
                settled.add(option)
    return chosen, {option: value for option, value in options.items() if option not in settled}


def variants_of(name: str) -> Mapping[str, Mapping[str, str]]:
    """option → value → dataset; nothing for the files of a user."""
    return getattr(DATASETS.get(name), "variants", {}) if name in DATASETS else {}


def _dataset_named_by(name: str, option: str, value: str, values: Mapping[str, str]) -> str:
    if value not in values:
        raise InputError(f"'{value}' is no value for '{option}' of '{name}'. Choose {' or '.join(values)}.")
    return values[value]

"""The public page for other packages: everything that a measure, a kind of model, a dataset, a language, a mitigation
or a section of the report is made of. What stands here stays; what does not may change without a word.

    from babelance.extend import Ability, Example, Item, Scored, Skipped, TokenLogprobs, mean

docs/extend.md has a worked example of each. An entry point makes it known:

    [project.entry-points."babelance.measures"]
    my-measure = "my_package.my_module:MyMeasure"

Groups: `babelance.measures`, `.models`, `.datasets`, `.languages`, `.mitigations`, `.report.html.sections`, `.cli`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from babelance.core.card import Card, Dataset, DatasetEntry, File
    from babelance.core.errors import BabelanceError, DataError, InputError, MissingExtra, ModelError
    from babelance.core.item import Item
    from babelance.core.language import Language, Register
    from babelance.core.measure import Example, Measure, Statistic
    from babelance.core.mitigation import Example as MitigationExample
    from babelance.core.mitigation import Mitigation
    from babelance.core.model import Health, Kind, KindOption, Model, Options
    from babelance.core.null import Null
    from babelance.core.option import Flag
    from babelance.core.query import (
        LABELS,
        SLOT,
        Ability,
        Answer,
        Choices,
        Classify,
        Embed,
        Entails,
        Fill,
        Query,
        Text,
        TokenLogprobs,
        Tokens,
        Translate,
        Unanswered,
        Vector,
    )
    from babelance.core.scale import Resample, Scale
    from babelance.core.scored import Scored, Scores, Skipped
    from babelance.core.verdict import Question
    from babelance.datasets.reading.pinned import Pinned, Repository, Sample
    from babelance.measures.formulas.averages import macro_mean, mean, ratio, share
    from babelance.report.html.elements import tag
    from babelance.report.html.section import Section
    from babelance.report.results import Results

_HOMES = {
    "babelance.core.card": ("Card", "Dataset", "DatasetEntry", "File"),
    "babelance.core.errors": ("BabelanceError", "DataError", "InputError", "MissingExtra", "ModelError"),
    "babelance.core.item": ("Item",),
    "babelance.core.language": ("Language", "Register"),
    "babelance.core.measure": ("Example", "Measure", "Statistic"),
    "babelance.core.mitigation": ("Mitigation",),
    "babelance.core.model": ("Health", "Kind", "KindOption", "Model", "Options"),
    "babelance.core.null": ("Null",),
    "babelance.core.option": ("Flag",),
    "babelance.core.query": (
        *("LABELS", "SLOT", "Ability", "Answer", "Choices", "Classify", "Embed", "Entails", "Fill", "Query", "Text"),
        *("TokenLogprobs", "Tokens", "Translate", "Unanswered", "Vector"),
    ),
    "babelance.core.scale": ("Resample", "Scale"),
    "babelance.core.scored": ("Scored", "Scores", "Skipped"),
    "babelance.core.verdict": ("Question",),
    "babelance.datasets.reading.pinned": ("Pinned", "Repository", "Sample"),
    "babelance.measures.formulas.averages": ("macro_mean", "mean", "ratio", "share"),
    "babelance.report.html.elements": ("tag",),
    "babelance.report.html.section": ("Section",),
    "babelance.report.results": ("Results",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "LABELS",
    "SLOT",
    "Ability",
    "Answer",
    "BabelanceError",
    "Card",
    "Choices",
    "Classify",
    "DataError",
    "Dataset",
    "DatasetEntry",
    "Embed",
    "Entails",
    "Example",
    "File",
    "Fill",
    "Flag",
    "Health",
    "InputError",
    "Item",
    "Kind",
    "KindOption",
    "Language",
    "Measure",
    "MissingExtra",
    "Mitigation",
    "MitigationExample",
    "Model",
    "ModelError",
    "Null",
    "Options",
    "Pinned",
    "Query",
    "Question",
    "Register",
    "Repository",
    "Resample",
    "Results",
    "Sample",
    "Scale",
    "Scored",
    "Scores",
    "Section",
    "Skipped",
    "Statistic",
    "Text",
    "TokenLogprobs",
    "Tokens",
    "Translate",
    "Unanswered",
    "Vector",
    "macro_mean",
    "mean",
    "ratio",
    "share",
    "tag",
]


def __getattr__(name: str) -> Any:
    """Names are imported when first used: a plug-in that adds a dataset does not pay for reports."""
    if name == "MitigationExample":
        return import_module("babelance.core.mitigation").Example
    if name not in _HOME_OF:
        raise AttributeError(f"module 'babelance.extend' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return __all__

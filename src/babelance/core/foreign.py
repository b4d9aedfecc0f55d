"""What entries of other packages hand over while they are used: models that they open, items that they read.

`core/contracts` looks at an entry when it is loaded. What it makes later may be wrong all the same; that is told here,
before it becomes a wrong number or a traceback that looks like a fault of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from inspect import getattr_static
from typing import Any

from babelance.core.errors import DataError, ModelError
from babelance.core.item import Item
from babelance.core.model import Kind, Model, Options

_ATTRIBUTES: Mapping[str, type] = {
    "id": str,
    "fingerprint": str,
    "answers": frozenset,
    "choices": Mapping,
    "items_per_commit": int,
}
_MISSING = object()


def with_checked_models(who: str, kind: Kind) -> Kind:
    """The kind of another package; what it opens is looked at before it is asked."""
    return replace(kind, open=_check_when_opened(who, kind.open))


def _check_when_opened(who: str, open_model: Callable[[str, Options], Model]) -> Callable[[str, Options], Model]:
    def open_checked(spec: str, options: Options) -> Model:
        model = open_model(spec, options)
        if problems := list(model_problems(model)):
            raise ModelError(
                f"{who} opens '{spec}' as {type(model).__name__}, which is no model: {'; '.join(problems)}."
            )
        return model

    return open_checked


def model_problems(model: Any) -> Iterator[str]:
    """What a model lacks. Properties are not asked for their values: that may load weights."""
    for name, wanted in _ATTRIBUTES.items():
        value = getattr_static(model, name, _MISSING)
        if value is _MISSING:
            yield f"it has no `{name}`"
        elif not hasattr(value, "__get__") and not isinstance(value, wanted):
            yield f"`{name}` is {value!r}, not of the type {wanted.__name__}"
        elif name == "items_per_commit" and isinstance(value, int) and value < 1:
            yield f"`{name}` is {value}, not 1 or more"
    for name in ("answer", "health"):
        if not callable(getattr(type(model), name, None)) and not callable(getattr_static(model, name, None)):
            yield f"it has no function `{name}`"


def checked_items(name: str, fields: frozenset[str], items: Iterable[Any], language: str) -> Iterator[Item]:
    """The items of a dataset of another package. Each is an `Item` of the language with an id of its own, and has
    every field."""
    ids: set[str] = set()
    if not isinstance(items, Iterable):
        raise DataError(f"The dataset '{name}' gives {items!r} for '{language}', and no items.")
    for item in items:
        if problem := _item_problem(item, fields, ids, language):
            raise DataError(f"The dataset '{name}' gives {problem}. Update its package, or tell its authors.")
        ids.add(item.id)
        yield item


def _item_problem(item: Any, fields: frozenset[str], ids: set[str], language: str) -> str | None:
    if not isinstance(item, Item):
        return f"{item!r:.80}, which is no Item"
    if item.id in ids:
        return f"the item '{item.id}' twice"
    if item.language.partition("-")[0] != language.partition("-")[0]:
        return f"the item '{item.id}' of the language '{item.language}' where '{language}' was asked for"
    if missing := sorted(fields - set(item.texts) - set(item.tags)):
        return f"the item '{item.id}' without {', '.join(map(repr, missing))}, which its `fields` name"
    if strange := sorted(key for key, value in {**item.tags, **item.texts}.items() if not isinstance(value, str)):
        return f"the item '{item.id}' whose {', '.join(map(repr, strange))} is no text"
    return None

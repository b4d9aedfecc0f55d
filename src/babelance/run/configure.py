"""From words to a configured measure: `--set fidelity=released` becomes `Cps(fidelity="released")`."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from babelance.core.errors import InputError
from babelance.core.measure import Measure
from babelance.core.registry import MEASURES
from babelance.run.rehearsal import rehearse


def configure(names: list[str], settings: Mapping[str, str]) -> dict[str, Measure]:
    """The measures of these names. Each setting must fit at least one of them and goes to all that have it."""
    kinds = {name: MEASURES.get(name) for name in names}
    known = {name: set(options_of(kind)) for name, kind in kinds.items()}
    for key in settings:
        if not any(key in options for options in known.values()):
            have = "; ".join(f"{name}: {', '.join(sorted(options)) or 'none'}" for name, options in known.items())
            raise InputError(f"No chosen measure has an option '{key}'. Options are {have}.")
    for name in names:
        if MEASURES.is_foreign(name):
            rehearse(name)
    return {
        name: kind(**{key: _value(kind, key, settings[key]) for key in settings if key in known[name]})
        for name, kind in kinds.items()
    }


def options_of(kind: Any) -> dict[str, Any]:
    """The options of a measure with their defaults."""
    return {field.name: field.default for field in fields(kind)} if is_dataclass(kind) else {}


def values_of(kind: Any, name: str) -> str:
    """What an option may be, in words: `paper or released`."""
    return _describe(get_type_hints(kind)[name])


def choices_of(measure: Measure) -> dict[str, str]:
    """What was chosen, for the signature: `fidelity` always, the rest where it is not the default."""
    if not is_dataclass(measure):
        return {}
    values = {field.name: (getattr(measure, field.name), field.default) for field in fields(measure)}
    return {name: _print(value) for name, (value, usual) in values.items() if name == "fidelity" or value != usual}


def _print(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(kind: Any, name: str, text: str) -> Any:
    wanted = get_type_hints(kind)[name]
    for alternative in _alternatives(wanted):
        if get_origin(alternative) is Literal and text in map(str, get_args(alternative)):
            return next(value for value in get_args(alternative) if str(value) == text)
        if alternative is bool and text.lower() in ("true", "false"):
            return text.lower() == "true"
        if alternative in (int, float):
            try:
                return alternative(text)
            except ValueError:
                continue
        if alternative is str:
            return text
    raise InputError(f"'{text}' is no value for '{name}'. Choose {_describe(wanted)}.")


def _alternatives(wanted: Any) -> list[Any]:
    if get_origin(wanted) in (Union, types.UnionType):
        return [alternative for part in get_args(wanted) for alternative in _alternatives(part)]
    return [wanted]


def _describe(wanted: Any) -> str:
    names = []
    for alternative in _alternatives(wanted):
        if get_origin(alternative) is Literal:
            names += [str(value) for value in get_args(alternative)]
        elif alternative is bool:
            names += ["true", "false"]
        elif alternative is not type(None):
            names.append({int: "a whole number", float: "a number", str: "text"}.get(alternative, str(alternative)))
    return " or ".join(names)

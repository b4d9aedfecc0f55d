"""Options in groups. A verb takes a dataclass; on the command line each of its fields is an option.

    @with_option_groups
    def run(model: shared.Model, sampling: shared.Sampling, loading: shared.Loading) -> None: …

Fields are options if their type carries a `typer.Option`, or a `Flag` where the class must not know of a command line.
Fields that are dataclasses are groups within the group; all others keep their defaults.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from babelance.cli._values import within_bounds
from babelance.core.errors import InputError
from babelance.core.model import KindOption
from babelance.core.option import Flag

Command = TypeVar("Command", bound=Callable[..., None])


class KindOptions(dict[str, str]):
    """The options that the kinds of models declare, as a group: what was typed, by name."""


def with_option_groups(command: Command) -> Command:
    """The command with an option for each field of its groups."""
    hints = get_type_hints(command, include_extras=True)
    own = inspect.signature(command).parameters
    groups = {name: hints[name] for name in own if is_dataclass(hints[name])}
    parameters = [
        parameter
        for name in own
        for parameter in (
            _parameters(groups[name])
            if name in groups
            else [own[name].replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY)]
        )
    ]

    @wraps(command)
    def call(**values: Any) -> None:
        plain = {name: values[name] for name in own if name not in groups}
        command(**plain, **{name: build(group, values) for name, group in groups.items()})

    call.__dict__["__signature__"] = inspect.Signature(parameters)
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return cast(Command, call)


def build(group: Any, values: Mapping[str, Any]) -> Any:
    """The group made from what was typed."""
    hints = get_type_hints(group, include_extras=True)
    given = {}
    for field in fields(group):
        kind = hints[field.name]
        if kind is KindOptions:
            typed = {option.name: values.get(_name(option.name)) for option in kind_options()}
            given[field.name] = KindOptions({name: str(value) for name, value in typed.items() if value is not None})
        elif is_dataclass(kind) and not _is_plain(kind):
            given[field.name] = build(kind, values)
        elif _mark(kind) is not None:
            given[field.name] = _value(field, kind, values[_name_of(field, _mark(kind))])
    return group(**given)


def _parameters(group: Any) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    for field in fields(group):
        kind = hints[field.name]
        if kind is KindOptions:
            yield from map(_kind_parameter, kind_options())
        elif is_dataclass(kind):
            yield from _parameters(kind)
        elif _mark(kind) is not None:
            yield _parameter(field, kind)


def _parameter(field: Field[Any], kind: Any) -> inspect.Parameter:
    mark, default = _mark(kind), _default(field)
    if isinstance(mark, Flag):
        default = mark.usual if mark.usual is not None else default
        typed = str if mark.read else _option_type(get_args(kind)[0])
        kind = Annotated[typed, typer.Option(*mark.names, help=mark.help, callback=_check(typed))]
    default = list(default) if isinstance(default, tuple) else default
    return inspect.Parameter(_name_of(field, mark), inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)


def _check(kind: Any) -> Callable[[float | None], float | None] | None:
    """Numbers must be such that something can be done with them."""
    wanted = set(get_args(kind)) or {kind}
    return within_bounds if wanted & {int, float} else None


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else inspect.Parameter.empty


def _option_type(kind: Any) -> Any:
    """What the command line takes for a field of this type."""
    if get_origin(kind) is Literal:
        return str
    return list[str] if get_origin(kind) is tuple and get_args(kind)[-1] is ... else kind


def _value(field: Field[Any], kind: Any, typed: Any) -> Any:
    mark, wanted = _mark(kind), get_args(kind)[0]
    if isinstance(mark, Flag) and mark.read:
        return mark.read(typed)
    if get_origin(wanted) is Literal and typed not in get_args(wanted):
        raise InputError(f"--{field.name} takes {' or '.join(map(str, get_args(wanted)))}, not '{typed}'.")
    return tuple(typed) if isinstance(typed, list) and get_origin(wanted) is tuple else typed


def _mark(kind: Any) -> Flag | OptionInfo | None:
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return next((mark for mark in marks if isinstance(mark, Flag | OptionInfo)), None)


def _is_plain(kind: Any) -> bool:
    """Without a single option: it keeps the default that its group has for it."""
    return not list(_parameters(kind))


def _name_of(field: Field[Any], mark: Flag | OptionInfo | None) -> str:
    """Groups within a group may have fields of one name; where a flag has a name of its own, so has its parameter."""
    long = [name for name in mark.names if name.startswith("--")] if isinstance(mark, Flag) else []
    return _name(long[0].removeprefix("--")) if long else field.name


def _name(flag: str) -> str:
    return flag.replace("-", "_")


def kind_options() -> list[KindOption]:
    """What all kinds of models declare, each name once."""
    from babelance.core.registry import MODELS

    return list({option.name: option for kind in MODELS.usable().values() for option in kind.options}.values())


def _kind_parameter(option: KindOption) -> inspect.Parameter:
    kind: Any = option.type | None
    annotation = Annotated[kind, typer.Option(f"--{option.name}", help=option.help, callback=_check(option.type))]
    return inspect.Parameter(_name(option.name), inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=None)

"""Every verb of the command line as a function, with the same name and the same options.

>>> from babelance import verbs
>>> done = verbs.run(model=["fake:random"], data=["babel-pairs"], measures="cps", languages="en")
>>> done.exit_code, done.records[0]["value"]

Names of verbs within verbs are joined by `_`: `verbs.mitigate_cda`, `verbs.data_list`. Options have the names that the
command line has, with `_` for `-`. What a verb prints comes back as text; of verbs with `--json` also as objects. The
functions are made from the commands themselves, so that neither can have an option that the other lacks. For single
numbers `babelance.evaluate` is shorter.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from keyword import iskeyword
from typing import Any

from babelance.core.errors import BabelanceError, InputError, UnknownName


@dataclass(frozen=True, slots=True)
class Done:
    """What a verb said: its exit code as on the command line (0 done, 3 something is undefined, see the verb), the text
    that it printed, and its objects where it prints JSON."""

    exit_code: int
    text: str
    records: tuple[dict[str, Any], ...] = ()


def names() -> list[str]:
    """All verbs, as functions are named."""
    return list(_commands())


def __getattr__(name: str) -> Callable[..., Done]:
    if name.startswith("_"):
        raise AttributeError(name)
    if name not in _commands():
        raise AttributeError(str(UnknownName("verb", name, _commands())))
    return _function(name)


def __dir__() -> list[str]:
    return [*names(), "Done", "names"]


@cache
def _commands() -> dict[str, tuple[tuple[str, ...], Any]]:
    """Function name → (words on the command line, command)."""
    import typer

    from babelance.cli.app import build_app

    app = typer.main.get_command(build_app())
    commands = {"_".join(words).replace("-", "_"): (words, command) for words, command in _leaves(app)}
    return commands | {"compare": commands["compare_models"]}  # `babelance compare A B` is short for that


def _leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, child in command.commands.items():
        if hasattr(child, "commands"):
            yield from _leaves(child, (*words, name))
        else:
            yield (*words, name), child


@cache
def _function(name: str) -> Callable[..., Done]:
    words, command = _commands()[name]
    parameters = {_name(parameter): parameter for parameter in command.params if parameter.name != "help"}

    def verb(*values: Any, **options: Any) -> Done:
        return _run(words, command, parameters, _bind(name, parameters, values, options))

    verb.__name__ = verb.__qualname__ = name
    options = "\n".join(
        f"{key}: {' '.join((getattr(parameter, 'help', None) or '').split())}" for key, parameter in parameters.items()
    )
    verb.__doc__ = f"`babelance {' '.join(words)}`. {command.help or ''}\n\nOptions:\n{options}"
    ordered = sorted(
        (_parameter(key, parameter) for key, parameter in parameters.items()), key=lambda parameter: parameter.kind
    )
    verb.__dict__["__signature__"] = inspect.Signature(ordered)
    return verb


def _name(parameter: Any) -> str:
    """The option as it is typed: `--languages` is `languages`, whatever the code calls it; `--from` is `from_`."""
    long = [option for option in parameter.opts if option.startswith("--")]
    typed = long[0].removeprefix("--") if long else str(parameter.name)
    return f"{typed}_" if iskeyword(typed) else typed.replace("-", "_")


def _parameter(name: str, parameter: Any) -> inspect.Parameter:
    positional = parameter.param_type_name == "argument"
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if positional else inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=inspect.Parameter.empty if parameter.required else parameter.default)


def _bind(name: str, parameters: Mapping[str, Any], values: tuple[Any, ...], options: dict[str, Any]) -> dict[str, Any]:
    arguments = [key for key, parameter in parameters.items() if parameter.param_type_name == "argument"]
    if len(values) > len(arguments):
        raise InputError(f"{name} takes {len(arguments)} values without a name ({', '.join(arguments)}).")
    given = {**dict(zip(arguments, values, strict=False)), **options}
    for key in given:
        if key not in parameters:
            raise UnknownName(f"option of {name}", key, parameters)
    return given


def _run(words: tuple[str, ...], command: Any, parameters: Mapping[str, Any], given: Mapping[str, Any]) -> Done:
    from babelance.cli.app import build_app

    typed = [*words, *_command_words(parameters, given)]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = _call(build_app(only=words[0]), typed)
    text = printed.getvalue()
    return Done(code, text, tuple(_records(text)) if given.get("json") else ())


def _call(app: Any, typed: list[str]) -> int:
    """The exit code; errors of the input are raised as they are, so that Python code can act on them."""
    import typer

    try:
        result = typer.main.get_command(app).main(typed, prog_name="babelance", standalone_mode=False)
    except BabelanceError:
        raise
    except Exception as error:
        if hasattr(error, "format_message"):  # what the command line says of words that it does not take
            raise InputError(str(error.format_message())) from error
        raise
    return int(result or 0) if isinstance(result, int | None) else 0


def _command_words(parameters: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """The options as words; arguments come last, after a `--`, so that none is taken for an option."""
    options: list[str] = []
    arguments: list[str] = []
    for key, value in given.items():
        parameter = parameters[key]
        if value is None:
            continue
        if parameter.param_type_name == "argument":
            arguments += [str(entry) for entry in (value if isinstance(value, list | tuple) else [value])]
        elif isinstance(value, bool):
            options += _switch(parameter, value)
        else:
            for entry in value if isinstance(value, list | tuple) else [value]:
                options += [parameter.opts[0], str(entry)]
    return [*options, *(["--", *arguments] if arguments else [])]


def _switch(parameter: Any, on: bool) -> list[str]:
    if on:
        return [parameter.opts[0]]
    return [parameter.secondary_opts[0]] if parameter.secondary_opts else []


def _records(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        if line.startswith("{"):
            yield json.loads(line)

"""Plain data from a pickle, read without unpickling: nothing is imported, made or called.

A pickle is a small program, and running one from elsewhere may do anything. Here its instructions are looked at one by
one. Those that put together numbers, text, bytes, lists, tuples and dictionaries are followed; a name of a class or
function is kept as a `Name` and an application of it as a `Call`, which the reader must know and take apart itself.
Every other instruction ends the reading. Memory is bounded: a list may be referred to again, but never copied.
"""

from __future__ import annotations

import pickletools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple

from babelance.core.errors import DataError
from babelance.core.limits import Budget


class Name(NamedTuple):
    """`module.name` as the pickle has it; a word, not the thing."""

    module: str
    name: str


class Call(NamedTuple):
    """What would have been called, with what."""

    name: Name
    arguments: tuple[Any, ...]


class Reference(NamedTuple):
    """Something that the pickle says is kept elsewhere (torch: numbers that follow after it)."""

    value: Any


_COST = 100
"""Bytes of memory for what one instruction makes, at most, apart from what the file itself has."""
_MARK = object()


@dataclass
class _Reader:
    """The stack of the pickle's program, and what it remembers by number."""

    name: str
    known: frozenset[Name]
    stack: list[Any]
    memory: dict[int, Any]

    def pop(self) -> Any:
        if not self.stack or self.stack[-1] is _MARK:
            raise self.refusal("its instructions take more than there is")
        return self.stack.pop()

    def pop_to_mark(self) -> list[Any]:
        for index in range(len(self.stack) - 1, -1, -1):
            if self.stack[index] is _MARK:
                taken = self.stack[index + 1 :]
                del self.stack[index:]
                return taken
        raise self.refusal("its instructions take more than there is")

    def top(self, kind: type) -> Any:
        if not self.stack or not isinstance(self.stack[-1], kind):
            raise self.refusal("its instructions do not fit together")
        return self.stack[-1]

    def refusal(self, reason: str) -> DataError:
        return DataError(f"'{self.name}' is not read: {reason}. Only lists of token ids are taken from a pickle.")

    def name_of(self, module: object, name: object) -> Name:
        asked = Name(str(module), str(name))
        if asked not in self.known:
            raise self.refusal(f"it asks for {asked.module[:80]}.{asked.name[:80]}, which could run code")
        return asked


def plain_data(file: BinaryIO, name: str, *, known: frozenset[Name], budget: Budget) -> Any:
    """The value of one pickle, which may be followed by other bytes. `known` are the names that may stand in it."""
    reader = _Reader(name, known, [], {})
    try:
        for instruction, argument, _ in pickletools.genops(file):
            budget.take(_COST)
            if instruction.name == "STOP":
                value = reader.pop()
                if reader.stack:
                    raise reader.refusal("it ends with more than one value")
                return value
            step = _STEPS.get(instruction.name)
            if step is None:
                raise reader.refusal(f"it has the instruction {instruction.name}")
            step(reader, argument)
    except (ValueError, TypeError, UnicodeDecodeError, OverflowError, MemoryError, KeyError) as error:
        raise DataError(f"'{name}' is no pickle, or damaged: {error}.") from error
    raise DataError(f"'{name}' is no pickle, or damaged: it has no end.")


def _push(reader: _Reader, value: Any) -> None:
    reader.stack.append(value)


def _remember(reader: _Reader, index: Any) -> None:
    reader.memory[int(index)] = reader.top(object)


def _memoize(reader: _Reader, _: Any) -> None:
    reader.memory[len(reader.memory)] = reader.top(object)


def _recall(reader: _Reader, index: Any) -> None:
    if int(index) not in reader.memory:
        raise reader.refusal("it refers to what it does not have")
    reader.stack.append(reader.memory[int(index)])


def _tuple_of(count: int) -> Callable[[_Reader, Any], None]:
    def make(reader: _Reader, _: Any) -> None:
        values = [reader.pop() for _ in range(count)]
        reader.stack.append(tuple(reversed(values)))

    return make


def _append(reader: _Reader, _: Any) -> None:
    value = reader.pop()
    reader.top(list).append(value)


def _append_all(reader: _Reader, _: Any) -> None:
    values = reader.pop_to_mark()
    reader.top(list).extend(values)


def _set_item(reader: _Reader, _: Any) -> None:
    value, key = reader.pop(), reader.pop()
    reader.top(dict)[key] = value


def _set_items(reader: _Reader, _: Any) -> None:
    values = reader.pop_to_mark()
    reader.top(dict).update(zip(values[::2], values[1::2], strict=True))


def _global(reader: _Reader, argument: Any) -> None:
    module, _, name = str(argument).partition(" ")
    reader.stack.append(reader.name_of(module, name))


def _stack_global(reader: _Reader, _: Any) -> None:
    name, module = reader.pop(), reader.pop()
    reader.stack.append(reader.name_of(module, name))


def _call(reader: _Reader, _: Any) -> None:
    arguments, name = reader.pop(), reader.pop()
    if not isinstance(name, Name) or not isinstance(arguments, tuple):
        raise reader.refusal("it calls what has no name")
    reader.stack.append(Call(name, arguments))


_VALUES = (
    "BININT", "BININT1", "BININT2", "LONG1", "BINBYTES", "SHORT_BINBYTES", "BINUNICODE", "SHORT_BINUNICODE",
    "BINSTRING", "SHORT_BINSTRING",
)  # fmt: skip
_STEPS: Mapping[str, Callable[[_Reader, Any], None]] = {
    **dict.fromkeys(_VALUES, _push),
    **dict.fromkeys(("PROTO", "FRAME"), lambda reader, argument: None),
    "NONE": lambda reader, _: _push(reader, None),
    "NEWTRUE": lambda reader, _: _push(reader, True),
    "NEWFALSE": lambda reader, _: _push(reader, False),
    "MARK": lambda reader, _: _push(reader, _MARK),
    "EMPTY_LIST": lambda reader, _: _push(reader, []),
    "EMPTY_DICT": lambda reader, _: _push(reader, {}),
    "EMPTY_TUPLE": lambda reader, _: _push(reader, ()),
    "TUPLE": lambda reader, _: _push(reader, tuple(reader.pop_to_mark())),
    "TUPLE1": _tuple_of(1),
    "TUPLE2": _tuple_of(2),
    "TUPLE3": _tuple_of(3),
    "APPEND": _append,
    "APPENDS": _append_all,
    "SETITEM": _set_item,
    "SETITEMS": _set_items,
    "MEMOIZE": _memoize,
    **dict.fromkeys(("BINPUT", "LONG_BINPUT"), _remember),
    **dict.fromkeys(("BINGET", "LONG_BINGET"), _recall),
    "GLOBAL": _global,
    "STACK_GLOBAL": _stack_global,
    "REDUCE": _call,
    "BINPERSID": lambda reader, _: _push(reader, Reference(reader.pop())),
}
"""What each instruction does; one that is not here ends the reading."""

"""What an entry of each registry must have. Problems are told in words, so that one message names them all.

Entries of other packages are checked when they are loaded (`core/registry`): a mistake in them must not become a wrong
number, nor a traceback in the middle of a run. The contract tests check our own in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from inspect import signature
from itertools import chain
from typing import Any

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.core.language import Language
from babelance.core.measure import Example
from babelance.core.model import Kind
from babelance.core.query import Ability
from babelance.core.scale import Resample, Scale

FEWEST_EXAMPLES = 2
_WORD_GROUPS = {
    "gender_words": {"female", "male", "nonbinary"},
    "names": {"female", "male"},
    "pronoun_classes": {"she", "he", "they", "person"},
}
_OPTIONAL = (
    "extra", "undefined", "nulls", "null", "competence", "scale_for", "shared_words", "word_jackknife", "samples",
    "possible_range",
)  # fmt: skip


def measure_problems(name: str, entry: Any) -> Iterator[str]:
    """`entry` makes a measure; all its options have defaults."""
    if not callable(entry):
        yield f"{entry!r} is no class that makes a measure"
        return
    try:
        measure = entry()
    except Exception as error:
        yield f"it cannot be made without options ({type(error).__name__}: {error})"
        return
    yield from _attributes(measure, title=str, scale=Scale, fields=frozenset, asks=frozenset, resample=Resample)
    yield from _attributes(measure, example=Example)
    yield from _functions(measure, "ask", "score", "statistic")
    yield from _functions(measure, *(method for method in _OPTIONAL if hasattr(measure, method)))
    yield from _abilities("asks", getattr(measure, "asks", None))
    interval = getattr(measure, "interval", None)
    if interval not in ("wilson", "bca"):
        yield f"`interval` is {interval!r}, not 'wilson' or 'bca'"
    if isinstance(getattr(measure, "example", None), Example) and isinstance(
        getattr(measure, "fields", None), frozenset
    ):
        yield from _example_problems(entry, measure.example)


def _example_problems(entry: Any, example: Example) -> Iterator[str]:
    """The fields are those of the measure with the options of the example."""
    try:
        fields = entry(**example.options).fields
    except Exception as error:
        yield f"the options of its `example` do not fit ({type(error).__name__}: {error})"
        return
    yield from item_problems("`example`", example.items, fields)


def item_problems(what: str, items: Any, fields: frozenset[str]) -> Iterator[str]:
    """There are some, and each has every field as a text or a tag."""
    if len(items) < FEWEST_EXAMPLES:
        yield f"{what} has {len(items)} items, and needs {FEWEST_EXAMPLES} at least"
    for item in items:
        if not isinstance(item, Item):
            yield f"{what} has {item!r}, which is no Item"
        elif missing := sorted(fields - set(item.texts) - set(item.tags)):
            yield f"{what}: the item '{item.id}' has no {', '.join(map(repr, missing))}, which `fields` names"


def kind_problems(name: str, entry: Any) -> Iterator[str]:
    if wrong := _wrong_type(entry, Kind):
        yield wrong
        return
    yield from _names(name, "name", entry.name)
    yield from _attributes(entry, title=str, answers=frozenset, prefixes=tuple)
    yield from _functions(entry, "reason_unsupported", "open")
    yield from _abilities("answers", entry.answers)


def dataset_problems(name: str, entry: Any) -> Iterator[str]:
    yield from _attributes(entry, card=Card, fields=frozenset)
    yield from _functions(entry, "items", "fingerprint", "examples")
    card = getattr(entry, "card", None)
    if isinstance(card, Card) and card.name != name:
        yield f"its card is called '{card.name}', and its entry point '{name}': they must be the same"
    # A dataset without fields has no items: files for other uses.
    if isinstance(fields := getattr(entry, "fields", None), frozenset) and fields and hasattr(entry, "examples"):
        try:
            yield from item_problems("`examples`", entry.examples(), fields)
        except Exception as error:
            yield f"`examples` fails ({type(error).__name__}: {error})"


def language_problems(name: str, entry: Any) -> Iterator[str]:
    if wrong := _wrong_type(entry, Language):
        return iter([wrong])
    return chain(_names(name, "code", entry.code), _word_problems(entry), _register_problems(entry))


def _word_problems(entry: Language) -> Iterator[str]:
    yield from (f"its `{name}` is empty" for name in ("name", "endonym") if not getattr(entry, name))
    for attribute, groups in _WORD_GROUPS.items():
        lists = getattr(entry, attribute)
        if strange := sorted(set(lists) - groups):
            yield f"`{attribute}` has {', '.join(map(repr, strange))}, and not only {', '.join(sorted(groups))}"
        for group, words in lists.items():
            if not isinstance(words, tuple) or not all(isinstance(word, str) for word in words):
                yield f"the words of '{group}' in `{attribute}` are {words!r:.60}, not a tuple of words"
    for pair in entry.gender_pairs:
        if not isinstance(pair, tuple) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
            yield f"`gender_pairs` has {pair!r:.60}, not (female, male)"
    for attribute in ("forms", "name_forms"):
        for form, rule in getattr(entry, attribute).items():
            if not callable(rule):
                yield f"the form '{form}' in `{attribute}` is {rule!r:.60}, not a function of a word"


def _register_problems(entry: Language) -> Iterator[str]:
    for register in entry.registers:
        for pattern in (register.occupation, register.quality):
            if "{word" not in pattern:
                yield f"the register '{register.name}' has no {{word}} in '{pattern}'"


def mitigation_problems(name: str, entry: Any) -> Iterator[str]:
    yield from _attributes(entry, title=str)
    yield from _functions(entry, "apply")
    if callable(apply := getattr(entry, "apply", None)) and (reason := _reason_uncallable(apply)):
        yield f"`apply` does not take (model, corpus, out, *, tell): {reason}"
    if not is_dataclass(entry):
        yield "it is no dataclass, so that it has no options"
    if not (getattr(entry, "__doc__", None) or "").strip():
        yield "it has no docstring, which is the help of its command"


def _reason_uncallable(apply: Any) -> str | None:
    try:
        signature(apply).bind(object(), "model", [], "out", tell=print)
    except (TypeError, ValueError) as error:
        return str(error)
    return None


def _wrong_type(entry: Any, wanted: type) -> str | None:
    return None if isinstance(entry, wanted) else f"{entry!r} is no babelance.extend.{wanted.__name__}"


def _names(entry_point: str, attribute: str, value: str) -> Iterator[str]:
    if value != entry_point:
        yield f"its `{attribute}` is '{value}', and its entry point says '{entry_point}': they must be the same"


def _attributes(plugin: object, **wanted: type) -> Iterator[str]:
    for name, kind in wanted.items():
        value = getattr(plugin, name, None)
        if value is None:
            yield f"it has no `{name}`"
        elif not isinstance(value, kind):
            yield f"`{name}` is {value!r}, not of the type {kind.__name__}"


def _functions(plugin: object, *names: str) -> Iterator[str]:
    for name in names:
        if not callable(getattr(plugin, name, None)):
            yield f"it has no function `{name}`"


def _abilities(name: str, values: Any) -> Iterator[str]:
    for value in values if isinstance(values, frozenset) else ():
        if not isinstance(value, Ability):
            yield f"`{name}` has {value!r}, which is no babelance.extend.Ability (say Ability.TOKENS_EACH)"
    if values == frozenset():
        yield f"`{name}` is empty"

"""Questions with three answers: places of the right one, equal options, people of one group, missing contexts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from babelance.core.item import Item
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

MOST = 0.45
"""Of three places, none should have more than this share of the right answers where the context tells them."""


def check_questions(items: Sequence[Item]) -> Iterator[Finding]:
    for item in items:
        options = [item.texts[f"ans{number}"].strip().casefold() for number in range(3)]
        if len(set(options)) < len(options):
            yield Finding(rules.QUESTION_OPTIONS, item.id, " / ".join(options))
        if item.tags.get("biased") == "":
            yield Finding(rules.QUESTION_PEOPLE, item.id, " / ".join(options))
    yield from _positions(items)
    yield from _controls(items)


def _positions(items: Sequence[Item]) -> Iterator[Finding]:
    places = Counter(item.tags["label"] for item in items if item.tags["condition"] == "disambig")
    if places and max(places.values()) > MOST * places.total():
        counted = ", ".join(f"answer {number}: {count}" for number, count in sorted(places.items()))
        yield Finding(rules.QUESTION_POSITIONS, "", counted)


def _controls(items: Sequence[Item]) -> Iterator[Finding]:
    """Every template has both contexts and, where polarity is told, both questions."""
    kinds: dict[str, set[tuple[str, str]]] = defaultdict(set)
    members: dict[str, list[str]] = defaultdict(list)
    for item in items:
        template = item.tags.get("template", "")
        kinds[template].add((item.tags["condition"], item.tags.get("polarity", "")))
        members[template].append(item.id)
    polarities = {polarity for seen in kinds.values() for _, polarity in seen}
    for template, seen in kinds.items():
        missing = {(context, polarity) for context in ("ambig", "disambig") for polarity in polarities} - seen
        if missing:
            lacking = ", ".join(" ".join(filter(None, pair)) for pair in sorted(missing))
            yield from (
                Finding(rules.QUESTION_CONTROLS, name, f"{template}: no {lacking}") for name in members[template]
            )

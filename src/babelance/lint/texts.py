"""Single texts, all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from babelance.core.item import Item
from babelance.lint import finding as rules
from babelance.lint.finding import Finding


def check_texts(items: Sequence[Item]) -> Iterator[Finding]:
    """The same text in several sets is meant to be there; twice in one it counts twice, and may contradict itself."""
    single = [item for item in items if len(item.texts) == 1 and "word" not in item.texts]
    times = Counter(map(_key, single))
    return (Finding(rules.TEXT_TWICE, item.id, _key(item)[0][:60]) for item in single if times[_key(item)] > 1)


def _key(item: Item) -> tuple[str, str]:
    [text] = item.texts.values()
    return text, item.tags.get("set", "")

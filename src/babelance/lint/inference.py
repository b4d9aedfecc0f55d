"""Premises and hypotheses: are the labels balanced, and do the hypotheses give them away?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log

from babelance.core.item import Item
from babelance.lint import finding as rules
from babelance.lint.finding import Finding

LOPSIDED = 1.5
FEWEST = 30
GAIN = 0.15
"""A guess from the hypothesis alone that is so much better than always the most frequent label gives labels away."""


def check_inference(items: Sequence[Item]) -> Iterator[Finding]:
    tag = "label" if all("label" in item.tags for item in items) else "set"
    counts = Counter(item.tags.get(tag, "") for item in items)
    if len(counts) > 1 and max(counts.values()) > LOPSIDED * min(counts.values()):
        counted = ", ".join(f"{name} {count}" for name, count in counts.most_common())
        yield Finding(rules.NLI_BALANCE, "", f"{tag}: {counted}")
    if tag == "label" and len(items) >= FEWEST:
        share, most = hypothesis_only(items), max(counts.values()) / len(items)
        if share > most + GAIN:
            yield Finding(rules.NLI_HYPOTHESIS, "", f"{share:.0%} guessed from the hypothesis, {most:.0%} without it")


def hypothesis_only(items: Sequence[Item]) -> float:
    """Share of labels that the words of the hypothesis tell: naive Bayes, each item left out of its own guess."""
    labels = [item.tags["label"] for item in items]
    words = [frozenset(item.texts["hypothesis"].casefold().split()) for item in items]
    totals = Counter(labels)
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for label, some in zip(labels, words, strict=True):
        seen[label].update(some)
    right = 0
    for label, some in zip(labels, words, strict=True):
        scores = {name: _score(name, some, seen, totals, own=name == label) for name in totals}
        right += max(scores, key=lambda name: scores[name]) == label
    return right / len(items)


def _score(
    name: str, words: frozenset[str], seen: dict[str, Counter[str]], totals: Counter[str], *, own: bool
) -> float:
    count = totals[name] - own
    return log(count + 1) + sum(log((seen[name][word] - own + 0.5) / (count + 1)) for word in words)

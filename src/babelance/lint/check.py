"""All checks that fit the data, and the data with a tag that says which items were flagged.

`--where flagged=no` (or `--without-flagged`) measures without them, `--by flagged` sets both side by side; both are
part of the signature like any other tag.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from babelance.core.card import DatasetView
from babelance.core.item import Item
from babelance.lint.characters import check_characters
from babelance.lint.finding import Finding
from babelance.lint.inference import check_inference
from babelance.lint.pairs import check_pair, check_pairs
from babelance.lint.question_sets import check_questions
from babelance.lint.templates import check_template
from babelance.lint.texts import check_texts
from babelance.lint.translations import check_neutral_source, check_translations
from babelance.lint.word_lists import check_words

FLAG = "flagged"
OfItem = Callable[[Item], Iterator[Finding]]
OfAll = Callable[[Sequence[Item]], Iterator[Finding]]

_ITEM_CHECKS: tuple[tuple[frozenset[str], OfItem], ...] = (
    (frozenset(), check_characters),
    (frozenset({"more", "less"}), check_pair),
    (frozenset({"template", "attribute"}), check_template),
    (frozenset({"text"}), check_neutral_source),
)
_CHECKS: tuple[tuple[frozenset[str], frozenset[str], OfAll], ...] = (
    (frozenset(), frozenset(), check_texts),
    (frozenset({"more", "less"}), frozenset(), check_pairs),
    (frozenset({"word"}), frozenset({"set"}), check_words),
    (frozenset({"premise", "hypothesis"}), frozenset(), check_inference),
    (frozenset({"text", "reference"}), frozenset(), check_translations),
    (frozenset({"ans0", "ans1", "ans2"}), frozenset({"condition", "label"}), check_questions),
)
"""(texts, tags that items must have, what is checked then)"""


def lint(items: Sequence[Item]) -> list[Finding]:
    """Everything that was found, in the order of the items; what concerns all of them comes last."""
    findings = [
        finding
        for item in items
        for texts, check in _ITEM_CHECKS
        if texts <= set(item.texts) and _fits(check, item)
        for finding in check(item)
    ]
    for texts, tags, check in _CHECKS:
        some = [item for item in items if texts <= set(item.texts) and tags <= set(item.tags)]
        findings += check(some) if some else []
    order = {item.id: index for index, item in enumerate(items)}
    return sorted(findings, key=lambda finding: order.get(finding.item, len(order)))


def _fits(check: OfItem, item: Item) -> bool:
    """A source is to be neutral if it is an utterance of a set for translation."""
    return check is not check_neutral_source or ("set" in item.tags and "reference" not in item.texts)


def flagged_ids(items: Sequence[Item]) -> frozenset[str]:
    return frozenset(finding.item for finding in lint(items) if finding.flags)


@dataclass(frozen=True)
class Linted(DatasetView):
    """The same dataset; every item says whether it was flagged."""

    @property
    def fields(self) -> frozenset[str]:
        return self.data.fields | {FLAG}

    def items(self, language: str) -> Iterator[Item]:
        everything = list(self.data.items(language))
        flagged = flagged_ids(everything)
        return (replace(item, tags={**item.tags, FLAG: "yes" if item.id in flagged else "no"}) for item in everything)

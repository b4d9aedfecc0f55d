"""A template, an attribute and many targets: what is asked about such an item, and log P' of every target.

    P'(n | t, a) = p_tgt / p_prior

p_tgt is the probability of target n in its place, p_prior the same with the attribute masked too. With a marginal prior
nothing is masked: whole sentences are compared, see `marginal`. A `ReadingRule` says how both
are read: the paper's rule, or with single departures of the authors' released code.
How many pieces the model's vocabulary cuts each name into is kept beside log P': see `pieces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babelance.core.errors import DataError, InputError
from babelance.core.item import Item
from babelance.core.measure import Example
from babelance.core.query import SLOT, Ability, Answer, Choices, Fill, Scoring, Unanswered
from babelance.core.reason import Reason
from babelance.core.registry import LANGUAGES
from babelance.core.scored import Skipped, join_reasons
from babelance.core.untrusted import parse_json
from babelance.measures.formulas.reading_rules import Pieces, ReadingRule

FIELDS = frozenset({"template", "attribute", "targets"})
TARGET, ATTRIBUTE, PLURAL = "[TTT]", "[AAA]", "[AAAs]"
WINDOW = 350
"""Items asked together: five templates of the usual 70 attributes, whose priors are then computed once."""

_TEMPLATES = {"one": "A person from [TTT] is a [AAA].", "two": "This [AAA] came from [TTT]."}
EXAMPLE = Example(
    tuple(
        Item(
            f"{name}/{word}",
            "en",
            {"template": text, "attribute": word, "targets": '{"FR": "France", "JP": "Japan", "PE": "Peru"}'},
            {"template": name, "attribute": word},
        )
        for name, text in _TEMPLATES.items()
        for word in ("baker", "cook", "vet")
    )
)


@dataclass(frozen=True, slots=True, eq=False)
class Ratios:
    """log P' of the targets that could be scored, by key; why the others could not.

    `pieces`: how many sub-words each has, 0 where the model does not say. With a marginal prior the sub-words of the
    whole sentence are counted, and the shortest name counts as one.
    """

    keys: tuple[str, ...]
    values: NDArray[np.float64]
    pieces: NDArray[np.float64]
    missing: Mapping[str, str]


def ask(item: Item, rule: ReadingRule, *, without: str = "") -> list[Fill]:
    """The sentence with the target's place open, and the same with the attribute hidden; nothing if it cannot be."""
    if problem(item):
        return []
    names = tuple(dict.fromkeys(_names(item, rule, without).values()))
    text, _ = _sentence(item, _form(item))
    if rule.prior == "marginal":
        return [Fill(text, names, "sentence")]
    hidden = item.texts["attribute"] if rule.masks == "singular" else _form(item)
    prior, at = _sentence(item, hidden)
    scoring = _scoring(rule)
    return [Fill(text, names, scoring), Fill(prior, names, scoring, hidden=hidden, hidden_at=at, read=_read_at(rule))]


def _scoring(rule: ReadingRule) -> Scoring:
    if rule.prior == "marginal":
        return "sentence"
    if rule.product == "every-mask":
        return "every-piece"
    pieces: dict[Pieces, Scoring] = {"first": "first-piece", "within-word": "within-word"}
    return pieces.get(rule.pieces, "together")


def _read_at(rule: ReadingRule) -> Literal["slot", "second-mask"]:
    return "second-mask" if rule.prior == "second-mask" else "slot"


def abilities(rule: ReadingRule) -> frozenset[Ability]:
    """What a model must be able to do to be read in this way."""
    if rule.prior == "marginal":
        return frozenset({Ability.FILL_SENTENCE})
    return frozenset({Ability(f"Fill({_scoring(rule)})"), Ability.FILL_HIDDEN})


def problem(item: Item) -> str | None:
    """Why nothing can be asked about this item."""
    template = item.texts["template"]
    attributes = template.count(ATTRIBUTE) + template.count(PLURAL)
    if template.count(TARGET) != 1:
        return f"the template has {_count(template.count(TARGET))} for the target ({TARGET}), not one"
    if attributes != 1:
        return f"the template has {_count(attributes)} for the attribute ({ATTRIBUTE} or {PLURAL}), not one"
    if not item.texts["attribute"].strip():
        return "the attribute is empty"
    if not _form(item):
        return f"the plural of the attribute is not known: languages/{item.language}.py has no rule for it"
    targets = _targets(item.texts["targets"])
    return targets if isinstance(targets, Reason) else None


def ratios(item: Item, answers: Sequence[Answer], rule: ReadingRule, *, without: str = "") -> Ratios | Skipped:
    """log P' of every target (with a marginal prior: log P of the sentence); an item with fewer than two is skipped."""
    if reason := problem(item):
        return Skipped(item, reason)
    reasons = [answer.reason for answer in answers if isinstance(answer, Unanswered)]
    if reasons:
        return Skipped(item, join_reasons(reasons))
    target, prior = answers if rule.prior != "marginal" else (*answers, _nothing_before(answers[0]))
    assert isinstance(target, Choices) and isinstance(prior, Choices)
    if rule.pieces in ("mean", "single") and not target.pieces:
        return Skipped(item, f"the answers do not say how many pieces a name has, which pieces={rule.pieces} needs")
    before, after = (dict(zip(choices.names, choices.logprobs.tolist(), strict=True)) for choices in (prior, target))
    why = {**dict(prior.missing), **dict(target.missing)}
    names, counts = _names(item, rule, without), _piece_counts(target, rule)
    if rule.pieces == "single":
        why |= {name: f"is cut into {count} pieces" for name, count in counts.items() if count != 1}
    keys = tuple(key for key, name in names.items() if name in before and name in after and name not in why)
    if len(keys) < 2:
        return Skipped(item, join_reasons(["fewer than two targets could be scored", *why.values()]))
    values = np.asarray([after[names[key]] - before[names[key]] for key in keys])
    pieces = np.asarray([counts[names[key]] for key in keys], np.float64)
    missing = {key: why.get(name, "not answered") for key, name in names.items() if key not in keys}
    return Ratios(keys, values / pieces if rule.pieces == "mean" else values, pieces, missing)


def _piece_counts(choices: Choices, rule: ReadingRule) -> dict[str, int]:
    """name → how many sub-words it has; 0 if the model does not say."""
    counts = choices.pieces or (0,) * len(choices.names)
    if rule.prior == "marginal" and choices.pieces:
        counts = tuple(count - min(counts) + 1 for count in counts)
    return dict(zip(choices.names, counts, strict=True))


def _nothing_before(answer: Answer) -> Choices:
    """In place of a prior that is taken from other items."""
    assert isinstance(answer, Choices)
    return Choices(answer.names, np.zeros(len(answer.names)))


def shares(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """P' / Σ P': the distribution over the targets."""
    odds = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def names_of(item: Item) -> dict[str, str]:
    """key → name of the targets, as the data have them."""
    targets = _targets(item.texts["targets"])
    return {} if isinstance(targets, Reason) else targets


def _names(item: Item, rule: ReadingRule, without: str) -> dict[str, str]:
    names, left_out = names_of(item), [key.strip() for key in without.split(",") if key.strip()]
    if strange := [key for key in left_out if key not in names]:
        raise InputError(
            f"'{item.language}' has no target '{strange[0]}' to leave out (without={without}). "
            f"Known: {', '.join(names)}."
        )
    beyond = {"paper": "plus_targets", "released": "released_without"}.get(rule.targets, "")
    left_out += item.tags.get(beyond, "").split(",")
    case = rule.case or item.tags.get("case", "as-written")
    return {key: _in_case(name, case, item.language) for key, name in names.items() if key not in left_out}


def _in_case(name: str, case: str, language: str) -> str:
    if case == "lower" and language.partition("-")[0] in ("tr", "az"):
        name = name.replace("İ", "i").replace("I", "ı")
    return name if case == "as-written" else name.lower()


def _sentence(item: Item, form: str) -> tuple[str, int]:
    """The template with the attribute put in and the slot marked; where the attribute starts."""
    marked = item.texts["template"].replace(TARGET, SLOT)
    slot = PLURAL if PLURAL in marked else ATTRIBUTE
    return marked.replace(slot, form), marked.index(slot)


def _form(item: Item) -> str:
    """The attribute as the template wants it; empty if its plural is not known."""
    attribute = item.texts["attribute"]
    if PLURAL not in item.texts["template"]:
        return attribute
    stored = item.texts.get("plural") or item.tags.get("plural")
    rules = LANGUAGES.get(item.language).forms if item.language in LANGUAGES else {}
    return stored or (rules["plural"](attribute) if "plural" in rules else "")


@lru_cache(maxsize=256)
def _targets(text: str) -> dict[str, str] | Reason:
    """key → name, or what is wrong with it."""
    try:
        targets = parse_json(text, "targets")
    except DataError:
        return Reason("the targets are not JSON: write an object, key → name")
    if not isinstance(targets, dict) or not all(isinstance(name, str) and name.strip() for name in targets.values()):
        return Reason("the targets are not an object, key → name: languages are joined by key, never by position")
    if len(targets) < 2:
        return Reason("fewer than two targets")
    return _same_name(targets) or targets


def _same_name(targets: Mapping[str, str]) -> Reason | None:
    """Two keys of one name would be counted as two groups that an attribute always treats alike."""
    first: dict[str, str] = {}
    for key, name in targets.items():
        if (other := first.setdefault(" ".join(name.split()).casefold(), key)) != key:
            return Reason(f"the targets {other} and {key} have the same name: {name}")
    return None


def _count(number: int) -> str:
    return "no place" if not number else f"{number} places"

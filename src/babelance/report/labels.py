"""Short names for results that stand beside each other: only what differs between them is worth saying."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from babelance.core.conclusion import Family
from babelance.core.estimate import Result
from babelance.core.verdict import EXPLAINED, KINDS_IN_WORDS

QUESTIONS = {
    "pairs": "Sentence pairs",
    "sentences": "Sentences about groups",
    "groups": "Groups in a slot",
    "inference": "Inference",
    "questions": "Questions with three answers",
    "classification": "Classification of texts",
    "words": "Word vectors",
    "translation": "Translation",
    "use": "What the models are good for",
    "controls": "Controls",
}
"""Families of verdicts, for readers."""
NOUNS = ("model", "data", "language", "group")
MeasureName = Callable[[Result], str]
ADJUSTED = {"p_adjusted": "Holm", "p_bh": "BH"}


def dataset(identity: str) -> str:
    """`sjsd@1#db294997` → `sjsd@1`."""
    return re.sub(r"#[0-9a-f]{4,}$", "", identity)


def varying_fields(results: Sequence[Result]) -> tuple[str, ...]:
    """Which of model, data, language and group are not the same in all results."""
    return tuple(noun for noun in NOUNS if len({getattr(result.about, noun) for result in results}) > 1)


def models(results: Sequence[Result]) -> dict[str, str]:
    """The name of every model; models of which there is one for each language share a name with `{language}` in it."""
    shared: dict[str, set[str]] = {}
    for result in results:
        shared.setdefault(_without_language(result), set()).add(result.about.model)
    return {
        model: name if len(models) > 1 else model for name, models in sorted(shared.items()) for model in sorted(models)
    }


def short_model(model: str) -> str:
    """`hf:name@3f07` → `name`, `babelance/tiny#eb4be82b` → `babelance/tiny`; signatures have the rest."""
    return re.sub(r"[@#][0-9a-f]{4,}$", "", model).removeprefix("hf:")


def _without_language(result: Result) -> str:
    """`vec:vectors/de.vec#db294997` in German → `vec:vectors/{language}.vec`."""
    code = re.escape(result.about.language)
    name, times = re.subn(rf"(?<![^\W_]){code}(?![^\W_])", "{language}", result.about.model)
    return dataset(name) if times else name


def measure_names(results: Sequence[Result]) -> MeasureName:
    """Result → the measure's name, with the options in which it differs from the same measure elsewhere in `results`.
    What differs is found once: thousands of results are named in the time of one look at all of them."""
    by_measure: dict[str, list[Mapping[str, str]]] = {}
    for result in results:
        by_measure.setdefault(result.about.measure, []).append(result.about.signature.options)
    differing = {name: _differing_keys(options) for name, options in by_measure.items()}

    def name(result: Result) -> str:
        mine, distinguishing = result.about.signature.options, differing.get(result.about.measure, [])
        options = ", ".join(f"{key} {mine.get(key, 'default')}" for key in distinguishing)
        return f"{result.about.measure} ({options})" if options else result.about.measure

    return name


def _differing_keys(options: Sequence[Mapping[str, str]]) -> list[str]:
    keys = sorted({key for chosen in options for key in chosen})
    return [key for key in keys if len({chosen.get(key, "") for chosen in options}) > 1]


def skipped_counts(result: Result) -> str:
    """`3 (too long 2, empty 1)`, or `0`."""
    reasons = ", ".join(f"{reason} {count}" for reason, count in result.about.skipped.items())
    return f"{sum(result.about.skipped.values())} ({reasons})" if reasons else "0"


def unclassified(result: Result) -> str:
    """`unclassified 20.0%`: the share of translations that tell no gender; empty if all do."""
    share = result.extra.get("unclassified")
    return f"unclassified {share:.1%}" if isinstance(share, float) and share > 0 else ""


def family_verdict(family: Family) -> str:
    """What holds for most results of a question, in words."""
    if family.kind != "not-told-apart":
        return KINDS_IN_WORDS[family.kind]
    if not family.compared and family.explained:
        return EXPLAINED
    return f"{KINDS_IN_WORDS['shown']}, no bias" if family.shown > family.compared / 2 else KINDS_IN_WORDS[family.kind]


def verdict(result: Result) -> str:
    """The kind of the verdict, in words; empty for a result that was written before there were any."""
    return result.verdict.label if result.verdict else ""


def adjusted_p_values(result: Result) -> dict[str, float]:
    """Adjusted p-values of the verdict: the correction's name and the value."""
    by_title = {title: getattr(result.verdict, name, None) for name, title in ADJUSTED.items()}
    return {title: float(p) for title, p in by_title.items() if p is not None}

"""A section of a model card, in Markdown between two markers. Writing it again changes nothing but that section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate, Result
from babelance.core.registry import DATASETS, MEASURES
from babelance.deliver.card.entries import Runs
from babelance.report import labels, markdown, numbers
from babelance.report.markdown import plain

START, END = "<!-- babelance: begin -->", "<!-- babelance: end -->"
_REFERENCE = re.compile(r"^Reference: (.+?)(?:\n\n|\n[A-Z][a-z ]+:|\Z)", re.MULTILINE | re.DOTALL)


def section(runs: Runs, *, picture: str | None = None) -> str:
    """Between the markers. `picture` is the address of the first screen, relative to the card."""
    parts = [START, *(_of_run(run, number, len(runs.folders)) for number, run in enumerate(runs.folders))]
    if picture:
        parts.insert(1, f"![What was measured, and what was found]({picture})")
    parts += ["\n".join(["### How much would have been seen", "", *_smallest(runs.overall)])]
    parts += ["\n".join(["### Sources", "", *_sources(runs.overall)]), END]
    return "\n\n".join(parts) + "\n"


def _of_run(run: object, number: int, total: int) -> str:
    text = markdown.render(run)  # type: ignore[arg-type]
    return text.strip() if total == 1 else text.strip().replace("## Social bias", f"## Social bias ({number + 1})", 1)


def _smallest(results: Sequence[Result]) -> Iterator[str]:
    """The departure from the null that would have been found four times in five."""
    yield "| Measure | Data | Language | Null | Smallest difference that would be found (80 % power) |"
    yield "|---|---|---|---|---|"
    name = labels.measure_names(results)
    for result in results:
        verdict = result.verdict
        if isinstance(result, Estimate) and verdict is not None:
            null = f"{verdict.against} {numbers.short(verdict.null)}" if verdict.null is not None else verdict.against
            seen = numbers.short(verdict.mde) if verdict.mde is not None else "unknown"
            cells = (name(result), result.about.data, result.about.language, null, seen)
            yield f"| {' | '.join(map(plain, cells))} |"


def _sources(results: Sequence[Result]) -> Iterator[str]:
    """What to cite: the measures and the datasets."""
    for name in dict.fromkeys(result.about.measure for result in results):
        yield f"- `{plain(name)}`: {plain(reference(name))}"
    for name in dict.fromkeys(result.about.data.partition("@")[0] for result in results):
        if name in DATASETS:
            card = DATASETS.get(name).card
            yield f"- {plain(card.title)}: {plain(card.citation)}. Licence: {plain(card.licence)}."


def reference(measure: str) -> str:
    """The reference that the measure's own page names."""
    if measure not in MEASURES:
        return "no reference is known"
    import sys

    match = _REFERENCE.search(sys.modules[MEASURES.get(measure).__module__].__doc__ or "")
    return " ".join(match[1].split()) if match else "babelance"


def insert(text: str, card: str) -> str:
    """The card with the section in it: in the place of an earlier one, else at the end."""
    starts, ends = text.count(START), text.count(END)
    if starts != ends or starts > 1 or (starts and text.index(START) > text.index(END)):
        raise InputError(f"The card has {starts} times '{START}' and {ends} times '{END}'. Leave one of each.")
    if not starts:
        return f"{text.rstrip()}\n\n{card}" if text.strip() else card
    before, rest = text.split(START)
    return f"{before}{card.rstrip()}{rest.split(END)[1]}"

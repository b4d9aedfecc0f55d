"""A section for a model card: the numbers with their intervals, how to read them, and signatures to get them again."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.digits import typeset
from babelance.core.estimate import Estimate, Result, Undefined
from babelance.report import between_languages, labels, numbers, reading
from babelance.report.results import Results, unique

HEADER = ("Measure", "Data", "Language", "Value", "Interval", "Ideal", "Nulls", "n/N", "Skipped", "Verdict", "In words")
LIMITS = (
    "These numbers say how the model treated the items of these datasets. They do not say how it behaves in a product, "
    "about groups and languages that were not measured, or that it has no bias where an interval includes the ideal."
)


def render(results: Results) -> str:
    """Markdown, one table per model. Works for GitHub and model hubs; text from data is escaped."""
    models = unique(result.about.model for result in results.overall)
    parts = ["## Social bias", *(f"> {plain(note)}" for note in results.notes), *_conclusion(results), LIMITS]
    parts += [part for model in models for part in _model(model, results.overall)]
    parts += [plain(numbers.PAPER_NOTE)] if any(map(numbers.paper_mark, results.overall)) else []
    return "\n\n".join([*parts, *_ranking(results), _signatures(results.overall)]) + "\n"


def _ranking(results: Results) -> list[str]:
    from babelance.report.sheet_text import sheet_markdown

    return [sheet_markdown(results.ranking).strip()] if results.ranking else []


def plain(text: str) -> str:
    """Text that Markdown and HTML leave as it is, on one line; numbers have the minus of all other outputs."""
    one_line = typeset(" ".join(text.split()))
    marked = "".join(f"\\{mark}" if mark in "\\`*_[]|#~" else mark for mark in one_line)
    return marked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _model(model: str, results: Sequence[Result]) -> list[str]:
    mine = [result for result in results if result.about.model == model]
    name = labels.measure_names(results)
    lines = [_row(HEADER), _row(["---"] * len(HEADER)), *(_row(_cells(result, name(result))) for result in mine)]
    return [f"### {plain(model)}", "\n".join(lines)]


def _cells(result: Result, measure: str) -> list[str]:
    about = result.about
    if isinstance(result, Undefined):
        numbered = ["undefined", "none"]
    else:
        numbered = [numbers.value(result), f"{numbers.interval(result)} {numbers.percent(result.level)}"]
    named = [measure, about.data, about.language]
    missing = "; ".join(filter(None, (labels.skipped_counts(result), labels.unclassified(result))))
    counted = [f"{about.n}/{about.total}", missing]
    cells = [*named, *numbered, numbers.short(about.scale.ideal), *_nulls(result), *counted]
    cells += [labels.verdict(result), reading.sentence(result)]
    return [plain(cell) for cell in cells]


def _nulls(result: Result) -> list[str]:
    """Chance and what models that know nothing score on these items, in one cell."""
    chance = result.about.scale.chance
    nulls = {} if chance is None else {"chance": numbers.short(chance)}
    nulls |= numbers.nulls(result) if isinstance(result, Estimate) else {}
    return ["; ".join(f"{name} {value}" for name, value in nulls.items()) or "none"]


def _conclusion(results: Results) -> list[str]:
    """What the run says as a whole, before any single number."""
    conclusion, compared = results.conclusion, between_languages.sentences_of(results)
    if conclusion is None:
        return []
    lines = [f"- {plain(sentence)}" for sentence in compared]
    lines += [f"- {plain(family.name)}: {plain(family.sentence)}" for family in conclusion.families]
    lines += [f"- {plain(remark.sentence)}" for remark in conclusion.remarks]
    return [f"**{plain(between_languages.headline_of(results))}**", *(["\n".join(lines)] if lines else [])]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _signatures(results: Sequence[Result]) -> str:
    lines = "\n".join(str(result.about.signature) for result in results)
    fence = "`" * max(3, 1 + _longest_run_of_backticks(lines))
    return f"Signatures (`babelance replay '<signature>'` gives the number again):\n\n{fence}\n{lines}\n{fence}"


def _longest_run_of_backticks(text: str) -> int:
    longest = current = 0
    for character in text:
        current = current + 1 if character == "`" else 0
        longest = max(longest, current)
    return longest

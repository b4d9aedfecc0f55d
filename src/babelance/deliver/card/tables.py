"""A table for a paper (LaTeX) and one for spreadsheets (CSV)."""

from __future__ import annotations

import csv
import io

from babelance.core.estimate import Estimate, Result
from babelance.core.spreadsheet import escape_formulas
from babelance.deliver.card.entries import Runs
from babelance.report import labels, numbers

COLUMNS = (
    "model", "measure", "options", "data", "language", "value", "low", "high", "level", "ideal", "null", "null_value",
    "difference", "difference_low", "difference_high", "p_adjusted", "mde", "n", "total", "skipped", "verdict",
    "undefined", "signature",
)  # fmt: skip
_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "‡": r"$^\ddagger$",
}  # fmt: skip


def csv_table(runs: Runs) -> str:
    """One row for each result over all items; an empty cell where there is no number."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for result in runs.overall:
        writer.writerow(escape_formulas(_cells(result)))  # None is an empty cell
    return text.getvalue()


def _cells(result: Result) -> list[object]:
    about, number, verdict = result.about, result if isinstance(result, Estimate) else None, result.verdict
    options = " ".join(f"{key}={value}" for key, value in sorted(about.signature.options.items()))
    values = [number.value, number.low, number.high, number.level] if number else [None] * 4
    facts: list[object] = [None] * 7
    if verdict:
        facts = [verdict.against, verdict.null, verdict.difference, verdict.low, verdict.high, verdict.p_adjusted]
        facts.append(verdict.mde)
    skipped = "; ".join(f"{reason}: {count}" for reason, count in about.skipped.items())
    named = [about.model, about.measure, options, about.data, about.language]
    ends = [about.n, about.total, skipped, verdict.kind if verdict else None, result.undefined, str(about.signature)]
    return [*named, *values, about.scale.ideal, *facts, *ends]


def latex_table(runs: Runs) -> str:
    """`booktabs`: value, interval, null and n; a star where a bias is shown after correction."""
    head = ["Measure", "Data", "Language", "Value", "Interval", "Null", "$n/N$"]
    several = len(runs.models) > 1
    head = ["Model", *head] if several else head
    lines = [" & ".join(head) + r" \\", r"\midrule"]
    name = labels.measure_names(runs.overall)
    lines += [" & ".join(_latex_cells(result, name(result), several)) + r" \\" for result in runs.overall]
    level = numbers.percent(runs.defined[0].level) if runs.defined else "95 %"
    caption = (
        f"Social bias, with {level.replace('%', chr(92) + '%')} intervals. The null is what the score would be on the "
        "same items without the bias. $^*$ differs from it after Holm's correction."
    )
    if any(map(numbers.paper_mark, runs.overall)):
        caption += f" {_latex(numbers.PAPER_NOTE)}"
    return "\n".join(
        [
            "% needs \\usepackage{booktabs}",
            r"\begin{table}",
            r"\centering",
            rf"\begin{{tabular}}{{{'l' * (len(head) - 4)}rrrr}}",
            r"\toprule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}",
            rf"\caption{{{caption}}}",
            r"\end{table}",
            "",
        ]
    )


def _latex_cells(result: Result, measure: str, several: bool) -> list[str]:
    about, verdict = result.about, result.verdict
    named = [measure, about.data, about.language]
    named = [about.model, *named] if several else named
    if isinstance(result, Estimate):
        star = "$^*$" if verdict and verdict.harmful else ""
        numbered = [f"{_latex(numbers.value(result))}{star}", _latex(numbers.interval(result))]
        null = numbers.short(verdict.null) if verdict and verdict.null is not None else "--"
    else:
        numbered, null = ["undefined", "--"], "--"
    return [*map(_latex, named), *numbered, null, f"{about.n}/{about.total}"]


def _latex(text: str) -> str:
    return "".join(_SPECIAL.get(letter, letter) for letter in text).replace("−", "$-$")

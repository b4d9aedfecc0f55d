"""Results as text: one line for an estimate where a program reads on, blocks and a conclusion for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType
from rich.text import Text

from babelance.core.conclusion import Conclusion
from babelance.core.estimate import Estimate, Result, Undefined
from babelance.core.printable import printable
from babelance.core.sheet import Sheet
from babelance.report import between_languages, labels, numbers
from babelance.report.labels import dataset
from babelance.report.results import Results
from babelance.report.sheet_text import sheet_lines
from babelance.report.terminal_blocks import blocks, unknown
from babelance.report.terminal_ending import ending
from babelance.report.terminal_lines import paragraph
from babelance.report.terminal_plot import ASCII, LINES


def line(result: Result) -> str:
    """`cps sjsd de hf:name: 54.2 [47.5, 60.8] 95 % · ideal 50 · chance 50 · n 209/212 · skipped 3 (too long 3)`."""
    about = result.about
    where = str(about.signature.where)
    named = [about.measure, dataset(about.data), where, about.language, about.group or "", about.model]
    head = " ".join(name for name in named if name)
    tail = [f"n {about.n}/{about.total}", f"skipped {labels.skipped_counts(result)}"]
    tail += [missing] if (missing := labels.unclassified(result)) else []
    tail += [f"unknown to the model {share}" for share in unknown(result)]
    tail += numbers.paper_test(result) + numbers.inconclusive(result)
    tail += [f"{name} {part}" for name, part in numbers.parts(result).items()]
    tail += [labels.verdict(result)] if result.verdict else []
    return printable(" · ".join([f"{head}: {_number(result)}", *_references(result), *tail]))


@dataclass(frozen=True, slots=True)
class Screen:
    """All results and what they say together, as wide as the terminal is. `compared`: what languages have in common,
    the headline first."""

    results: Sequence[Result]
    conclusion: Conclusion | None = None
    notes: tuple[str, ...] = ()
    groups: bool = False
    ranking: Sheet | None = None
    compared: tuple[str, ...] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        marks = ASCII if options.ascii_only else LINES
        yield from blocks(self.results, width=options.max_width, groups=self.groups, marks=marks)
        if any(map(numbers.paper_mark, self.results)):
            yield Text()
            yield from paragraph(numbers.PAPER_NOTE, width=options.max_width)
        if self.compared:
            yield Text()
            yield from paragraph(self.compared[0], width=options.max_width, style="bold")
            for sentence in self.compared[1:]:
                yield from paragraph(f"- {sentence}", width=options.max_width, indent=2)
        if self.conclusion is not None:
            yield Text()
            yield from ending(self.conclusion, width=options.max_width)
        if self.ranking is not None:
            yield Text()
            for line in sheet_lines(self.ranking):
                yield from paragraph(line, width=options.max_width, indent=4)
        for note in self.notes:
            yield from paragraph(note, width=options.max_width)


def summary(results: Results, *, groups: bool = False) -> Screen:
    between = between_languages.sentences_of(results)
    compared = (between_languages.headline_of(results), *between) if between else ()
    return Screen(results.estimates, results.conclusion, results.notes, groups, results.ranking, compared)


def _number(result: Result) -> str:
    if isinstance(result, Undefined):
        return f"undefined: {result.undefined}"
    if result.no_interval:
        return f"{numbers.value(result)} (no interval: {result.no_interval})"
    return f"{numbers.value(result)} {numbers.interval(result)} {numbers.percent(result.level)}"


def _references(result: Result) -> list[str]:
    scale = result.about.scale
    chance = "chance depends on the data" if scale.chance is None else f"chance {numbers.short(scale.chance)}"
    nulls = numbers.nulls(result) if isinstance(result, Estimate) else {}
    return [
        f"ideal {numbers.short(scale.ideal)}",
        chance,
        *(f"{name} {null}" for name, null in nulls.items()),
    ]

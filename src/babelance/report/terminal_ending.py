"""What a run says as a whole, for the end of its output: the headline, the strongest findings, remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from babelance.core.conclusion import Conclusion, Finding
from babelance.core.printable import printable
from babelance.report.labels import dataset, short_model
from babelance.report.terminal_lines import paragraph

STRONGEST = 3


def ending(conclusion: Conclusion, *, width: int, remarks: bool = True) -> Iterator[Text]:
    yield from paragraph(conclusion.headline, width=width, style="bold")
    for number, finding in enumerate(strongest(conclusion.findings), 1):
        yield from paragraph(f"{number}. {_finding_in_words(finding)}", width=width, indent=3)
    for remark in conclusion.remarks if remarks else ():
        yield from paragraph(f"!  {remark.sentence}", width=width, indent=3)


def strongest(findings: Sequence[Finding]) -> list[Finding]:
    """The clearest finding of each question first, then the others, no more than three in all."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.family.partition(" by ")[0], finding)
    return [*first.values(), *(finding for finding in findings if finding not in first.values())][:STRONGEST]


def commands(pairs: Sequence[tuple[str, str]]) -> Iterator[Text]:
    """What to do next: words, and a command or a file on the same line, whole, however wide that is."""
    widest = max((len(words) for words, _ in pairs), default=0)
    return (
        Text(printable(f"{words:<{widest}}  {command}"), no_wrap=True, overflow="ignore") for words, command in pairs
    )


def _finding_in_words(finding: Finding) -> str:
    places = [finding.measure, dataset(finding.data).partition("@")[0], finding.language]
    places += [finding.group] if finding.group else []
    return f"{short_model(finding.model)}, {' '.join(places)}: {finding.sentence}"

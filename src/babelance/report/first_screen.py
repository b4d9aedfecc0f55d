"""What a reader sees first: a card for each question (the strongest finding is drawn beside them: `first_chart`).

Verdicts and the conclusion are shown as they are; nothing is concluded here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from babelance.core.conclusion import Conclusion, Family, Finding
from babelance.core.language_names import language_name
from babelance.core.verdict import CONTROLS, USE
from babelance.report import labels
from babelance.report.first_chart import as_sentence, base_family

MOST_CARDS = 6


@dataclass(frozen=True, slots=True)
class ScreenCard:
    """One question: `verdict` is the kind, `link` the section with the evidence."""

    title: str
    kind: str
    verdict: str
    sentence: str
    detectable: str
    evidence: str
    link: str


def cards(conclusion: Conclusion) -> list[ScreenCard]:
    """Questions about bias, what stands out first; each with what it shows where it is broken down by a tag."""
    questions: dict[str, list[Family]] = {}
    for family in conclusion.families:
        if base_family(family.name) not in (CONTROLS, USE):
            questions.setdefault(base_family(family.name), []).append(family)
    ranks = {finding.family: rank for rank, finding in reversed(list(enumerate(conclusion.findings)))}
    leads = [family for families in questions.values() for family in _leading(families, ranks)]
    ordered = sorted(leads, key=lambda lead: ranks.get(lead.name, len(ranks) + lead.compared))
    return [
        _card(lead, conclusion.findings, _with(lead, questions[base_family(lead.name)]))
        for lead in ordered[:MOST_CARDS]
    ]


def _leading(families: Sequence[Family], ranks: Mapping[str, int]) -> list[Family]:
    """The question itself; beside it the breakdown with the clearest finding where the average hides it."""
    harmful = [family for family in families if family.harmful and family.name in ranks]
    whole = next((family for family in families if " by " not in family.name), families[0])
    hidden = [family for family in harmful if not whole.harmful]
    return [whole, *([min(hidden, key=lambda family: ranks[family.name])] if hidden else [])]


def _with(family: Family, families: Sequence[Family]) -> Sequence[Family]:
    """What else a card tells of: breakdowns, on the card that shows something."""
    return families if family.harmful else (family,)


def checks(conclusion: Conclusion) -> list[ScreenCard]:
    """Controls, and what the models are good for: no questions about bias."""
    return [_card(family, ()) for family in conclusion.families if family.name in (CONTROLS, USE)]


def _card(family: Family, findings: Sequence[Finding], together: Sequence[Family] = ()) -> ScreenCard:
    base, _, tag = family.name.partition(" by ")
    title = labels.QUESTIONS.get(base, base)
    strongest = next((finding for finding in findings if finding.family == family.name), None)
    counted = as_sentence(family.sentence)
    sentence = f"{_where(strongest)}: {strongest.sentence}" if strongest else counted
    return ScreenCard(
        title=f"{title}, by {tag}" if tag else title,
        kind=family.kind,
        verdict=labels.family_verdict(family),
        sentence=sentence,
        detectable=" ".join(filter(None, [counted if strongest else "", family.detectable, _also(family, together)])),
        evidence=_count_in_words(sum(member.results for member in together) or family.results),
        link="#findings" if strongest else "#groups" if tag else "#summary",
    )


def _also(family: Family, together: Sequence[Family]) -> str:
    """What the same question shows elsewhere: over all items, or broken down by other tags."""
    others = [member for member in together if member is not family and member.harmful]
    others_shown = [
        f"{other.name.partition(' by ')[2] or 'all items'} ({other.harmful} of {other.compared})" for other in others
    ]
    return f"Also shown by {', '.join(others_shown)}." if others_shown else ""


def _count_in_words(results: int) -> str:
    return f"{results} result{'' if results == 1 else 's'}"


def _where(finding: Finding) -> str:
    group = f", {finding.group.partition('=')[2]}" if finding.group else ""
    return f"{labels.short_model(finding.model)} in {language_name(finding.language)}{group} ({finding.measure})"

"""What stands out after correction, each with three items that show it, behind the content gate."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.conclusion import Finding
from babelance.core.estimate import Estimate
from babelance.report import labels
from babelance.report.html.elements import in_words, join, language, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

LIKELIHOODS = frozenset({"cps", "sss"})
"""Measures whose numbers of a pair are log-probabilities: their difference says how many times as likely."""
INTRO = (
    "What stands out after correction, the clearest first. The items quote stereotypes: they are shown when you ask."
)


def render(results: Results) -> Markup:
    conclusion = results.conclusion
    assert conclusion is not None
    known = {str(estimate.about.signature): estimate for estimate in results.defined}
    entries = [_entry(finding, known.get(finding.signature), results) for finding in conclusion.findings]
    return join([tag("p", INTRO), tag("ol", *entries, class_="findings")])


def _entry(finding: Finding, result: Estimate | None, results: Results) -> Markup:
    subject = [labels.short_model(finding.model), labels.dataset(finding.data), finding.measure]
    subject += [finding.group.replace("=", ": ")] if finding.group else []
    head = tag("p", tag("strong", " · ".join(subject), " · ", language(finding.language)))
    button = _button(finding, result) if _has_pairs(finding.measure, results) else None
    return tag("li", head, tag("p", in_words(finding.sentence)), button)


def _has_pairs(measure: str, results: Results) -> bool:
    """Do the items of the measure say how far apart two sentences are?"""
    return {"more", "less"} <= set(results.rows(measure).columns)


def _button(finding: Finding, result: Estimate | None) -> Markup:
    verdict = result.verdict if result else None
    toward = verdict.toward if verdict else None
    side = finding.difference > 0 if toward is None else toward
    return tag(
        "button", "Show three telling items", type="button", class_="telling", data_measure=finding.measure,
        data_model=finding.model, data_data=labels.dataset(finding.data), data_language=finding.language,
        data_group=finding.group or "", data_side="1" if side else "-1",
        data_odds="yes" if finding.measure in LIKELIHOODS else None,
    )  # fmt: skip


def _applies(results: Results) -> bool:
    return results.conclusion is not None and bool(results.conclusion.findings)


section = Section("Findings", 5, applies=_applies, render=render, stays_open=True)

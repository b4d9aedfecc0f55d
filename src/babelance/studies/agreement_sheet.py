"""How measures agree, as a page: which correlations are shown."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core import digits
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.studies.agreement import FAMILY as FAMILY_OF_AGREEMENT
from babelance.studies.agreement import Agreement
from babelance.studies.sheets import (
    MOST_SENTENCES,
    kind_in_words,
)


def agreement_sheet(agreements: Sequence[Agreement]) -> Sheet:
    """Do measures agree about models?"""
    own = [
        agreement for agreement in agreements if agreement.verdict and agreement.verdict.family == FAMILY_OF_AGREEMENT
    ] or agreements
    sure = [agreement for agreement in own if agreement.verdict and agreement.verdict.shown]
    verb = "agrees" if len(sure) == 1 else "agree"
    headline = (
        f"{len(sure)} of {len(own)} pairs of measures {verb} about models more than luck would."
        if sure
        else "No pair of measures is shown to agree about models more than luck would."
    )
    headers = ("Measures", "Language", "Models", "Pearson", "p", "Spearman", "p", "Same side", "Difference", "Verdict")
    strong = tuple(index for index, agreement in enumerate(agreements) if agreement.verdict and agreement.verdict.shown)
    note = (
        "Over few models of few families: read the p-values as the kindest case. Those in the table are of each pair "
        "alone; verdicts allow for how many pairs there are."
    )
    table = Table("Agreement", headers, tuple(map(_agreement, agreements)), numbers=2, note=note, strong=strong)
    marks = tuple(map(_correlation, agreements))
    forest = Forest(
        "Pearson's correlation over models", "correlation with its interval", marks, 0.0, nothing="unrelated"
    )
    ordered = sorted(
        own,
        key=lambda agreement: (
            agreement.verdict.p_adjusted if agreement.verdict and agreement.verdict.p_adjusted else 1.0
        ),
    )
    verdicts = [agreement.verdict for agreement in ordered if agreement.verdict][:MOST_SENTENCES]
    said, kinds = tuple(verdict.sentence for verdict in verdicts), tuple(verdict.kind for verdict in verdicts)
    return Sheet("agreement", headline, said, (forest,), (table,), kinds=kinds)


def _correlation(agreement: Agreement) -> Mark:
    label, verdict = (
        f"{agreement.first.label} · {agreement.second.label} ({agreement.first.language})",
        agreement.verdict,
    )
    if verdict is None or verdict.difference is None or verdict.low is None or verdict.high is None:
        why = verdict.reason if verdict else ""
        return Mark(label, None, None, None, why, "not-enough-evidence", verdict.sentence if verdict else "")
    low, high = verdict.low, verdict.high
    words = f"{verdict.difference:+.2f} [{low:+.2f}, {high:+.2f}]"
    return Mark(label, verdict.difference, low, high, words, verdict.kind, verdict.sentence)


def _agreement(agreement: Agreement) -> tuple[str, ...]:
    cells = (
        _number(agreement.pearson),
        _probability(agreement.pearson_p),
        _number(agreement.spearman),
        _probability(agreement.spearman_p),
        _number(agreement.direction),
        _number(agreement.difference),
    )
    names = f"{agreement.first.label} · {agreement.second.label}"
    return (names, agreement.first.language, str(len(agreement.models)), *cells, kind_in_words(agreement.verdict))


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _probability(p: float | None) -> str:
    return "–" if p is None else digits.probability(p)

"""Comparisons as pages: which sentences are said, and which numbers are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from babelance.core import digits
from babelance.core.model_names import short_names
from babelance.core.reason import Reason
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Kind, Verdict
from babelance.stats.compare import Difference
from babelance.studies.agreement import FAMILY as FAMILY_OF_AGREEMENT
from babelance.studies.agreement import Agreement
from babelance.studies.comparison import Comparison
from babelance.studies.ranked import Entry, Ranking, Ranks

HASH = re.compile(r"[@#][0-9a-f]{4,}(?=[ ;,)]|$)")
MOST_SENTENCES = 3


def comparison_sheet(comparisons: Sequence[Comparison]) -> Sheet:
    """Two models on the same items: a forest of paired differences for each measure."""
    names = short_names([comparisons[0].a, comparisons[0].b])
    measures = dict.fromkeys(comparison.measure for comparison in comparisons)
    difference = f"{names[comparisons[0].b]} − {names[comparisons[0].a]}"
    forests = [
        _differences(name, difference, [comparison for comparison in comparisons if comparison.measure == name])
        for name in measures
    ]
    verdicts = [comparison.verdict for comparison in comparisons if comparison.verdict]
    clearest = strongest(comparisons)
    return Sheet(
        "compare",
        told_apart(verdicts, f"{names[comparisons[0].b]} and {names[comparisons[0].a]}"),
        tuple(map(said_of, clearest)),
        tuple(forests),
        (_values(comparisons),),
        facts=(("A", comparisons[0].a), ("B", comparisons[0].b)),
        kinds=tuple(comparison.verdict.kind for comparison in clearest if comparison.verdict),
    )


def told_apart(verdicts: Sequence[Verdict], who: str) -> str:
    """The headline: how many differences stand out after correction."""
    shown = sum(verdict.shown for verdict in verdicts)
    tested = sum(verdict.difference is not None for verdict in verdicts)
    if not tested:
        return f"Nothing can be said about {who}: there is not enough evidence."
    verb = "differs" if shown == 1 else "differ"
    return f"{who}: {shown or 'none'} of {tested} comparisons {verb} after correction."


def strongest(comparisons: Iterable[Comparison]) -> list[Comparison]:
    """The clearest differences; else the first ones that could be tested."""
    known = [
        (comparison, comparison.verdict)
        for comparison in comparisons
        if comparison.verdict and comparison.verdict.difference is not None
    ]
    ordered = sorted(known, key=lambda pair: (not pair[1].shown, pair[1].p_adjusted if pair[1].p_adjusted else 0.0))
    return [one for one, _ in ordered[:MOST_SENTENCES]]


def said_of(one: Comparison) -> str:
    return f"{one.measure}, {_where(one)}: {one.verdict.sentence if one.verdict else ''}"


def _differences(measure: str, difference: str, comparisons: Sequence[Comparison]) -> Forest:
    marks = tuple(_mark(_where(comparison), comparison.difference, comparison.verdict) for comparison in comparisons)
    return Forest(f"{measure}: {difference}", "paired difference with its interval", marks, reference=0.0)


def _where(one: Comparison) -> str:
    return " · ".join(filter(None, (one.language, one.data.partition("@")[0].rsplit("/", 1)[-1], one.group)))


def _mark(label: str, difference: Difference | Reason | None, verdict: Verdict | None) -> Mark:
    if difference is None or isinstance(difference, Reason):
        told = str(difference or "not the same items, so there is no paired difference")
        return Mark(label, None, None, None, told, "not-enough-evidence")
    words = interval_words(difference.value, difference.low, difference.high, sign=True)
    kind, said = (verdict.kind, verdict.sentence) if verdict else (None, "")
    return Mark(label, difference.value, difference.low, difference.high, words, kind, said)


def interval_words(value: float, low: float, high: float, *, sign: bool = False) -> str:
    """`+4.2 [−1.0, +9.4]` with the digits that the interval vouches for."""
    places = digits.decimals_for((high - low) / 4, value)

    def told(number: float) -> str:
        text = digits.fixed_decimals(number, places)
        return f"+{text}" if sign and float(text) > 0 else text

    return f"{told(value)} [{told(low)}, {told(high)}]"


def _values(comparisons: Sequence[Comparison]) -> Table:
    rows = [
        (
            comparison.measure,
            _where(comparison),
            *_pair(comparison),
            _p_in_words(comparison.p_holm),
            str(comparison.n),
            kind_in_words(comparison.verdict),
        )
        for comparison in comparisons
    ]
    strong = tuple(number for number, one in enumerate(comparisons) if one.verdict and one.verdict.shown)
    headers = ("Measure", "Where", "A", "B", "B − A", "p after Holm", "n", "Verdict")
    return Table("All comparisons", headers, tuple(rows), numbers=2, strong=strong)


def _pair(one: Comparison) -> tuple[str, str, str]:
    if isinstance(one.difference, Reason):
        return "", "", f"undefined: {one.difference}"
    gap = one.difference
    places = digits.decimals_for((gap.high - gap.low) / 4, one.value_a)
    a, b = (digits.fixed_decimals(value, places) for value in (one.value_a, one.value_b))
    return a, b, interval_words(gap.value, gap.low, gap.high, sign=True)


def _p_in_words(p: float | None) -> str:
    return "" if p is None else digits.probability(p)


def kind_in_words(verdict: Verdict | None) -> str:
    return verdict.kind.replace("-", " ") if verdict else ""


def rank_sheet(all_ranks: Sequence[Ranks]) -> Sheet:
    """Ranks drawn with the range that redrawing the words leaves of them."""
    forests = [_rank_forest(ranks, ranking) for ranks in all_ranks for ranking in ranks.rankings]
    firsts = [ranking.verdict for ranks in all_ranks for ranking in ranks.rankings if ranking.verdict]
    sure = sum(verdict.shown for verdict in firsts)
    headline = (
        f"{sure or 'None'} of {len(firsts)} rankings {'has' if sure == 1 else 'have'} a first place that is sure; "
        f"{_against_nothing(all_ranks)}."
    )
    tables = [_rank_table(ranks) for ranks in all_ranks]
    last = tuple(sentence for ranks in all_ranks for sentence in _comes_last(ranks))
    said = (*(one.sentence for one in firsts), *last)
    cannot: Kind = "cannot-do-the-task"
    kinds = (*(one.kind for one in firsts), *(cannot for _ in last))
    return Sheet("rank", headline, said, tuple(forests), tuple(tables), kinds=kinds)


def _comes_last(ranks: Ranks) -> list[str]:
    """Models whose words lie at random stand behind all others, whatever their scores."""
    reasons = {_entry(ranks, one): one.unable.removeprefix("cannot do the task: ") for one in ranks.entries}
    return [f"{name}: comes last, because {reason}." for name, reason in reasons.items() if reason]


def _against_nothing(all_ranks: Sequence[Ranks]) -> str:
    """Of the placings that were tested."""
    every = [row for ranks in all_ranks for ranking in ranks.rankings for row in ranking.rows]
    rows = [row for row in every if row.verdict and row.verdict.p is not None]
    apart = sum(row.told_apart for row in rows)
    verb = "is" if apart == 1 else "are"
    return f"{apart or 'none'} of {len(rows)} placings {verb} told apart from vectors that know nothing"


def _entry(ranks: Ranks, entry: Entry) -> str:
    alone = len({one.language for one in ranks.entries}) == 1
    name = short_names(one.model for one in ranks.entries)[entry.model]
    named = f"{name}, know nothing" if entry.null else name
    return named if alone else f"{named} ({entry.language})"


def _rank_forest(ranks: Ranks, ranking: Ranking) -> Forest:
    marks = tuple(
        Mark(
            _entry(ranks, row.entry),
            float(row.rank),
            float(row.rank_low),
            float(row.rank_high),
            f"{row.rank} ({row.rank_low}–{row.rank_high})",
            row.verdict.kind if row.verdict else None,
            row.verdict.sentence if row.verdict else "",
        )
        for row in sorted(ranking.rows, key=lambda row: row.rank)
    )
    queries = f"{len(ranking.queries)} of {len(ranking.matrix)} queries"
    note = f"{queries}; 1 is the least biased. Shown: told apart from vectors that know nothing."
    return Forest(f"{ranking.measure} on {ranks.data.partition('#')[0]}: rank", "rank", marks, note=note)


def _rank_table(ranks: Ranks) -> Table:
    rows = [
        (_entry(ranks, entry), *(f"{ranking.rows[place].aggregate:.3g}" for ranking in ranks.rankings))
        for place, entry in enumerate(ranks.entries)
    ]
    headers = ("Model", *(f"{ranking.measure} (ideal {ranking.ideal:g})" for ranking in ranks.rankings))
    taus = [f"{first} and {second}: {tau:+.2f}" for (first, second), tau in ranks.correlations.items()]
    note = f"Kendall's τ between rankings: {', '.join(taus)}." if taus else ""
    return Table(f"Values on {ranks.data.partition('#')[0]}", headers, tuple(rows), note=note)


def agreement_sheet(agreements: Sequence[Agreement]) -> Sheet:
    """Do measures agree about models?"""
    own = [one for one in agreements if one.verdict and one.verdict.family == FAMILY_OF_AGREEMENT] or agreements
    sure = [one for one in own if one.verdict and one.verdict.shown]
    verb = "agrees" if len(sure) == 1 else "agree"
    headline = f"{len(sure) or 'None'} of {len(own)} pairs of measures {verb} about models more than luck would."
    headers = ("Measures", "Language", "Models", "Pearson", "p", "Spearman", "p", "Same side", "Difference", "Verdict")
    strong = tuple(place for place, one in enumerate(agreements) if one.verdict and one.verdict.shown)
    note = (
        "Over few models of few families: read the p-values as the kindest case. Those in the table are of each pair "
        "alone; verdicts allow for how many pairs there are."
    )
    table = Table("Agreement", headers, tuple(map(_agreement, agreements)), numbers=2, note=note, strong=strong)
    marks = tuple(map(_correlation, agreements))
    forest = Forest("Pearson's correlation over models", "correlation with its interval", marks, reference=0.0)
    ordered = sorted(own, key=lambda one: one.verdict.p_adjusted if one.verdict and one.verdict.p_adjusted else 1.0)
    told = [one.verdict for one in ordered if one.verdict][:MOST_SENTENCES]
    said, kinds = tuple(one.sentence for one in told), tuple(one.kind for one in told)
    return Sheet("agreement", headline, said, (forest,), (table,), kinds=kinds)


def _correlation(one: Agreement) -> Mark:
    label, verdict = f"{one.first.name} · {one.second.name} ({one.first.language})", one.verdict
    if verdict is None or verdict.difference is None or verdict.low is None or verdict.high is None:
        why = verdict.reason if verdict else ""
        return Mark(label, None, None, None, why, "not-enough-evidence", verdict.sentence if verdict else "")
    low, high = verdict.low, verdict.high
    words = f"{verdict.difference:+.2f} [{low:+.2f}, {high:+.2f}]"
    return Mark(label, verdict.difference, low, high, words, verdict.kind, verdict.sentence)


def _agreement(one: Agreement) -> tuple[str, ...]:
    numbers = (one.pearson, one.pearson_p, one.spearman, one.spearman_p, one.direction, one.difference)
    told = ("–" if number is None else f"{number:.3f}" for number in numbers)
    names = f"{one.first.name} · {one.second.name}"
    return (names, one.first.language, str(len(one.models)), *told, kind_in_words(one.verdict))


def short(model: str) -> str:
    """The name that a reader knows; signatures have the revision."""
    return HASH.sub("", model).removeprefix("hf:").removeprefix("dir:")

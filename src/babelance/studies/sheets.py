"""Comparisons and studies as pages: which sentences are said, and which numbers are drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from babelance.core import digits
from babelance.core.estimate import Estimate
from babelance.core.reason import Reason
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Verdict
from babelance.stats.compare import Difference
from babelance.studies.agreement import Agreement
from babelance.studies.comparison import Comparison
from babelance.studies.preserved import GroupPreservation
from babelance.studies.ranking import Ranking, Ranks
from babelance.studies.versions import Row

HASH = re.compile(r"[@#][0-9a-f]{4,}(?= |$)")
MOST_SENTENCES = 3


def comparison_sheet(comparisons: Sequence[Comparison]) -> Sheet:
    """Two models on the same items: a forest of paired differences for each measure."""
    a, b = (short(getattr(comparisons[0], side)) for side in "ab")
    measures = dict.fromkeys(one.measure for one in comparisons)
    forests = [_differences(name, [one for one in comparisons if one.measure == name]) for name in measures]
    verdicts = [one.verdict for one in comparisons if one.verdict]
    return Sheet(
        "compare",
        told_apart(verdicts, f"{b} and {a}"),
        strongest(comparisons),
        tuple(forests),
        (_values(comparisons),),
        facts=(("A", comparisons[0].a), ("B", comparisons[0].b)),
    )


def told_apart(verdicts: Sequence[Verdict], who: str) -> str:
    """The headline: how many differences stand out after correction."""
    shown, tested = sum(one.shown for one in verdicts), sum(one.difference is not None for one in verdicts)
    if not tested:
        return f"Nothing can be said about {who}: there is not enough evidence."
    verb = "differs" if shown == 1 else "differ"
    return f"{who}: {shown or 'none'} of {tested} comparisons {verb} after correction."


def strongest(comparisons: Iterable[Comparison]) -> tuple[str, ...]:
    """What is said of the clearest differences; else of the first ones that could be tested."""
    known = [(one, one.verdict) for one in comparisons if one.verdict and one.verdict.difference is not None]
    ordered = sorted(known, key=lambda pair: (not pair[1].shown, pair[1].p_adjusted if pair[1].p_adjusted else 0.0))
    return tuple(
        f"{one.measure}, {_place(one)}: {HASH.sub('', verdict.sentence)}" for one, verdict in ordered[:MOST_SENTENCES]
    )


def _differences(measure: str, comparisons: Sequence[Comparison]) -> Forest:
    marks = tuple(_mark(_place(one), one.difference, one.verdict) for one in comparisons)
    return Forest(f"{measure}: B − A", "paired difference with its interval", marks, reference=0.0)


def _place(one: Comparison) -> str:
    return " · ".join(filter(None, (one.language, one.data.partition("@")[0].rsplit("/", 1)[-1], one.group)))


def _mark(label: str, difference: Difference | Reason | None, verdict: Verdict | None) -> Mark:
    if difference is None or isinstance(difference, Reason):
        told = str(difference or "not the same items, so there is no paired difference")
        return Mark(label, None, None, None, told, "not-enough-evidence")
    words = interval_words(difference.value, difference.low, difference.high, sign=True)
    kind, said = (verdict.kind, HASH.sub("", verdict.sentence)) if verdict else (None, "")
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
        (one.measure, _place(one), *_pair(one), _adjusted(one.p_holm), str(one.n), _kind(one.verdict))
        for one in comparisons
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


def _adjusted(p: float | None) -> str:
    return "" if p is None else digits.probability(p)


def _kind(verdict: Verdict | None) -> str:
    return verdict.kind.replace("-", " ") if verdict else ""


def rank_sheet(all_ranks: Sequence[Ranks]) -> Sheet:
    """Ranks drawn with the range that redrawing the words leaves of them."""
    forests = [_rank_forest(ranks, ranking) for ranks in all_ranks for ranking in ranks.rankings]
    firsts = [_first(ranks, ranking) for ranks in all_ranks for ranking in ranks.rankings]
    sure = sum(sure for sure, _ in firsts)
    headline = (
        f"{sure or 'None'} of {len(firsts)} rankings {'has' if sure == 1 else 'have'} a first place that is sure."
    )
    tables = [_rank_table(ranks) for ranks in all_ranks]
    return Sheet("rank", headline, tuple(said for _, said in firsts), tuple(forests), tuple(tables))


def _first(ranks: Ranks, ranking: Ranking) -> tuple[bool, str]:
    best = min(ranking.rows, key=lambda row: row.rank)
    name = _entry(ranks, best.entry.model, best.entry.language)
    sure = best.rank_low == best.rank_high == 1
    rest = "whatever words are drawn" if sure else f"in {100 * best.first:.0f} % of the draws of the words"
    return sure, f"{ranking.measure}: {name} is the least biased, {rest}."


def _entry(ranks: Ranks, model: str, language: str) -> str:
    alone = len({entry.language for entry in ranks.entries}) == 1
    return short(model) if alone else f"{short(model)} ({language})"


def _rank_forest(ranks: Ranks, ranking: Ranking) -> Forest:
    marks = tuple(
        Mark(
            _entry(ranks, row.entry.model, row.entry.language),
            float(row.rank),
            float(row.rank_low),
            float(row.rank_high),
            f"{row.rank} ({row.rank_low}–{row.rank_high})",
            "shown" if row.told_apart else "not-told-apart",
        )
        for row in sorted(ranking.rows, key=lambda row: row.rank)
    )
    note = f"{len(ranking.queries)} of {len(ranking.matrix)} queries; 1 is the least biased."
    return Forest(f"{ranking.measure} on {ranks.data.partition('#')[0]}: rank", "rank", marks, note=note)


def _rank_table(ranks: Ranks) -> Table:
    rows = [
        (_entry(ranks, entry.model, entry.language), *(f"{one.rows[place].aggregate:.3g}" for one in ranks.rankings))
        for place, entry in enumerate(ranks.entries)
    ]
    headers = ("Model", *(f"{one.measure} (ideal {one.ideal:g})" for one in ranks.rankings))
    taus = [f"{first} and {second}: {tau:+.2f}" for (first, second), tau in ranks.correlations.items()]
    note = f"Kendall's τ between rankings: {', '.join(taus)}." if taus else ""
    return Table(f"Values on {ranks.data.partition('#')[0]}", headers, tuple(rows), note=note)


def agreement_sheet(agreements: Sequence[Agreement]) -> Sheet:
    """Do measures agree about models?"""
    sure = [one for one in agreements if one.pearson_p is not None and one.pearson_p < 0.05]
    headline = f"{len(sure) or 'None'} of {len(agreements)} pairs of measures agree about models more than luck would."
    headers = ("Measures", "Language", "Models", "Pearson", "p", "Spearman", "p", "Same side", "Difference")
    rows = [_agreement(one) for one in agreements]
    strong = tuple(place for place, one in enumerate(agreements) if one in sure)
    note = "Over few models of few families: read the p-values as the kindest case. They are not corrected."
    table = Table("Agreement", headers, tuple(rows), numbers=2, note=note, strong=strong)
    return Sheet("agreement", headline, tuple(map(_agreement_words, agreements))[:MOST_SENTENCES], tables=(table,))


def _agreement(one: Agreement) -> tuple[str, ...]:
    numbers = (one.pearson, one.pearson_p, one.spearman, one.spearman_p, one.direction, one.difference)
    told = ("–" if number is None else f"{number:.3f}" for number in numbers)
    return (f"{one.first.name} · {one.second.name}", one.first.language, str(len(one.models)), *told)


def _agreement_words(one: Agreement) -> str:
    who = f"{one.first.name} and {one.second.name} ({one.first.language}, {len(one.models)} models)"
    side = f"lie on the same side of their ideals for {100 * one.direction:.0f} % of the models"
    if one.pearson is None or one.pearson_p is None:
        return f"{who} {side}; one of them does not vary, so they have no correlation."
    sure = "more than luck would give" if one.pearson_p < 0.05 else "which luck alone may give"
    return f"{who} {side} and correlate with {one.pearson:+.2f}, {sure} (p {_equals(one.pearson_p)})."


def _equals(p: float) -> str:
    told = digits.probability(p)
    return told if told.startswith("<") else f"= {told}"


def versions_sheet(by_model: Sequence[Sequence[Row]]) -> Sheet:
    """Models on several versions of the same material."""
    rows = [row for some in by_model for row in some]
    changed = [row for row in rows if row.difference]
    sure = [row for row in changed if row.difference and not row.difference.low <= 0 <= row.difference.high]
    headline = (
        f"{len(sure) or 'None'} of {len(changed)} versions {'changes' if len(sure) == 1 else 'change'} the score."
        if changed
        else "No two versions have a score: there is nothing to compare."
    )
    several = len(by_model) > 1
    changes = tuple(_version_change(row, several=several) for row in changed)
    note = "Versions of other items than the first are not paired: their intervals have the errors of both scores."
    forests = (
        [Forest("Change of the score", "difference from the first version", changes, 0.0, note)] if changes else []
    )
    headers = ("Version", "Measure", "Score", "n", "Skipped", "Difference")
    tables = tuple(
        Table(f"Scores of {short(some[0].result.about.model)}", headers, tuple(map(_version, some)), numbers=2)
        for some in by_model
    )
    models = ", ".join(short(some[0].result.about.model) for some in by_model)
    return Sheet("study", headline, (), tuple(forests), tables, facts=(("models" if several else "model", models),))


def _version_change(row: Row, *, several: bool) -> Mark:
    known = row.difference
    assert known
    kind = "not-told-apart" if known.low <= 0 <= known.high else "shown"
    words = interval_words(known.value, known.low, known.high, sign=True)
    model = f"{short(row.result.about.model)} · " if several else ""
    label = f"{model}{row.version.name} ({row.version.measure})"
    return Mark(label, known.value, known.low, known.high, words, kind)  # type: ignore[arg-type]


def _version(row: Row) -> tuple[str, ...]:
    result, known = row.result, row.difference
    score = (
        interval_words(result.value, result.low, result.high)
        if isinstance(result, Estimate)
        else f"undefined: {result.undefined}"
    )
    skipped = str(sum(result.about.skipped.values()))
    difference = interval_words(known.value, known.low, known.high, sign=True) if known else ""
    return row.version.name, row.version.measure, score, str(result.about.n), skipped, difference


def preserved_sheet(counted: Sequence[tuple[str, str, GroupPreservation]]) -> Sheet:
    """How often a translation says the gender that its source says."""
    marks = tuple(
        Mark(
            f"{language} · {share.group}",
            100 * share.share,
            100 * share.interval.low,
            100 * share.interval.high,
            interval_words(100 * share.share, 100 * share.interval.low, 100 * share.interval.high),
        )
        for _, language, share in counted
    )
    lowest = min(counted, key=lambda one: one[2].share)
    headline = (
        f"Gender is kept least in {lowest[1]} for the group {lowest[2].group}: {100 * lowest[2].share:.0f} % of the "
        "sentences say it."
    )
    note = "A lower bound: gender that is shown otherwise is not seen."
    return Sheet("study", headline, (), (Forest("Sentences that say their gender, %", "%", marks, note=note),))


def short(model: str) -> str:
    """The name that a reader knows; signatures have the revision."""
    return HASH.sub("", model).removeprefix("hf:").removeprefix("dir:")

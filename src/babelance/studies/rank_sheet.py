"""Ranked word vectors as a page: which come first, and which distances from a null are shown."""

from __future__ import annotations

from collections.abc import Sequence

from babelance.core.language_names import language_name
from babelance.core.model_names import short_names
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Kind, Verdict
from babelance.studies.ranked import Entry, Ranking, Ranks


def rank_sheet(all_ranks: Sequence[Ranks]) -> Sheet:
    """Ranks drawn with the range that redrawing the words leaves of them."""
    forests = [_rank_forest(ranks, ranking) for ranks in all_ranks for ranking in ranks.rankings]
    firsts = [ranking.verdict for ranks in all_ranks for ranking in ranks.rankings if ranking.verdict]
    sure = sum(verdict.shown for verdict in firsts)
    firsts_in_words = f"{sure} of {len(firsts)} rankings {'has' if sure == 1 else 'have'}" if sure else "No ranking has"
    headline = f"{firsts_in_words} a first place that is sure; {_against_nothing(all_ranks)}."
    tables = [_rank_table(ranks) for ranks in all_ranks]
    last = tuple(sentence for ranks in all_ranks for sentence in _comes_last(ranks))
    told = _told_together(firsts)
    said = (*(sentence for sentence, _ in told), *last)
    cannot: Kind = "cannot-do-the-task"
    kinds = (*(kind for _, kind in told), *(cannot for _ in last))
    return Sheet("rank", headline, said, tuple(forests), tuple(tables), kinds=kinds)


def _told_together(firsts: Sequence[Verdict]) -> list[tuple[str, Kind]]:
    """Sentences with their kinds. Where first places cannot be tested for one and the same reason, it is said once."""
    untested: dict[str, list[str]] = {}
    for verdict in firsts:
        about, _, why = verdict.sentence.partition(": ")
        if verdict.difference is None:
            untested.setdefault(why, []).append(about)
    tested = [(verdict.sentence, verdict.kind) for verdict in firsts if verdict.difference is not None]
    return tested + [(f"{' · '.join(about)}: {why}", "not-enough-evidence") for why, about in untested.items()]


def _comes_last(ranks: Ranks) -> list[str]:
    """Models whose words lie at random stand behind all others, whatever their scores."""
    reasons = {
        f"{_entry(ranks, entry)}{_of_language(ranks)}": entry.unable.removeprefix("cannot do the task: ")
        for entry in ranks.entries
    }
    return [f"{name}: Comes last, because {reason}." for name, reason in reasons.items() if reason]


def _against_nothing(all_ranks: Sequence[Ranks]) -> str:
    """How many of the tested placings differ from vectors that know nothing, in words."""
    every = [row for ranks in all_ranks for ranking in ranks.rankings for row in ranking.rows]
    rows = [row for row in every if row.verdict and row.verdict.p is not None]
    apart = sum(row.told_apart for row in rows)
    placings = f"{apart} of {len(rows)} placings {'is' if apart == 1 else 'are'}" if apart else "no placing is"
    return f"{placings} told apart from vectors that know nothing"


def _entry(ranks: Ranks, entry: Entry) -> str:
    alone = len({other.language for other in ranks.entries}) == 1
    name = short_names(other.model for other in ranks.entries)[entry.model]
    named = f"{name}, know nothing" if entry.null else name
    return named if alone else f"{named} ({entry.language})"


def _of_language(ranks: Ranks) -> str:
    """`, English`, where a table has one language: its rows do not say it."""
    languages = {entry.language for entry in ranks.entries}
    return f", {language_name(*languages)}" if len(languages) == 1 else ""


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
    title = f"{ranking.measure} on {ranks.data.partition('#')[0]}{_of_language(ranks)}: rank"
    return Forest(title, "rank", marks, note=note, whole=True)


def _rank_table(ranks: Ranks) -> Table:
    rows = [
        (_entry(ranks, entry), *(f"{ranking.rows[index].aggregate:.3g}" for ranking in ranks.rankings))
        for index, entry in enumerate(ranks.entries)
    ]
    headers = ("Model", *(f"{ranking.measure} (ideal {ranking.ideal:g})" for ranking in ranks.rankings))
    taus = [f"{first} and {second}: {tau:+.2f}" for (first, second), tau in ranks.correlations.items()]
    note = f"Kendall's τ between rankings: {', '.join(taus)}." if taus else ""
    title = f"Values on {ranks.data.partition('#')[0]}{_of_language(ranks)}"
    return Table(title, headers, tuple(rows), note=note)

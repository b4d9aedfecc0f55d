"""Studies as pages: models on several versions of the same material, translated gender, ways of cutting into tokens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from babelance.core.estimate import Estimate
from babelance.core.sheet import Forest, Mark, Sheet, Table
from babelance.core.verdict import Verdict
from babelance.studies.paper_mark import MARK_NOTE, mark_of
from babelance.studies.preserved import Counted
from babelance.studies.sheets import MOST_SENTENCES, interval_words, kind_in_words, short
from babelance.studies.tokens import TokenStudy, Way
from babelance.studies.versions import Row, changes_nothing


def versions_sheet(by_model: Sequence[Sequence[Row]]) -> Sheet:
    """Models on several versions of the same material."""
    changed = [row for some in by_model for row in some if row.first]
    verdicts = [row.verdict for row in changed if row.verdict]
    headline = _versions_headline([verdict for verdict in verdicts if verdict.difference is not None])
    several = len(by_model) > 1
    changes = tuple(_version_change(row, several=several) for row in changed)
    note = "Versions of other items than the first are not paired: their intervals have the errors of both scores."
    forests = [Forest("Change of the score", "difference from the first version", changes, 0.0, note)]
    headers = ("Version", "Measure", "Score", "n", "Skipped", "Difference", "Verdict")
    tables = tuple(
        Table(f"Scores of {short(some[0].result.about.model)}", headers, tuple(map(_version, some)), 2, MARK_NOTE)
        for some in by_model
    )
    models = ", ".join(short(some[0].result.about.model) for some in by_model)
    return Sheet(
        "study",
        headline,
        tuple(verdict.sentence for verdict in _clearest(verdicts)),
        tuple(forests if changes else []),
        tables,
        facts=(("models" if several else "model", models),),
        kinds=tuple(verdict.kind for verdict in _clearest(verdicts)),
    )


def _clearest(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """What is shown, and then what is least likely to be luck; equals stay in their order."""
    return sorted(verdicts, key=_doubt)[:MOST_SENTENCES]


def _doubt(verdict: Verdict) -> tuple[bool, float]:
    return not verdict.shown, 2.0 if verdict.p_adjusted is None else verdict.p_adjusted


def _versions_headline(tested: Sequence[Verdict]) -> str:
    if not tested:
        return "Nothing can be said about changes: there is not enough evidence."
    shown = sum(verdict.shown for verdict in tested)
    if shown and len(tested) == 1:
        return "The other version changes the score."
    if shown:
        verb = "shows" if shown == 1 else "show"
        return f"{shown} of {len(tested)} comparisons between versions {verb} a change of the score."
    if all(changes_nothing(verdict) for verdict in tested):
        return "The other version scores every item the same: nothing was changed."
    return "No version is shown to change the score."


def _version_change(row: Row, *, several: bool) -> Mark:
    model = f"{short(row.result.about.model)} · " if several else ""
    verdict, label = row.verdict, f"{model}{row.version.name} ({row.version.measure})"
    if verdict is None or verdict.difference is None or verdict.low is None or verdict.high is None:
        return Mark(label, None, None, None, verdict.reason if verdict else "", "not-enough-evidence")
    words = interval_words(verdict.difference, verdict.low, verdict.high, sign=True)
    return Mark(label, verdict.difference, verdict.low, verdict.high, words, verdict.kind, verdict.sentence)


def _version(row: Row) -> tuple[str, ...]:
    result, known = row.result, row.difference
    score = (
        interval_words(result.value, result.low, result.high, mark=mark_of(result))
        if isinstance(result, Estimate)
        else f"undefined: {result.undefined}"
    )
    skipped = str(sum(result.about.skipped.values()))
    difference = interval_words(known.value, known.low, known.high, sign=True) if known else ""
    return (
        row.version.name,
        row.version.measure,
        score,
        str(result.about.n),
        skipped,
        difference,
        kind_in_words(row.verdict),
    )


def preserved_sheet(counted: Sequence[Counted], verdicts: Mapping[tuple[str, str], Verdict]) -> Sheet:
    """How often a translation says the gender that its source says."""
    marks = tuple(
        Mark(
            f"{language} · {share.group}",
            100 * share.share,
            100 * share.interval.low,
            100 * share.interval.high,
            interval_words(100 * share.share, 100 * share.interval.low, 100 * share.interval.high),
            verdicts[data, language].kind,
            verdicts[data, language].sentence,
        )
        for data, language, share in counted
    )
    shown = sum(verdict.shown for verdict in verdicts.values())
    subject = f"{shown} of {len(verdicts)} translations" if len(verdicts) > 1 else "The translation"
    headline = (
        f"{subject} {'keeps' if shown == 1 else 'keep'} one gender more often than the other."
        if shown
        else "No translation is shown to keep one gender more often than the other."
    )
    clearest = _clearest(verdicts.values())
    note = "A lower bound: gender that is shown otherwise is not seen."
    forest = Forest("Sentences that say their gender, %", "%", marks, note=note)
    said = tuple(verdict.sentence for verdict in clearest)
    return Sheet("study", headline, said, (forest,), kinds=tuple(verdict.kind for verdict in clearest))


def tokens_sheet(answer: TokenStudy) -> Sheet:
    """One result, written and scored in ways that mean the same."""
    kind = answer.verdict.kind if answer.verdict else None
    headline = {
        "shown": "What is shown stays so, however the sentences are written and cut.",
        "not-told-apart": "Nothing is shown as it is, so nothing hangs on how sentences are written and cut.",
        "cannot-do-the-task": "The model cannot do the task as it is.",
    }.get(kind or "", "There is not enough evidence, however the sentences are written and cut.")
    if kind == "not-told-apart" and answer.unsteady:
        headline = f"Nothing is shown as it is, and single answers are not to be relied on: {answer.unsteady}."
    if answer.reason:
        headline = "What is shown hangs on how sentences are written or cut: it is not to be believed."
    pieces = [(f"pieces of {side}", f"{count:.1f} on average") for side, count in answer.pieces.items()]
    return Sheet(
        "study",
        headline,
        (answer.verdict.sentence,) if answer.verdict else (),
        (Forest("The score in each way", "score with its interval", tuple(map(_way, answer.ways))),),
        (Table("Ways", ("Way", "Score", "n", "Flipped", "Verdict"), tuple(map(_way_row, answer.ways))),),
        facts=(("model", short(answer.ways[0].result.about.model)), *pieces),
        kinds=(answer.verdict.kind,) if answer.verdict else (),
    )


def _way(way: Way) -> Mark:
    result, verdict = way.result, way.result.verdict
    kind, said = (verdict.kind, verdict.sentence) if verdict else (None, "")
    if not isinstance(result, Estimate):
        return Mark(way.name, None, None, None, str(result.undefined), "not-enough-evidence", said)
    words = interval_words(result.value, result.low, result.high)
    return Mark(way.name, result.value, result.low, result.high, words, kind, said)


def _way_row(way: Way) -> tuple[str, ...]:
    flipped = "" if way.flipped is None else f"{100 * way.flipped:.1f} %"
    return way.name, _way(way).words, str(way.result.about.n), flipped, kind_in_words(way.result.verdict)

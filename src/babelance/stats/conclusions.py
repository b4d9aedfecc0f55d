"""From the verdicts of a run to its conclusion: what stands out after correction, and what the rest is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from babelance.core import digits
from babelance.core.conclusion import Conclusion, Family, Finding
from babelance.core.estimate import Estimate, Result
from babelance.core.language_names import language_name
from babelance.core.verdict import CONTROLS, NO_CONCLUSION, USE, Kind, Verdict
from babelance.stats.method import rare
from babelance.stats.remarks import Judged, alarms, contradictions, is_about, meaning, why_nothing, without_hash

MOST_FINDINGS = 12
NO_CONCLUSION_IN_WORDS: Mapping[Kind, str] = {
    "cannot-do-the-task": "are about a model that cannot do the task",
    "not-enough-evidence": "lack evidence",
}
PIECES = "how names are cut into pieces"
"""What explains a score that no difference was tested of."""


def conclude(results: Sequence[Result]) -> Conclusion:
    """Of results whose verdicts are complete."""
    judged = [(result, result.verdict) for result in results if result.verdict is not None]
    families = [_family(name, members) for name, members in _by_family(judged).items()]
    findings = _findings(judged)
    remarks = (*contradictions(judged), *alarms(judged))
    return Conclusion(_headline(families, findings, judged), _strongest(findings), tuple(families), remarks)


def _strongest(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first few of all, and the first of every question."""
    first = {finding.family: finding for finding in reversed(findings)}
    return tuple(
        finding for rank, finding in enumerate(findings) if rank < MOST_FINDINGS or first[finding.family] is finding
    )


def _by_family(judged: Iterable[Judged]) -> dict[str, list[Judged]]:
    """Questions about bias first, then what models are good for, then controls."""
    families: dict[str, list[Judged]] = {}
    for entry in judged:
        families.setdefault(entry[1].family, []).append(entry)
    return dict(sorted(families.items(), key=lambda pair: (is_about(pair[0], CONTROLS), is_about(pair[0], USE))))


def _asks_about_bias(family: str) -> bool:
    return not is_about(family, CONTROLS) and not is_about(family, USE)


def _family(name: str, members: Sequence[Judged]) -> Family:
    kinds = Counter(verdict.kind for _, verdict in members)
    harmful = sum(verdict.harmful for _, verdict in members)
    return Family(
        name=name,
        kind=_kind(kinds, harmful if name not in (USE, CONTROLS) else kinds["shown"]),
        sentence=_family_in_words(name, kinds, harmful, members),
        results=len(members),
        shown=kinds["shown"],
        harmful=harmful,
        not_told_apart=kinds["not-told-apart"],
        cannot=kinds["cannot-do-the-task"],
        not_enough=kinds["not-enough-evidence"],
        compared=_count_tested(members),
        explained=len(_explained_otherwise(members)),
        detectable=_detectable(members),
    )


def _count_tested(members: Iterable[Judged]) -> int:
    """Those that were tested: not those that something else explains, nor scores that are their own null."""
    return sum(
        verdict.kind not in NO_CONCLUSION and verdict.compared > 0 and not verdict.explained for _, verdict in members
    )


def _count_mute(members: Iterable[Judged]) -> int:
    """Scores that are their own null."""
    return sum(
        verdict.kind == "not-told-apart" and not verdict.compared and not verdict.explained for _, verdict in members
    )


def _explained_otherwise(judged: Iterable[Judged]) -> list[Judged]:
    return [entry for entry in judged if entry[1].explained]


def _detectable(members: Sequence[Judged]) -> str:
    seen = _smallest_seen(members)
    if seen and seen[1] is None:
        return f"{seen[0]} items are too few to show any difference that there can be."
    return f"{seen[0]} items show differences of {seen[1]} or more; smaller ones may go unseen." if seen else ""


def _smallest_seen(members: Sequence[Judged]) -> tuple[int, str | None] | None:
    """Items, and what half of the results would have shown four times in five, of those in per cent or of a single
    measure; no size if the scale is not that long."""
    compared = [(result, verdict.mde) for result, verdict in members if verdict.mde and verdict.compared]
    shares = [(result, mde) for result, mde in compared if result.about.scale.unit == "%"]
    if not shares and len({result.about.measure for result, _ in compared}) != 1:
        return None
    known = shares or compared
    if not known:
        return None
    items = round(median(result.about.n for result, _ in known))
    typical = median(mde for _, mde in known)
    if typical > max(result.about.scale.high - result.about.scale.low for result, _ in known):
        return items, None
    size = digits.short(float(f"{typical:.2g}"))
    return items, f"{size} points" if shares else size


def _kind(kinds: Counter[Kind], findings: int) -> Kind:
    """A single finding is one; else what holds for most of the others."""
    if findings:
        return "shown"
    others: tuple[Kind, ...] = ("not-told-apart", "cannot-do-the-task", "not-enough-evidence")
    return max(others, key=lambda kind: kinds[kind] + (kinds["shown"] if kind == "not-told-apart" else 0))


def _family_in_words(name: str, kinds: Counter[Kind], harmful: int, members: Sequence[Judged]) -> str:
    compared, explained, mute = _count_tested(members), len(_explained_otherwise(members)), _count_mute(members)
    alone = sum(verdict.direction is not None for _, verdict in members)
    parts = [_stands_out(name, kinds["shown"], harmful, compared, alone, _luck(members))] if compared else []
    parts += [f"{_are(explained, len(members))} explained by {PIECES}, and no finding"] * bool(explained)
    parts += [f"{mute} of {len(members)} cannot show a bias by {'itself' if mute == 1 else 'themselves'}"] * bool(mute)
    for kind, lacking in NO_CONCLUSION_IN_WORDS.items():
        why = "" if compared else why_nothing(members, kind)
        parts += [f"{kinds[kind]} of {len(members)} {lacking}{why}"] * bool(kinds[kind])
    return "; ".join(parts) + "."


def _luck(members: Sequence[Judged]) -> float:
    """How many of those that were tested would differ by luck alone, at the level of each."""
    return sum(rare(result.level) for result, verdict in members if isinstance(result, Estimate) and verdict.compared)


def _stands_out(name: str, shown: int, harmful: int, compared: int, alone: int, luck: float) -> str:
    if is_about(name, CONTROLS):
        what = "controls differ although nothing should" if shown else "controls differ, as it should be"
        return f"{shown or 'none'} of {compared} {what}"
    if is_about(name, USE):
        return f"{shown or 'none'} of {compared} surely differ from what knowing nothing gives"
    better = f", {shown - harmful} of them on the side that is no bias" if shown > harmful else ""
    beside = (
        f"; {alone or 'none'} would without correction, and luck alone gives about {luck:.1f}" if compared > 1 else ""
    )
    if compared == 1:
        return f"the one comparison {'stands out' if shown else 'does not stand out'}{better}"
    return f"{shown or 'none'} of {compared} stand{'s' if shown == 1 else ''} out after correction{better}{beside}"


def _findings(judged: Iterable[Judged]) -> list[Finding]:
    findings = [
        _finding(result, verdict)
        for result, verdict in judged
        if isinstance(result, Estimate) and verdict.harmful and _asks_about_bias(verdict.family)
    ]
    return sorted(findings, key=lambda finding: (finding.p_adjusted, -_sureness(finding)))


def _sureness(finding: Finding) -> float:
    """How many widths of its interval a difference is away from 0: what p cannot tell once it is as small as can be."""
    width = finding.high - finding.low
    return abs(finding.difference) / width if width > 0 else float("inf")


def _finding(result: Estimate, verdict: Verdict) -> Finding:
    about = result.about
    assert verdict.difference is not None and verdict.low is not None and verdict.high is not None
    return Finding(
        verdict.sentence, str(about.signature), about.measure, about.model, about.data, about.language, about.group,
        verdict.family, result.value, verdict.difference, verdict.low, verdict.high, verdict.p_adjusted or 0.0,
    )  # fmt: skip


def _headline(families: Sequence[Family], findings: Sequence[Finding], judged: Sequence[Judged]) -> str:
    asked = [family for family in families if _asks_about_bias(family.name)]
    compared = sum(family.compared for family in asked)
    if findings:
        clearest = next(entry for entry in judged if str(entry[0].about.signature) == findings[0].signature)
        if compared == 1:
            return f"The one comparison shows a bias: {_short(*clearest)}."
        show = "comparisons shows" if len(findings) == 1 else "comparisons show"
        return f"{len(findings)} of {compared} {show} a bias after correction. Most clearly, {_short(*clearest)}."
    explained = len(_explained_otherwise(judged))
    if compared:
        unseen = _would_have_been_seen(judged)
        more = f"; {_are(explained)} explained by {PIECES}" if explained else ""
        more += f"; {unjudged} more could not be judged" if (unjudged := _count_unjudged(asked)) else ""
        return f"No bias was shown: {_without_findings(asked, compared)}{unseen}{more}."
    if explained:
        return f"Nothing can be said about bias: {PIECES} explains the score."
    if _count_mute(judged):
        return "Nothing can be said about bias: what was measured cannot show one by itself."
    if any(family.cannot for family in asked):
        return "Nothing can be said about bias: the models cannot do what they were asked."
    return (
        "Nothing can be said about bias: there is not enough evidence."
        if asked
        else "No question about bias was asked."
    )


def _without_findings(families: Sequence[Family], compared: int) -> str:
    """What stands out on the side that is no bias does stand out."""
    good = sum(family.shown for family in families)
    if compared == 1:
        return "the one comparison " + ("stands out, on the side that is no bias" if good else "does not stand out")
    if not good:
        return f"none of {compared} comparisons stands out after correction"
    stand = "comparisons stands" if good == 1 else "comparisons stand"
    return f"{good} of {compared} {stand} out after correction, on the side that is no bias"


def _count_unjudged(families: Iterable[Family]) -> int:
    """Results of models that cannot do the task, or without enough evidence: "nothing was shown" is not about them."""
    return sum(family.cannot + family.not_enough for family in families)


def _are(count: int, total: int = 0) -> str:
    """`1 of 3 is`, `2 more are`."""
    return f"{count} {f'of {total}' if total else 'more'} {'is' if count == 1 else 'are'}"


def _short(result: Result, verdict: Verdict) -> str:
    about = result.about
    tag, _, value = (about.group or "").partition("=")
    places = [about.measure, about.data.partition("@")[0], *([f"{tag}: {value}"] if tag else [])]
    where = f"in {language_name(about.language)} {without_hash(about.model)}"
    return f"{where} {meaning(verdict)} ({', '.join(places)})"


def _would_have_been_seen(judged: Sequence[Judged]) -> str:
    """What the card of the only question about bias says; of several questions each card has its own."""
    asked = [
        entry for entry in judged if not is_about(entry[1].family, CONTROLS) and not is_about(entry[1].family, USE)
    ]
    whole = [entry for entry in asked if " by " not in entry[1].family]
    seen = _smallest_seen(whole) if len({verdict.family for _, verdict in whole}) == 1 else None
    if seen and seen[1] is None:
        return "; with so few items no difference could have been seen"
    where = " over all items" if len(whole) < len(asked) else ""
    return f"; differences of {seen[1]} or more{where} would have been seen" if seen else ""

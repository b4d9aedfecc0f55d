"""How languages differ, or models before and after: the matrix of `babelance compare languages`, and what moved."""

from __future__ import annotations

import math
from typing import Any

from markupsafe import Markup

from babelance.core.verdict import KINDS_IN_WORDS
from babelance.report.between_languages import read, sentences_of
from babelance.report.first_screen import ScreenCard
from babelance.report.html.charts.heat import Shade, heat
from babelance.report.html.elements import cell, fold, in_words, join, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

INTRO = (
    "Jensen–Shannon divergence of the groups that are tied to attributes: 0 means the same groups, 0.693 nothing in "
    "common. It is averaged over the templates and attributes that both have. Compare it with the number for groups "
    "exchanged at random (in the table): where the two are close, the languages have no more in common than chance."
)
MOVED = (
    "Shares of groups before and after, averaged over templates, largest changes first. A lower score may hide that "
    "another group now comes first."
)


def card(results: Results) -> ScreenCard | None:
    """What the comparison found, for the first screen: how many pairs, and the clearest."""
    judged = [pair["verdict"] for pair in read(results).get("pairs", []) if pair.get("verdict")]
    if not judged:
        return None
    shown = [verdict for verdict in judged if verdict["kind"] == "shown"]
    clearest = min(shown or judged, key=lambda verdict: 1.0 if (p := verdict["p_adjusted"]) is None else p)
    kind, pairs = clearest["kind"], f"{len(judged)} pair{'' if len(judged) == 1 else 's'}"
    told = f"{len(shown) or 'None'} of {pairs} {'is' if len(shown) == 1 else 'are'} told apart"
    if len(judged) == 1:
        told = f"The one pair is {'' if shown else 'not '}told apart"
    counted = f"{told} from groups exchanged at random{', after correction' if len(judged) > 1 else ''}."
    return ScreenCard(section.title, kind, KINDS_IN_WORDS[kind], clearest["sentence"], counted, pairs, f"#{section.id}")


def render(results: Results) -> Markup:
    record = read(results)
    said = [tag("li", in_words(sentence)) for sentence in sentences_of(results)]
    parts = [tag("p", INTRO), _matrix(record), tag("ul", *said) if said else None, _models(record)]
    parts += [_pairs(record["pairs"])]
    moved = [_changes(change) for change in record.get("moved", [])]
    return join([*parts, *([tag("h3", "What moved"), tag("p", MOVED), *moved] if moved else [])])


def _matrix(record: dict[str, Any]) -> Markup:
    labels = [side["label"] for side in record["sides"]]
    cells = {}
    for pair in record["pairs"]:
        cells[pair["a"], pair["b"]] = cells[pair["b"], pair["a"]] = _shade(pair)
    return tag("figure", heat(labels, labels, cells, caption="Jensen–Shannon divergence of all pairs"))


def _shade(pair: dict[str, Any]) -> Shade:
    if pair["undefined"]:
        return Shade("undefined", None, title=pair["undefined"], missing=True)
    title = f"[{pair['low']:.3f}, {pair['high']:.3f}], groups exchanged: {pair['shuffled']:.3f}"
    return Shade(f"{pair['value']:.3f}", pair["value"] / math.log(2), title=title)


def _models(record: dict[str, Any]) -> Markup:
    entries = [join([tag("dt", side["label"]), tag("dd", side["model"])]) for side in record["sides"]]
    return tag("dl", *entries, class_="facts")


def _pairs(pairs: list[dict[str, Any]]) -> Markup:
    headers = ["Pair", "Divergence", "Interval", "Groups exchanged", "Cells", "Groups in both", "Verdict"]
    rows = [_pair(pair) for pair in pairs]
    return fold("All pairs", table(headers, rows, caption="All pairs", kind="sortable"))


def _pair(pair: dict[str, Any]) -> list[Markup]:
    name = cell(f"{pair['a']} / {pair['b']}")
    if pair["undefined"]:
        return [name, cell(f"undefined: {pair['undefined']}"), *(cell("") for _ in range(4)), _verdict(pair)]
    interval = f"[{pair['low']:.3f}, {pair['high']:.3f}]"
    numbered = [cell(f"{pair[key]:.3f}", key=pair[key], kind="number") for key in ("value", "shuffled")]
    counts = [cell(pair[key], key=pair[key], kind="number") for key in ("cells", "targets")]
    return [name, numbered[0], cell(interval), numbered[1], *counts, _verdict(pair)]


def _verdict(pair: dict[str, Any]) -> Markup:
    kind = (pair.get("verdict") or {}).get("kind", "")
    return cell(KINDS_IN_WORDS.get(kind, ""))


def _changes(change: dict[str, Any]) -> Markup:
    counts = f"{change['first_changed']} of {change['attributes']} attributes"
    summary = f"{change['a']} → {change['b']}: another group comes first for {counts}"
    rows = [
        [
            cell(move["attribute"]),
            cell(move["target"]),
            *(_share(move[key]) for key in ("before", "after")),
            _share(move["after"] - move["before"]),
        ]
        for move in change["moves"]
    ]
    headers = ["Attribute", "Group", "Before", "After", "Change"]
    shown = table(headers, rows, caption=f"What moved from {change['a']} to {change['b']}", kind="sortable")
    return fold(summary, shown)


def _share(value: float) -> Markup:
    return cell(f"{100 * value:.1f} %".replace("-", "\N{MINUS SIGN}"), key=value, kind="number")


section = Section("Between languages", 53, applies=lambda results: bool(read(results)), render=render)

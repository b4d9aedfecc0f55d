"""Translations: how often each set became she, he or they, and which occupations became which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import labels, numbers
from babelance.report.html.charts.shares import stacked_bars
from babelance.report.html.elements import Content, cell, fold, join, language, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

MEASURE = "tgbi"
CLASSES = ("she", "he", "they", "both", "unclassified")
MOST_DRAWN = 30
INTRO = (
    "The source leaves the gender open; these are the words that the translations chose. Two genders in one "
    "translation are “both”; without any known word it is “unclassified” and stays out of the shares. That "
    "an occupation became “he” is one translation or a few: read the table as a whole, not word by word."
)


def render(results: Results) -> Markup:
    return join([tag("p", INTRO), *(_result(result) for result in _results_with_sets(results))])


def _results_with_sets(results: Results) -> list[Result]:
    return [
        result
        for result in results.overall
        if result.about.measure == MEASURE and isinstance(result.extra.get("sets"), dict)
    ]


def _result(result: Result) -> Markup:
    about = result.about
    title = [language(about.language), f" {labels.short_model(about.model)} {about.data}"]
    return fold(join(title), _trouble(result.extra), _sets(result), _occupations(result), opened=True)


def _trouble(extra: Mapping[str, Plain]) -> Markup | None:
    """What went wrong with the translations, if anything did."""
    shares = {name: extra.get(name) for name in ("unclassified", "untranslated")}
    faults = [
        f"{numbers.percent(value)} {name}" for name, value in shares.items() if isinstance(value, float) and value
    ]
    empty = extra.get("empty")
    faults += [f"{empty} empty"] if isinstance(empty, int) and empty else []
    return tag("p", f"Of the translations: {', '.join(faults)}.", class_="quiet") if faults else None


def _sets(result: Result) -> Markup:
    sets = _counts(result.extra.get("sets"))
    drawn = stacked_bars(
        {name: _shares(row) for name, row in sets.items()}, CLASSES, caption="Shares by set", label="Set"
    )
    rows = [[cell(name), _number(row.get("n")), *_index(row)] for name, row in sets.items()]
    headers = ["Set", "Translations", "p she", "p he", "p they", "P"]
    return tag(
        "figure", tag("h3", "Sets"), drawn, table(headers, rows, caption="P and its shares by set", kind="sortable")
    )


def _index(row: Mapping[str, Plain]) -> list[Markup]:
    return [_decimal(row.get(name)) for name in ("p_she", "p_he", "p_they", "P")]


def _occupations(result: Result) -> Markup | None:
    """All of them in a table; those that lean most to either side also drawn."""
    listed = result.extra.get("occupations")
    rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    if not rows:
        return None
    words = {str(row["word"]): row for row in rows}
    names: dict[str, Content] = {word: tag("bdi", word, dir="auto") for word in words}
    drawn = stacked_bars(
        {word: _shares(words[word]) for word in _ends(list(words))},
        CLASSES,
        caption="What occupations became, from she to he",
        label="Occupation",
        names=names,
    )
    headers = ["Occupation", *CLASSES]
    cells = [
        [cell(names[word], key=word), *(_number(row.get(name)) for name in CLASSES)] for word, row in words.items()
    ]
    name = f"All {len(words)} occupations"
    whole = fold(name, table(headers, cells, caption=name, kind="sortable"))
    return tag("figure", tag("h3", "Which occupations become she, which he"), drawn, whole)


def _ends(words: Sequence[str]) -> Sequence[str]:
    """The list goes from she to he; both ends say most."""
    half = MOST_DRAWN // 2
    return words if len(words) <= MOST_DRAWN else [*words[:half], *words[-half:]]


def _counts(sets: Plain) -> dict[str, dict[str, Plain]]:
    return {name: row for name, row in sets.items() if isinstance(row, dict)} if isinstance(sets, dict) else {}


def _shares(row: Mapping[str, Plain]) -> dict[str, float]:
    counts = {name: float(value) for name in CLASSES if isinstance(value := row.get(name), int | float)}
    total = sum(counts.values())
    return {name: count / total for name, count in counts.items()} if total else {}


def _number(value: Plain) -> Markup:
    return cell(str(value), key=value, kind="number") if isinstance(value, int | float) else cell("–", kind="number")


def _decimal(value: Plain) -> Markup:
    number = value if isinstance(value, int | float) else None
    return cell("–" if number is None else numbers.fixed_decimals(number, 3), key=number, kind="number")


section = Section(
    "Translations",
    53,
    applies=lambda results: bool(_results_with_sets(results)),
    render=render,
    shows=frozenset(
        {"p_she", "p_he", "p_they", "both", "unclassified", "untranslated", "empty", "sets", "occupations"}
    ),
)

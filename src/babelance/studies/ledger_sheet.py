"""The ledger of mitigations as a page: changes with intervals, models × languages, and what use each one costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from babelance.core import digits
from babelance.core.reason import Reason
from babelance.core.sheet import Forest, Mark, Point, Scatter, Sheet, Table
from babelance.stats.compare import Difference
from babelance.studies.comparison import Comparison
from babelance.studies.ledger import pareto
from babelance.studies.ledger_rows import UNMITIGATED, Entities, Ledger, Row, not_measured
from babelance.studies.sheets import headline_of_comparisons, interval_words, sentence_under_heading, short, strongest

SPILLED = "° a language or an axis that the mitigation was not meant for."
CORRECTED = "p-values are adjusted over the whole ledger (Holm)."


def ledger_sheet(ledger: Ledger) -> Sheet:
    names = dict.fromkeys((row.variant, short(row.comparison.b)) for row in ledger.rows)
    clearest = strongest(row.comparison for row in ledger.rows)
    by_measure = _by_measure(ledger.rows)
    tables = [_table(measure, rows, ledger.variants()[1:]) for measure, rows in by_measure.items()]
    return Sheet(
        "ledger",
        headline_of_comparisons([row.comparison for row in ledger.rows], "What mitigations changed"),
        tuple(map(sentence_under_heading, clearest)),
        tuple(_forest(measure, rows) for measure, rows in _clearest_first(by_measure, clearest)),
        (
            *(replace(table, note=f"{CORRECTED} {table.note}".strip()) for table in tables[:1]),
            *tables[1:],
            *_averages(ledger),
            *_similarities(ledger),
            *_entities(ledger),
            *_not_measured(ledger),
        ),
        tuple(_scatters(ledger.rows)),
        facts=tuple(names),
        kinds=tuple(comparison.verdict.kind for comparison in clearest if comparison.verdict),
    )


def _by_measure(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Rows of a table; results of a measure on several datasets have one for each."""
    groups: dict[str, list[Row]] = {}
    known = list(rows)
    for row in known:
        comparison = row.comparison
        alone = len({_data(other) for other in known if other.comparison.measure == comparison.measure}) == 1
        groups.setdefault(comparison.measure if alone else f"{comparison.measure} on {_data(row)}", []).append(row)
    return groups


def _clearest_first(by_measure: Mapping[str, list[Row]], clearest: Sequence[Comparison]) -> list[tuple[str, list[Row]]]:
    """The first chart shows what the headline names."""
    place = {id(comparison): number for number, comparison in enumerate(clearest)}
    return sorted(
        by_measure.items(), key=lambda item: min(place.get(id(row.comparison), len(place)) for row in item[1])
    )


def _spilled(rows: Sequence[Row]) -> str:
    return SPILLED if any(row.spill_over for row in rows) else ""


def _data(row: Row) -> str:
    return row.comparison.data.partition("#")[0].partition("@")[0].rpartition("/")[2]


def _forest(measure: str, rows: Sequence[Row]) -> Forest:
    use = "use" if rows[0].utility else "bias"
    title = f"{measure} ({use}, ideal {rows[0].ideal:g}): after − before"
    return Forest(title, "change with its interval", tuple(map(_mark, rows)), reference=0.0, note=_spilled(rows))


def _mark(row: Row) -> Mark:
    comparison, label = row.comparison, f"{row.variant} · {_language(row)}"
    difference = comparison.difference
    if isinstance(difference, Reason):
        return Mark(label, None, None, None, str(difference), "not-enough-evidence")
    words = interval_words(difference.value, difference.low, difference.high, sign=True)
    kind = comparison.verdict.kind if comparison.verdict else None
    return Mark(label, difference.value, difference.low, difference.high, words, kind)


def _language(row: Row) -> str:
    return f"{row.comparison.language}{'°' if row.spill_over else ''}"


def _averages(ledger: Ledger) -> list[Table]:
    """Means of variants that were trained several times; intervals are over trainings."""
    if not ledger.averages:
        return []
    headers = ("Variant", "Trainings", "Measure", "Language", "Value", "After − before")
    rows = [
        (average.group, str(average.value.count), f"{average.measure} {average.data}".strip(), average.language,
         interval_words(average.value.value, average.value.low, average.value.high),
         interval_words(average.change.value, average.change.low, average.change.high, sign=True))
        for average in ledger.averages
    ]  # fmt: skip
    return [Table("Means over trainings", headers, tuple(rows), numbers=4)]


def _table(measure: str, rows: Sequence[Row], variants: Sequence[str]) -> Table:
    """Variants down, languages across, as in the Categorical Bias paper."""
    languages = list(dict.fromkeys(row.comparison.language for row in rows))
    cells = {(row.variant, row.comparison.language): _cell(row) for row in rows}
    before = {row.comparison.language: _number(row.comparison, row.comparison.value_a) for row in rows}
    body = [(UNMITIGATED, *(before[code] for code in languages))]
    body += [(name, *(cells.get((name, code), "not measured") for code in languages)) for name in variants]
    sure = {row.variant for row in rows if row.comparison.verdict and row.comparison.verdict.shown}
    strong = tuple(index for index, line in enumerate(body) if line[0] in sure)
    title = f"{measure} (ideal {rows[0].ideal:g})"
    return Table(title, ("Variant", *languages), tuple(body), note=_spilled(rows), strong=strong)


def _cell(row: Row) -> str:
    comparison = row.comparison
    if isinstance(comparison.difference, Reason):
        return f"undefined: {comparison.difference}"
    p = digits.probability(comparison.p_holm if comparison.p_holm is not None else 1.0)
    change = interval_words(
        comparison.difference.value, comparison.difference.low, comparison.difference.high, sign=True
    )
    first = f"; first: {row.top.before} → {row.top.after}, other in {row.top.changed:.0f} %" if row.top else ""
    return f"{_number(comparison, comparison.value_b)} ({change}; p {p if p.startswith('<') else f'= {p}'}{first})"


def _number(comparison: Comparison, value: float) -> str:
    if isinstance(comparison.difference, Reason):
        return digits.short(value) if value == value else "undefined"
    return digits.fixed_decimals(
        value, digits.decimals_for((comparison.difference.high - comparison.difference.low) / 4, value)
    )


def _entities(ledger: Ledger) -> list[Table]:
    if not ledger.entities:
        return []
    headers = ("Variant", "Language", "Encoder", "F1 after − before", "p after Holm")
    rows = [_entity(entity) for entity in ledger.entities]
    measured = {entity.variant for entity in ledger.entities}
    rows += [(name, "", "", "not measured", "") for name in ledger.variants()[1:] if name not in measured]
    return [Table("Named entities (use, micro F1)", headers, tuple(rows), numbers=3)]


def _similarities(ledger: Ledger) -> list[Table]:
    headers = ("Variant", "Correlation of similarities before and after", "Pairs of words")
    rows = tuple((name, f"{kept.spearman:.3f}", f"{kept.pairs:,}") for name, kept in ledger.similarities.items())
    return [Table("Similarities of words kept (use, Spearman; ideal 1)", headers, rows, numbers=1)] if rows else []


def _not_measured(ledger: Ledger) -> list[Table]:
    rows = tuple((what, ", ".join(names)) for what, names in not_measured(ledger).items())
    return [Table("Not measured: what these cost is not known", ("What", "Variants"), rows)] if rows else []


def _entity(entity: Entities) -> tuple[str, ...]:
    encoder = "frozen" if entity.frozen else "trained"
    if isinstance(entity.difference, Reason):
        return entity.variant, entity.language, encoder, f"undefined: {entity.difference}", ""
    change = interval_words(entity.difference.value, entity.difference.low, entity.difference.high, sign=True)
    return entity.variant, entity.language, encoder, change, digits.probability(entity.p_holm or 0.0)


def _scatters(rows: Sequence[Row]) -> Iterable[Scatter]:
    """For each language, measure of bias and measure of use."""
    defined = [row for row in rows if isinstance(row.comparison.difference, Difference)]
    languages = dict.fromkeys(row.comparison.language for row in defined)
    for language in languages:
        mine = _by_measure(row for row in defined if row.comparison.language == language)
        uses = [rows for rows in mine.values() if rows[0].utility]
        for biased in (rows for rows in mine.values() if not rows[0].utility):
            for use in uses:
                yield _scatter(language, biased, use)


def _scatter(language: str, biased: Sequence[Row], use: Sequence[Row]) -> Scatter:
    up, across = _values(biased), _values(use)
    names = [name for name in up if name in across]
    far = {name: (abs(up[name][0] - biased[0].ideal), abs(across[name][0] - use[0].ideal)) for name in names}
    best = pareto(far)
    points = [Point(name, across[name], up[name], name in best) for name in names]
    bias, cost = biased[0].comparison.measure, use[0].comparison.measure
    return Scatter(
        f"{bias} and {cost} in {language}",
        cost,
        bias,
        _better(use[0].ideal, [across[name][0] for name in names]),
        _better(biased[0].ideal, [up[name][0] for name in names]),
        tuple(points),
    )


def _values(rows: Sequence[Row]) -> dict[str, tuple[float, float, float]]:
    """Variant → value with the interval of its change; the unmitigated model is what changes are measured from."""
    first = rows[0].comparison.value_a
    values = {UNMITIGATED: (first, first, first)}
    for row in rows:
        change = row.comparison.difference
        assert isinstance(change, Difference)
        before = row.comparison.value_a
        values[row.variant] = (row.comparison.value_b, before + change.low, before + change.high)
    return values


def _better(ideal: float, values: Sequence[float]) -> str:
    if ideal >= max(values):
        return "higher is better"
    return "lower is better" if ideal <= min(values) else f"closer to {ideal:g} is better"

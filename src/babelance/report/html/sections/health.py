"""What was looked at in each model before the first number."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import numbers
from babelance.report.html.elements import cell, facts, fold, join, language, table, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

INTRO = (
    "A model can load without an error and still be worthless: a tokenizer that turns words into unknown tokens, "
    "a head whose weights are missing. This was looked at before anything was scored."
)

AT_ONCE = 20
"""Longer lists are folded."""


def render(results: Results) -> Markup:
    return join([tag("p", INTRO), _unknown(results), _facts(results.run.get("health"))])


def _facts(health: Plain) -> Markup | None:
    if not health:
        return None
    examined = health if isinstance(health, dict) else {"model": health}
    shown = facts(examined)
    return fold(f"What was seen of {len(examined)} models and datasets", shown) if len(examined) > AT_ONCE else shown


def _unknown(results: Results) -> Markup | None:
    """The share of unknown tokens, once for each model, dataset and language."""
    shares = {_key(result): result.extra["unknown"] for result in _with_unknown_share(results)}
    rows = [_cells(key, float(share)) for key, share in shares.items() if isinstance(share, int | float)]
    headers = ["Model", "Data", "Language", "Unknown tokens"]
    if not rows:
        return None
    shown = table(headers, rows, caption="Unknown tokens", kind="sortable stacking")
    worst = max(float(share) for share in shares.values() if isinstance(share, int | float))
    return fold(f"Unknown tokens: at most {numbers.percent(round(worst, 4))}", shown) if len(rows) > AT_ONCE else shown


def _with_unknown_share(results: Results) -> list[Result]:
    return [result for result in results.overall if "unknown" in result.extra]


def _key(result: Result) -> tuple[str, str, str]:
    return result.about.model, result.about.data, result.about.language


def _cells(key: tuple[str, str, str], share: float) -> list[Markup]:
    model, data, code = key
    shown = cell(numbers.percent(round(share, 4)), key=share, kind="number", label="Unknown tokens")
    named = [cell(model, kind="name", label="Model"), cell(data, label="Data")]
    return [*named, cell(language(code), key=code, label="Language"), shown]


def _applies(results: Results) -> bool:
    return bool(results.run.get("health") or _with_unknown_share(results))


section = Section("Model health", 75, applies=_applies, render=render, shows=frozenset({"unknown"}))

"""What was looked at in each model before the first number."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Plain
from babelance.report.html.elements import facts, join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

INTRO = (
    "A model can load without an error and still be worthless: a tokenizer that turns words into unknown tokens, "
    "a head whose weights are missing. This was looked at before anything was scored."
)


def render(results: Results) -> Markup:
    health = results.run["health"]
    shown = facts(health) if isinstance(health, dict) else _listed(health)
    return join([tag("p", INTRO), shown])


def _listed(health: Plain) -> Markup:
    return facts({"model": health})


section = Section("Model health", 75, applies=lambda results: bool(results.run.get("health")), render=render)

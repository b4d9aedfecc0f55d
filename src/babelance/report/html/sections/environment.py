"""Where and with what the run was made, as far as it was written down."""

from __future__ import annotations

from markupsafe import Markup

from babelance.report.html.elements import facts, fold
from babelance.report.html.section import Section
from babelance.report.results import Results


def render(results: Results) -> Markup:
    shown = {name: value for name, value in results.run.items() if name != "health"}
    return fold("Versions, command, data and time", facts(shown))


section = Section("Environment", 90, applies=lambda results: bool(results.run), render=render)

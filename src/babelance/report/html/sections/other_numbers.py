"""Further numbers that measures and statistics left with a result, so that nothing in the file stays unseen."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Plain, Result
from babelance.report import labels
from babelance.report.html.elements import facts, fold, join, language, tag
from babelance.report.html.section import SECTIONS, Section
from babelance.report.results import Results


def render(results: Results) -> Markup:
    shown = [result for result in results.overall if _rest(result)]
    intro = tag("p", "What the measures noted beside their main number.")
    name = labels.measure_names(shown)
    fields = [field for field in labels.varying_fields(shown) if field in ("model", "data")]
    return join([intro, fold(f"Notes ({len(shown)})", *(_notes(result, name(result), fields) for result in shown))])


def _notes(result: Result, name: str, fields: list[str]) -> Markup:
    names = [name, *(str(getattr(result.about, field)) for field in fields)]
    heading = tag("h3", " · ".join(names), " · ", language(result.about.language))
    return tag("div", heading, facts(_rest(result)))


def _rest(result: Result) -> dict[str, Plain]:
    shown = {name for section in SECTIONS for name in SECTIONS.get(section).shows}
    return {name: value for name, value in result.extra.items() if name not in shown}


def _applies(results: Results) -> bool:
    return any(_rest(result) for result in results.overall)


section = Section("Further numbers", 59, applies=_applies, render=render)

"""Signatures to copy: every choice behind a number, in a line that gives the number again."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report.html.elements import folded, join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results


def render(results: Results) -> Markup:
    intro = join(
        [
            "A signature holds every choice behind a number. ",
            tag("code", "babelance replay '<signature>'"),
            " gives it again.",
        ]
    )
    parts = [tag("p", intro), _list(results.overall)]
    groups = [folded(f"{len(results.grouped)} signatures of groups", _list(results.grouped))] if results.grouped else []
    return join([*parts, *groups, tag("p", id="copied", role="status", class_="quiet")])


def _list(results: list[Result]) -> Markup:
    return tag("ol", *(_entry(str(result.about.signature)) for result in results), class_="signatures")


def _entry(signature: str) -> Markup:
    button = tag("button", "Copy", type="button", class_="copy", aria_label=f"Copy signature {signature}")
    return tag("li", tag("code", signature), " ", button)


section = Section("Signatures", 80, applies=lambda results: bool(results.estimates), render=render)

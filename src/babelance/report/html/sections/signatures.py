"""Signatures to copy: every choice behind a number, in a line that gives the number again."""

from __future__ import annotations

from markupsafe import Markup

from babelance.core.estimate import Result
from babelance.report.html.elements import fold, join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

AT_ONCE = 40
"""Longer lists are folded."""


def render(results: Results) -> Markup:
    intro = join(
        [
            "A signature holds every choice behind a number. ",
            tag("code", "babelance replay '<signature>'"),
            " gives it again.",
        ]
    )
    lists = {"signatures": results.overall, "signatures of groups": results.grouped}
    shown = [_fold_if_long(name, some) for name, some in lists.items() if some]
    return join([tag("p", intro), *shown, tag("p", id="copied", role="status", class_="quiet")])


def _fold_if_long(name: str, results: list[Result]) -> Markup:
    long = len(results) > AT_ONCE or name != "signatures"
    return fold(f"{len(results)} {name}", _list(results)) if long else _list(results)


def _list(results: list[Result]) -> Markup:
    return tag("ol", *(_entry(str(result.about.signature)) for result in results), class_="signatures")


def _entry(signature: str) -> Markup:
    button = tag("button", "Copy", type="button", class_="copy", aria_label=f"Copy signature {signature}")
    return tag("li", tag("code", signature), " ", button)


section = Section("Signatures", 80, applies=lambda results: bool(results.estimates), render=render)

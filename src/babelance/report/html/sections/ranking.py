"""Word vectors in order of their bias, with vectors that know nothing among them."""

from __future__ import annotations

from markupsafe import Markup

from babelance.report.html.elements import join, tag
from babelance.report.html.section import Section
from babelance.report.html.sheet_page import sheet_parts
from babelance.report.results import Results

INTRO = (
    "Each measure ranks in its own direction, 1 is the least biased. Noise is unbiased, too: random and shuffled "
    "vectors show where something stands that knows nothing."
)


def render(results: Results) -> Markup:
    return join([tag("p", INTRO), sheet_parts(results.ranking) if results.ranking else None])


section = Section("Ranking of word vectors", 44, applies=lambda results: results.ranking is not None, render=render)

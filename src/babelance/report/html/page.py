"""The whole report: one HTML file that asks nothing of the network.

Its content policy names the hashes of its own style and script. Should a text ever slip through the escaping, the
browser still refuses to run it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence

from markupsafe import Markup

from babelance.report import labels
from babelance.report.between_languages import headline_of
from babelance.report.html import first_screen
from babelance.report.html.elements import in_words
from babelance.report.html.on_demand import LARGE, count_elements, pack_folds
from babelance.report.html.section import sections_for
from babelance.report.results import Results, unique
from babelance.report.templates import asset, template

PACKAGE = "babelance.report.html"


def render(results: Results) -> str:
    return fill_page(
        headline=headline_of(results),
        first=first_screen.render(results),
        counts=_counts(results),
        nouns=[(title, names) for title, noun in NOUNS if (names := _names(results, noun))],
        sections=_sections(results),
        notes=results.notes,
    )


def fill_page(
    *,
    headline: str,
    first: Markup | None,
    counts: str,
    nouns: Sequence[tuple[str, Sequence[str]]],
    sections: Sequence[tuple[str, str, Markup]],
    notes: Sequence[str] = (),
) -> str:
    """The template that all pages share. `nouns` are what was measured, `sections` are (id, title, content)."""
    style, script = asset(PACKAGE, "style.css"), asset(PACKAGE, "script.js")
    return template(PACKAGE, "page.html").render(
        headline=in_words(headline),
        first=first,
        counts=counts,
        nouns=nouns,
        sections=sections,
        notes=notes,
        style=Markup(style),
        script=Markup(script),
        policy=_policy(style, script),
    )


def _sections(results: Results) -> list[tuple[str, str, Markup]]:
    """Id, title and content of each; in a large page most are folded, and folds are drawn when they are opened."""
    chosen = sections_for(results)
    drawn = [section.html(results) for section in chosen]
    if sum(map(count_elements, drawn)) > LARGE:
        folded = [
            content if section.stays_open else section.folded(content)
            for section, content in zip(chosen, drawn, strict=True)
        ]
        drawn = [pack_folds(content, section.id) for section, content in zip(chosen, folded, strict=True)]
    return [(section.id, section.title, content) for section, content in zip(chosen, drawn, strict=True)]


NOUNS = (("Model", "model"), ("Data", "data"), ("Measures", "measure"), ("Languages", "language"))


def _counts(results: Results) -> str:
    """`2 models · 12 languages · 17 measures`."""
    counted = [(len(_names(results, noun)), noun) for noun in ("model", "language", "measure")]
    return " · ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counted if count)


def _names(results: Results, noun: str) -> list[str]:
    """Models that differ by language only are named once."""
    names = results.names(noun)
    known = labels.models(results.estimates) if noun == "model" else {}
    return unique(known.get(name, name) for name in names)


def _policy(style: str, script: str) -> str:
    own = f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    return f"default-src 'none'; {own}; img-src data:; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"

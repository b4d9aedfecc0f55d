"""What a section of the report is, and where sections come from.

A section is one file in `sections/` with one public object, `section`. There is no list to extend; an installed package
adds its own through the entry-point group `babelance.report.html.sections`. For example, for a measure of your own:

    section = Section("Lengths", 55, applies=lambda results: "mbe" in results.names("measure"), render=render)

where `render(results)` returns HTML made with `elements` and `charts`, which escape what they are given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markupsafe import Markup

from babelance.core.registry import Registry
from babelance.report.html.elements import tag
from babelance.report.results import Results


@dataclass(frozen=True)
class Section:
    """Sections stand in the order of `order`: results below 50, measure families from 50, items and facts from 60."""

    title: str
    order: int
    applies: Callable[[Results], bool]
    render: Callable[[Results], Markup]
    stays_open: bool = False
    """Is it on the page, not behind a fold, however long the page is?"""
    shows: frozenset[str] = frozenset()
    """Keys of `extra` that need no further mention once this section is on the page."""

    @property
    def id(self) -> str:
        return "-".join(self.title.lower().split())

    def html(self, results: Results) -> Markup:
        return self._section(self._heading, self._content(results))

    def folded(self, html: Markup) -> Markup:
        """The same section as one line that opens, for pages that would be too long."""
        inside = html.partition("</h2>")[2].rpartition("</section>")[0]
        fold = tag("details", tag("summary", self._heading), Markup(inside), class_="whole")
        return self._section(fold)

    @property
    def _heading(self) -> Markup:
        return tag("h2", self.title, id=f"{self.id}-title")

    def _section(self, *content: Markup) -> Markup:
        return tag("section", *content, id=self.id, aria_labelledby=f"{self.id}-title")

    def _content(self, results: Results) -> Markup:
        """What a measure left in `extra`, `detail` and its own columns is read here, not checked before: if it is not
        what the section expects, the page says so and has all other sections."""
        try:
            return self.render(results)
        except (*UNREADABLE, OverflowError) as error:
            return tag("p", f"{UNSHOWN} ({type(error).__name__}: {error})"[:400], class_="warning")


UNREADABLE = (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError)
UNSHOWN = "This section cannot be shown: the files of the run do not hold what it reads. Run it again."

SECTIONS: Registry[Section] = Registry("section", "babelance.report.html.sections", lambda _: "section")


def sections_for(results: Results) -> list[Section]:
    in_order = sorted(SECTIONS.usable().values(), key=lambda section: (section.order, section.title))
    return [section for section in in_order if _applies(section, results)]


def _applies(section: Section, results: Results) -> bool:
    try:
        return section.applies(results)
    except UNREADABLE:
        return True  # and the section says what is wrong

"""HTML made of escaped parts. Every text goes through `tag`: nothing from a dataset or a model gets on the page raw."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from markupsafe import Markup, escape

from babelance.core.digits import typeset
from babelance.core.estimate import Plain

Content = str | Markup | int | float | None
VOID = frozenset({"line", "rect", "circle", "br"})
KEPT_TOGETHER = re.compile(r"(?<=\d) (?=%)|(?<=\bp) (?=[<=] )|(?<=\bp [<=]) (?=\d)")
"""`74.0 %`, `p < 0.001`."""


def tag(name: str, *children: Content, **attributes: Content) -> Markup:
    """`tag("td", "a < b", class_="number")`. Attributes that are None are left out; `_` in names is `-`."""
    # `Markup.format` would do the same ten times as slowly, and a page has a hundred thousand tags.
    pairs = ((_attribute(key), escape(value)) for key, value in attributes.items() if value is not None)
    opening = "".join([f' {key}="{value}"' for key, value in pairs])
    if name in VOID:
        return Markup(f"<{name}{opening}/>")
    return Markup(f"<{name}{opening}>{join(children)}</{name}>")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def join(parts: Iterable[Content]) -> Markup:
    return Markup("".join([escape(part) for part in parts if part is not None]))


def minus(text: str) -> str:
    """A number with a typographic minus."""
    return text.replace("-", "\N{MINUS SIGN}")


def in_words(sentence: str) -> str:
    """A sentence whose numbers have the minus of the tables and never part with their unit at the end of a line; names
    that people type keep their hyphens."""
    return KEPT_TOGETHER.sub("\N{NO-BREAK SPACE}", typeset(sentence))


def language(code: str) -> Markup:
    """A language code; the page's script adds its name."""
    return tag("span", code, class_="language", data_code=code)


def quote(text: str, code: str) -> Markup:
    """Text of a dataset: its language for fonts and screen readers, its direction from its own letters."""
    return tag("bdi", text, lang=code, dir="auto", class_="quote")


def cell(text: Content, *, key: float | str | None = None, label: str | None = None, kind: str | None = None) -> Markup:
    """`key` is what sorting goes by, `label` the column's name for narrow screens."""
    return tag("td", text, class_=kind, data_key=key, data_label=label)


def table(headers: Sequence[Content], rows: Iterable[Iterable[Markup]], *, caption: str, kind: str = "") -> Markup:
    """Rows are sequences of `cell`s. With `kind="sortable …"` the page's script lets the reader sort it."""
    head = tag("thead", tag("tr", *(tag("th", header, scope="col") for header in headers)))
    body = tag("tbody", *(tag("tr", *row) for row in rows))
    whole = tag("table", tag("caption", caption, class_="unseen"), head, body, class_=kind or None)
    return scroll_box(whole, label=caption)


def scroll_box(content: Markup, *, label: str) -> Markup:
    """Wide content scrolls inside its own box, which the keyboard can reach."""
    return tag("div", content, class_="scroll", tabindex="0", role="region", aria_label=label)


def jump(words: str, *, measure: str, column: str, falling: bool = True) -> Markup:
    """A button that shows the items of a measure, sorted; the page's script adds what it does."""
    direction = "-1" if falling else "1"
    return tag(
        "button",
        words,
        type="button",
        class_="jump",
        data_measure=measure,
        data_column=column,
        data_direction=direction,
    )


def fold(summary: Content, *content: Content, opened: bool = False) -> Markup:
    return tag("details", tag("summary", summary), *content, open="" if opened else None)


def facts(pairs: Mapping[str, Plain]) -> Markup:
    """Any JSON object as a definition list, objects inside it as lists inside."""
    rows = (join([tag("dt", key.replace("_", " ")), tag("dd", _fact(value))]) for key, value in pairs.items())
    return tag("dl", *rows, class_="facts")


def _fact(value: Plain) -> Markup:
    if isinstance(value, dict):
        return facts(value) if value else tag("span", "none", class_="quiet")
    if isinstance(value, list) and any(isinstance(entry, dict | list) for entry in value):
        return tag("ul", *(tag("li", _fact(entry)) for entry in value))
    if isinstance(value, list):
        return escape(", ".join(str(entry) for entry in value) or "none")
    if value is None or value == "":
        return tag("span", "none", class_="quiet")
    return escape("yes" if value is True else "no" if value is False else value)

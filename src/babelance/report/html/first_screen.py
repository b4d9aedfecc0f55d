"""The first screen: the headline, a card for each question, and the strongest finding drawn."""

from __future__ import annotations

from markupsafe import Markup

from babelance.report.first_chart import drawing
from babelance.report.first_screen import ScreenCard, cards, checks
from babelance.report.html.charts.dumbbell import dumbbells
from babelance.report.html.elements import in_words, tag
from babelance.report.html.sections import languages
from babelance.report.results import Results

LEFT = 4
"""So many cards stand beside the chart, the others below it."""


def render(results: Results) -> Markup | None:
    """None for a run that was written before there were conclusions."""
    conclusion = results.conclusion
    if conclusion is None:
        return None
    between = languages.card(results)
    asked = [_card(card) for card in [*([between] if between else []), *cards(conclusion)]]
    first, others = tag("div", *asked[:LEFT], class_="cards"), tag("div", *asked[LEFT:], class_="cards")
    remarks = [tag("li", in_words(remark.sentence)) for remark in conclusion.remarks]
    lines = [*remarks, *(_check(card) for card in checks(conclusion))]
    beside = tag("ul", *lines, class_="checks") if lines else None
    return tag("div", first, tag("div", _figure(results), others, beside), class_="first-screen")


def _figure(results: Results) -> Markup | None:
    drawn = drawing(results)
    if drawn is None:
        return None
    return tag("figure", tag("h2", drawn.title), tag("p", drawn.words, class_="quiet"), dumbbells(drawn))


def _card(card: ScreenCard) -> Markup:
    head = tag("div", tag("h2", card.title), tag("span", card.verdict, class_=f"chip {card.kind}"), class_="card-head")
    detectable = tag("p", card.detectable, class_="quiet") if card.detectable else None
    link = tag("a", f"{card.evidence} →", href=card.link)
    return tag(
        "article", head, tag("p", in_words(card.sentence)), detectable, tag("p", link, class_="evidence"), class_="card"
    )


def _check(card: ScreenCard) -> Markup:
    return tag("li", tag("strong", f"{card.title}: "), card.sentence)

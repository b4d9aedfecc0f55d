"""How to read the numbers, and what they do not tell."""

from __future__ import annotations

from markupsafe import Markup

from babelance.report.html.elements import join, tag
from babelance.report.html.section import Section
from babelance.report.results import Results

HOW = (
    ("Value and interval.", "The interval says which values go well with these items. Read it before the value: "
     "two results whose intervals overlap much are not a ranking."),
    ("Ideal.", "What a model without the bias in question would score. It is not always zero, and above it does not "
     "mean the same for every measure."),
    ("Chance and nulls.", "What an even guesser scores, and what models that know nothing score on these very items. "
     "A null away from the ideal means that something other than bias, such as sentence length, moves the number."),
    ("p and adjusted p.", "How surprising the value would be for a guesser. With many languages and groups some are "
     "small by luck; the adjusted ones allow for that."),
    ("Detectable.", "The smallest departure from chance that this many items would show four times out of five. "
     "If it is large, an interval around the ideal says little."),
    ("Undefined.", "There was not enough to go on. It is neither fair nor unfair, and it is never counted as either."),
)  # fmt: skip
LIMITS = (
    "It does not say that a model is fair. An interval around the ideal says that these items did not show a bias.",
    "It does not say how the model behaves in a product, after fine-tuning, or in generated text.",
    "It says nothing about groups, languages and stereotypes that are not in the items. Translated items carry the "
    "stereotypes of where they were written.",
    "Values of different measures, and of one measure in different languages, are not on one ruler: tokenizers, "
    "sentences and grammar differ.",
    "A single pair or word is not reliable. Read items to understand a number, not to make one.",
)


def render(results: Results) -> Markup:
    how = tag("dl", *(join([tag("dt", name), tag("dd", words)]) for name, words in HOW), class_="reading-guide")
    limits = tag("ul", *(tag("li", words) for words in LIMITS))
    return join([how, tag("h3", "What these numbers do not tell you"), limits])


section = Section("How to read this", 85, applies=lambda results: True, render=render)

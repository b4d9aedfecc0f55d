"""Our own pairs for inference that nobody is described in: does a model know what follows from what, at all?

Eight everyday premises about things, each with a sentence that follows, one that may be true and one that contradicts
it: 24 pairs in every language, the same in all. A model at chance here has nothing to say about `babel-nli`. Beside one
another, two languages are 32 sentences with their translations.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from babelance.core.card import Card
from babelance.core.item import Item
from babelance.core.query import LABELS
from babelance.datasets.reading.probes import Babel, Probe

_FILE = files("babelance.datasets") / "data" / "entailment.toml"


@cache
def sentences() -> dict[str, list[list[str]]]:
    """language → rows of a premise and three hypotheses, in the order of `LABELS`."""
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def make(probe: Probe) -> Iterator[Item]:
    code = probe.language.code
    for number, (premise, *hypotheses) in enumerate(sentences()[code], 1):
        for label, hypothesis in zip(LABELS, hypotheses, strict=True):
            texts = {"premise": premise, "hypothesis": hypothesis}
            yield Item(f"{number}/{label}", code, texts, {"label": label, "premise_number": str(number)})


dataset = Babel(
    card=Card(
        name="babel-entailment",
        title="Own pairs for inference, without people",
        version="1",
        languages=tuple(sorted(sentences())),
        licence="Apache-2.0",
        citation="The babelance authors",
        provenance="Written by the project in every language; not yet validated by native speakers.",
        notes=("Says whether a model can do the task, not whether it is fair.",),
        groups=(),
        validated=False,
    ),
    fields=frozenset({"premise", "hypothesis", "label", "premise_number"}),
    make=make,
)

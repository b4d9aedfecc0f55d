"""GEST's published rates of real models, from their recorded scores and translations, through our own code.

Origin: the functions of the released notebooks on the released scores; the rates of translators as the notebook prints
them. Their gender was read by a dependency parser, ours by words and endings: rates may differ by a few sentences.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.measure import Measure
from babelance.core.scored import Scores
from babelance.datasets import find
from babelance.measures.gest import Gest
from babelance.measures.gest_translation import GestTranslation
from babelance.run.answers_in_words import Recording
from babelance.run.record import from_lines, from_translations
from babelance.text.tables import read_table
from tests.golden.runs import expected

VALUES = expected("gest")
FILES = [file for file in VALUES["language models"] if "template-0" in file or "roberta" in file]


@pytest.fixture(scope="module")
def items(mirror: Path) -> list[Item]:
    return list(find("gest").items("en"))


def scores_of(measure: Measure, items: list[Item], recordings: list[Recording]) -> Scores:
    answers = dict(recordings)
    return Scores.gather(measure.score(item, [answers[query] for query in measure.ask(item)]) for item in items)


@pytest.mark.parametrize("file", FILES)
def test_rates_of_a_language_model_are_those_of_the_notebook(mirror: Path, items: list[Item], file: str) -> None:
    measure, published = Gest(), VALUES["language models"][file]
    lines = (mirror / "recorded" / "gest" / file).read_text(encoding="utf-8").splitlines()
    scores = scores_of(measure, items, list(from_lines(lines, items, measure)))
    assert float(measure.statistic(scores)(np.ones(len(scores)))) == pytest.approx(published["g_s"], rel=1e-9)
    for number in ("1", "7", "16"):
        alone = scores.where("stereotype", number)
        rate = float(measure.statistic(alone)(np.ones(len(alone))))
        assert rate == pytest.approx(published[f"r_{number}"], rel=1e-9)


@pytest.mark.parametrize("system", VALUES["translators into Russian"])
def test_rates_of_a_translator_are_near_those_that_were_printed(mirror: Path, items: list[Item], system: str) -> None:
    measure, published = GestTranslation(fidelity="released"), VALUES["translators into Russian"][system]
    table = read_table(mirror / "recorded" / "gest" / "translations" / system / "ru" / "translations.csv")
    rows = [dict(row.cells) for row in table.rows]
    scores = scores_of(measure, items, list(from_translations(rows, items, measure)))
    rates = measure.extra(scores)["rates"]
    assert isinstance(rates, dict)
    apart = [abs(float(str(rate)) - printed) for rate, printed in zip(rates.values(), published, strict=True)]
    assert max(apart) < 0.035 and np.mean(apart) < 0.015
    gap = np.mean(published[7:]) - np.mean(published[:7])
    assert float(measure.statistic(scores)(np.ones(len(scores)))) == pytest.approx(gap, abs=0.01)

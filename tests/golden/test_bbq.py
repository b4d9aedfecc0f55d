"""BBQ's published scores of UnifiedQA, from its recorded answers, through our own code.

Origin: figure 3 of Parrish et al. (bias scores, nationality: ambiguous 14.5 and 6.0, disambiguated -0.2 and 1.2), and
the accuracies that the authors' rule gives on the same answers.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from babelance.core.scored import Scores
from babelance.datasets import find
from babelance.measures.bbq import Bbq
from babelance.measures.bbq_disambiguated import BbqDisambiguated
from babelance.run.answers_in_words import from_answers
from babelance.text.tables import read_table


@pytest.mark.parametrize(
    ("phrasing", "ambiguous", "disambiguated", "accuracies"),
    [("arc", 14.5, -0.2, (41.6, 92.9)), ("race", 6.0, 1.2, (66.0, 93.7))],
)
def test_scores_of_unifiedqa_are_those_of_the_paper(
    mirror: Path, phrasing: str, ambiguous: float, disambiguated: float, accuracies: tuple[float, float]
) -> None:
    items = [item for item in find("bbq").items("en") if item.tags["category"] == "Nationality"]
    rows = [row.cells for row in read_table(mirror / "recorded/bbq/unifiedqa/preds_Nationality.jsonl").rows]
    one, other = Bbq(variants=1), BbqDisambiguated(variants=1)
    answers = dict(from_answers(rows, f"unifiedqa-t5-11b_pred_{phrasing}", items, one))
    scores = Scores.gather(one.score(item, [answers[query] for query in one.ask(item)]) for item in items)
    assert len(scores) == 3080
    everything = np.ones(len(scores))
    assert round(float(one.statistic(scores)(everything)), 1) == ambiguous
    assert round(float(other.statistic(scores)(everything)), 1) == disambiguated
    facts = one.extra(scores)
    assert (round(facts["accuracy_ambiguous"], 1), round(facts["accuracy_disambiguated"], 1)) == accuracies  # type: ignore[arg-type]
    assert facts["invalid"] == 0

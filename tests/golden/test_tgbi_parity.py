"""TGBI: what the authors' released rule gives on made-up translations, and the printed tables.

Origin of the numbers: `data/expected/tgbi_*.json`; the Korean shares are those of the released translations.
Counts are exact, P to 1e-12.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.item import Item
from babelance.core.query import Text
from babelance.core.registry import DATASETS
from babelance.core.scored import Scored, Scores
from babelance.measures.tgbi import Tgbi

LETTERS = {"w": "she", "m": "he", "n": "they"}


def expected(fixtures: Path, name: str) -> dict[str, Any]:
    path = fixtures / "expected" / f"{name}.json"
    return json.loads(path.read_text())


def classified_scores(fixtures: Path, name: str) -> Scores:
    """The made-up translations of one set, by the released rule."""
    texts = json.loads((fixtures / "probes" / "tgbi_translations.json").read_text())["sets"][name]
    measure = Tgbi(fidelity="released")
    items = [Item(f"{name}-{number}", "xx", {"text": "…"}, {"set": name}) for number in range(len(texts))]
    return Scores.gather(measure.score(item, [Text(text)]) for item, text in zip(items, texts, strict=True))


def test_released_rule_on_made_up_translations(fixtures: Path) -> None:
    for name, wanted in expected(fixtures, "tgbi_madeup_a")["sets"].items():
        scores = classified_scores(fixtures, name)
        ones = np.ones(len(scores))
        assert scores.column("class").tolist() == [LETTERS[letter] for letter in wanted["classes"]]
        plain, rooted = Tgbi(fidelity="released"), Tgbi(fidelity="released", root=True)
        assert float(plain.statistic(scores)(ones)) == pytest.approx(
            wanted["P_no_sqrt(as returned by eval_p)"], abs=1e-12
        )
        assert float(rooted.statistic(scores)(ones)) == pytest.approx(wanted["P_sqrt(eq. 8)"], abs=1e-12)


def test_table_2_of_the_hindi_paper_from_its_shares(fixtures: Path) -> None:
    table = expected(fixtures, "tgbi_hindi_table2")
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    for row in rows:
        scores, weights = of_shares(row["p_she"], row["p_he"], row["p_they"])
        assert float(Tgbi(root=False).statistic(scores)(weights)) == pytest.approx(row["P_no_sqrt"], abs=1e-12)
        assert float(Tgbi().statistic(scores)(weights)) == pytest.approx(row["P_sqrt"], abs=1e-12)


def of_shares(*shares: float) -> tuple[Scores, np.ndarray]:
    """Three translations with the shares as their weights."""
    items = [Item(name, "hi", {"text": "…"}, {"set": "all"}) for name in ("she", "he", "they")]
    return Scores(tuple(Scored(item, {"class": item.id}) for item in items)), np.asarray(shares)


KOREAN = {
    "informal": (429, 1689, 0),
    "formal": (0, 2111, 7),
    "impolite": (225, 1888, 5),
    "polite": (204, 1912, 2),
    "negative": (109, 688, 3),
    "positive": (117, 377, 2),
    "occupation": (203, 2735, 2),
}
"""she, he, neutral: counted with NLTK 3.10.4 and the released rule. Printed: P with the root, cut to four digits."""


def test_released_korean_translations(mirror: Path) -> None:
    measure = Tgbi(fidelity="released", root=True)
    scores = Scores.gather(
        measure.score(item, [Text(item.texts["google"])]) for item in DATASETS.get("tgbi-korean").items("ko")
    )
    counts = Counter(zip(scores.tag("set").tolist(), scores.column("class").tolist(), strict=True))
    assert {name: tuple(counts[name, one] for one in ("she", "he", "they")) for name in KOREAN} == KOREAN
    assert float(measure.statistic(scores)(np.ones(len(scores)))) == pytest.approx(0.2997, abs=5e-5)

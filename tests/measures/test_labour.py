"""Slopes on labour shares: least squares, by hand and by numpy."""

from __future__ import annotations

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.query import Text, Unanswered
from babelance.core.scored import Scores, Skipped
from babelance.measures.formulas.labour_shares import WOMEN, share_of
from babelance.measures.tgbi_labour import TgbiLabour
from babelance.measures.winomt_labour import WinomtLabour
from tests.expecting import present

WORDS = ("nurse", "secretary", "teacher", "lawyer", "engineer", "plumber")


def item(word: str, name: str = "occupation") -> Item:
    return Item(f"{name}/{word}", "tr", {"text": f"O bir {word}."}, {"set": name, "word": word})


def scores(*translations: str) -> Scores:
    return Scores.gather(
        TgbiLabour().score(item(word), [Text(text)]) for word, text in zip(WORDS, translations, strict=True)
    )


def slope(observed: Scores) -> float:
    return float(TgbiLabour().statistic(observed)(np.ones(len(observed))))


def test_the_slope_is_that_of_least_squares() -> None:
    observed = scores("She is x.", "She is x.", "He or she is x.", "He is x.", "He is x.", "They are x.")
    women = [present(share_of(word)) for word in WORDS[:5]]
    assert slope(observed) == pytest.approx(np.polyfit(women, [1, 1, 0.5, 0, 0], 1)[0])


def test_one_gender_for_all_has_no_slope() -> None:
    assert slope(scores(*["He is x."] * 6)) == pytest.approx(0)


def test_too_few_gendered_translations_leave_no_number() -> None:
    assert TgbiLabour().undefined(scores(*["They are x."] * 6)) == (
        "only 0 occupations are translated with a gender, at least 5 must be"
    )
    assert TgbiLabour().undefined(scores(*["He is x."] * 6)) is None


@pytest.mark.parametrize(
    ("utterance", "reason"),
    [
        (item("nurse", "polite"), "no utterance of the set 'occupation'"),
        (item("astronaut"), "no public share of women for this occupation"),
    ],
)
def test_what_has_no_share_is_skipped(utterance: Item, reason: str) -> None:
    assert TgbiLabour().score(utterance, [Text("She is x.")]) == Skipped(utterance, reason)
    assert TgbiLabour().score(utterance, [Unanswered("no")]) == Skipped(utterance, "no")


def test_people_of_winomt_count_by_the_gender_of_their_translation() -> None:
    measure = WinomtLabour(target="fr")
    tags = {"entity": "nurse", "gender": "male", "set": "anti"}
    one = Item("1", "en", {"text": "The nurse slept because he was tired."}, tags)
    scored = measure.score(one, [Text("L'infirmière dormait.")])
    assert not isinstance(scored, Skipped)
    assert scored.columns["women"] == pytest.approx(0.8958) and scored.columns["said"] == 1.0


def test_every_country_has_shares_from_nobody_to_everybody_and_enough_of_them() -> None:
    for table in WOMEN.values():
        assert len(table) > 20 and all(0 < share < 100 for share in table.values())
    assert (share_of("nurse", "GB"), share_of("Police-Officer", "NO")) == (0.877, 0.34)
    assert share_of("plumber", "GB") is None


def test_the_slope_is_on_the_shares_of_the_country() -> None:
    said = {"nurse": 1, "secretary": 1, "teacher": 1, "lawyer": 0, "engineer": 0}
    measure = TgbiLabour(country="NO")
    observed = Scores.gather(
        measure.score(item(word), [Text("She is." if she else "He is.")]) for word, she in said.items()
    )
    women = [present(share_of(word, "NO")) for word in said]
    assert float(measure.statistic(observed)(np.ones(len(observed)))) == pytest.approx(
        np.polyfit(women, list(said.values()), 1)[0]
    )


def test_a_country_without_shares_is_refused_with_those_that_have_them() -> None:
    with pytest.raises(InputError, match="US, GB, NO, not for 'DE'"):
        TgbiLabour(country="DE")  # type: ignore[arg-type]

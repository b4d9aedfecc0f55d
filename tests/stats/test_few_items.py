"""A handful of items shows nothing, whichever way they all point: that may be luck."""

from __future__ import annotations

import pytest

from babelance.core.item import Item
from babelance.core.null import Null
from babelance.core.reason import Reason
from babelance.core.scored import Scored, Scores
from babelance.measures.cps import Cps
from babelance.stats.contrast import Contrast, contrast
from babelance.stats.estimate import PointEstimate, estimate
from tests.expecting import expect


def all_stereotypical(pairs: int, level: float = 0.95) -> Contrast | Reason:
    """Pairs without a word in common, whose stereotypical sentence is always the more likely one, against 50."""
    items = [Item(str(n), "en", {"more": f"Anna{n} sang", "less": f"Otto{n} sang"}) for n in range(pairs)]
    scores = Scores(tuple(Scored(item, {"score": 1.0}) for item in items))
    numbers = expect(PointEstimate, estimate(Cps(), scores, level=level))
    return contrast(Cps(), scores, numbers, Null("ideal", 50.0), level=level)


@pytest.mark.parametrize("pairs", [1, 2, 3, 4, 5])
def test_so_few_pairs_could_not_show_a_difference(pairs: int) -> None:
    """Of four pairs all point one way in an eighth of all cases; the score test says p = 0.046."""
    said = all_stereotypical(pairs)
    assert isinstance(said, Reason) and "too few items to show a difference, however large" in said


@pytest.mark.parametrize("pairs", [6, 7, 10, 40])
def test_p_is_never_below_that_of_all_items_on_one_side(pairs: int) -> None:
    said = expect(Contrast, all_stereotypical(pairs))
    assert 2.0 ** (1 - pairs) <= said.p < 0.05 and said.low > 0


def test_how_few_are_too_few_follows_from_the_level() -> None:
    assert isinstance(all_stereotypical(7, level=0.99), Reason)
    assert expect(Contrast, all_stereotypical(8, level=0.99)).p < 0.01
    assert isinstance(all_stereotypical(5, level=0.9), Contrast)

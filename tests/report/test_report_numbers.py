"""Digits follow the standard error, and sentences never say more than the interval."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from babelance.core.verdict import Verdict
from babelance.report import numbers, reading
from babelance.report.html.sections.summary import section
from babelance.report.results import Results
from tests.report import made_up


@pytest.mark.parametrize(
    ("value", "error", "shown"),
    [
        (54.2468, 3.4, "54.2"),
        (54.2468, 0.34, "54.25"),
        (54.2468, 34, "54"),
        (-0.012034, 0.0043, "-0.0120"),
        (-0.00001, 0.04, "0.000"),
        (1234.5, 200, "1234"),
    ],
)
def test_two_digits_of_the_standard_error_are_shown(value: float, error: float, shown: str) -> None:
    assert numbers.value(made_up.estimate("cps", value, error)) == shown


def test_the_standard_error_comes_from_the_interval_and_its_level() -> None:
    assert numbers.standard_error(made_up.estimate("cps", 50, 3.0)) == pytest.approx(3.0, rel=1e-4)


def test_an_interval_without_width_still_shows_digits() -> None:
    assert numbers.value(made_up.estimate("cps", 100.0, 0.0)) == "100.0"
    assert numbers.value(made_up.estimate("cps", 0.0, 0.0)) == "0.0"


def test_p_is_never_printed_as_zero() -> None:
    assert numbers.probability(1e-9) == "< 0.001"
    assert numbers.probability(0.0421) == "0.042"


def test_an_interval_around_the_ideal_is_an_open_question_with_what_would_go_unseen() -> None:
    sentence = reading.sentence(made_up.estimate("cps", 52, 3.4, mde=9.6))
    assert sentence.startswith("The interval includes the ideal 50")
    assert "9.6" in sentence
    assert "fair" not in sentence


def test_a_departure_says_its_side_and_the_meaning_of_the_scale() -> None:
    sentence = reading.sentence(made_up.estimate("s-jsd", -0.02, 0.004, scale=made_up.DISTANCE))
    assert sentence.startswith("0.0200 below the ideal 0, and the interval excludes it.")
    assert sentence.endswith("Below 0: stereotypical sentences are preferred.")


def test_where_the_ideal_is_the_end_of_the_scale_the_guesser_is_the_yardstick() -> None:
    far = reading.sentence(made_up.estimate("nli-coal", 0.2, 0.02, scale=made_up.NLI))
    near = reading.sentence(made_up.estimate("nli-coal", 0.44, 0.02, scale=made_up.NLI))
    assert "excludes what an even guesser scores (0.444)" in far
    assert "includes what an even guesser scores" in near


def test_a_scale_without_chance_points_to_comparisons() -> None:
    assert "compare it with" in reading.sentence(made_up.estimate("cb", 1.2, 0.1, scale=made_up.OPEN))


def test_no_number_is_not_called_fair() -> None:
    sentence = reading.sentence(made_up.undefined_result("mbe", "one group has no sentences"))
    assert sentence == "No number: one group has no sentences. Missing evidence is not fairness."


def test_the_table_has_p_and_the_detectable_size_of_the_verdict() -> None:
    """Of the same test as the sentence beside them: against the null, not against the ideal."""
    verdict = Verdict(
        "not-told-apart", "length", 1.0, -3.0, 5.0, 0.8, "pairs", "that may be chance (p = 0.421)", p=0.421, mde=7.7
    )
    one = replace(made_up.estimate("cps", 60, 1.0, p=0.003, mde=2.9), verdict=verdict)
    page = str(section.render(Results(Path(), (one,))))
    assert "0.421" in page and "7.7" in page and "0.003" not in page and "± 2.9" not in page

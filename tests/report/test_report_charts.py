"""Charts: marks stand where the numbers say."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babelance.core.estimate import Estimate
from babelance.core.verdict import Kind, Verdict
from babelance.report.html.charts.axis import Axis
from babelance.report.html.charts.distribution import distributions
from babelance.report.html.charts.forest import forest
from babelance.report.html.charts.heat import Shade, heat, shade_class
from babelance.report.html.charts.shares import stacked_bars
from babelance.report.html.elements import in_words
from babelance.report.html.sections.heatmap import distance, shade
from tests.report import made_up

finite = st.floats(-1e6, 1e6, allow_nan=False)


@given(st.lists(finite, min_size=1, max_size=20))
def test_all_values_fit_on_the_axis_and_ticks_are_inside(values: list[float]) -> None:
    axis = Axis.around(values)
    assert all(axis.low < value < axis.high for value in values)
    assert 1 <= len(axis.ticks()) <= 12
    assert all(axis.low - 1e-9 * abs(axis.low) <= tick <= axis.high + 1e-9 * abs(axis.high) for tick in axis.ticks())


def test_ticks_are_round_numbers() -> None:
    assert Axis(37, 73).ticks() == [40, 50, 60, 70]


def test_a_position_is_a_share_of_the_axis() -> None:
    assert Axis(40, 60).at(55) == "75.00%"


def test_a_forest_draws_each_estimate_where_it_is() -> None:
    chart = forest([made_up.estimate("cps", 55, 2, "de"), made_up.estimate("cps", 45, 2, "fi")], caption="cps")
    centres = [float(at) for at in re.findall(r'<circle cx="([\d.]+)%"', chart)]
    assert centres[0] + centres[1] == pytest.approx(100, abs=0.02)
    assert centres[0] > 50 > centres[1]


def test_a_forest_has_the_ideal_in_every_row_and_chance_only_where_it_differs() -> None:
    shares = forest([made_up.estimate("cps", 55, 2, code) for code in ("de", "fi")], caption="cps")
    inference = forest(
        [made_up.estimate("nli-coal", 0.2, 0.02, code, scale=made_up.NLI) for code in ("de", "fi")], caption=""
    )
    in_legend = 1
    assert shares.count('class="ideal"') == 2 + in_legend
    assert shares.count('class="chance"') == 0
    assert inference.count('class="chance"') == 2 + in_legend


def test_a_forest_names_its_nulls_and_hatches_what_has_no_number() -> None:
    one = made_up.estimate("mbe", 52, 1, "de", nulls={"length": 53.0, "random": 50.0})
    chart = forest([one, made_up.undefined_result("mbe", "no sentences", "fi")], caption="mbe")
    assert "null: length" in chart and "null: random" in chart
    assert '<div class="hatch no-number">no sentences</div>' in chart


def test_an_interval_around_the_ideal_is_hollow() -> None:
    assert 'r="4.5" class="value open"' in forest([made_up.estimate("cps", 51, 3)], caption="").split("legend")[0]
    assert 'r="4.5" class="value"' in forest([made_up.estimate("cps", 61, 3)], caption="").split("legend")[0]


def test_all_items_are_in_the_bars_of_a_distribution() -> None:
    chart = distributions({"de": np.asarray([-1.0, -1.0, 2.0, 3.0])}, caption="c", label="", boundary=0.0)
    heights = [float(height) for height in re.findall(r'height="([\d.]+)" class="bar"', chart.split("legend")[0])]
    assert heights == [36.0, 18.0, 18.0]
    assert 'class="boundary"' in chart
    assert "median 0.5" in chart


def test_values_far_out_are_counted_at_the_edges() -> None:
    values = np.concatenate([np.linspace(-1, 1, 998), [500.0, -500.0]])
    assert "drawn at the edges (2)" in distributions({"de": values}, caption="c", label="")


def test_equal_values_still_draw() -> None:
    assert "median 1" in distributions({"de": np.ones(5)}, caption="c", label="", boundary=0.0)


@pytest.mark.parametrize(
    ("share", "shade"), [(0.0, "heat-0"), (1.0, "heat-p6"), (-1.0, "heat-n6"), (0.25, "heat-p3"), (-7.0, "heat-n6")]
)
def test_colour_goes_with_the_root_of_the_share_and_its_sign(share: float, shade: str) -> None:
    assert shade_class(share) == shade


def test_cells_without_a_number_have_no_heat() -> None:
    cells = {("de", "cps"): Shade("undefined", None, title="no items", missing=True), ("fi", "cps"): Shade("50", 0.0)}
    chart = heat(["de", "fi"], ["cps", "aul"], cells, caption="c")
    assert '<td class="hatch" title="no items">undefined</td>' in chart
    assert chart.count("not asked") == 2
    assert chart.count("heat-") == 1


def test_distance_is_in_units_of_the_scale() -> None:
    assert distance(made_up.estimate("cps", 60, 3)) == pytest.approx(0.2)
    assert distance(made_up.estimate("s-jsd", -0.5, 0.1, scale=made_up.DISTANCE)) == pytest.approx(-0.5)
    assert distance(made_up.estimate("cb", 1.4, 0.1, scale=made_up.OPEN)) is None
    assert distance(made_up.undefined_result("cps", "no items")) is None


def judged(against: str, kind: Kind = "not-told-apart") -> Estimate:
    """0.58 on a scale whose ideal is an end of it, with a null of 0.57."""
    verdict = Verdict(kind, against, 0.01, -0.05, 0.07, 1.0, "inference", "A sentence.", null=0.57)
    nulls = {"random": 0.44, "dealt out": 0.57}
    return replace(made_up.estimate("nli-coal", 0.58, 0.03, scale=made_up.NLI, nulls=nulls), verdict=verdict)


def test_heat_is_of_what_the_verdict_is_about_and_without_a_conclusion_there_is_none() -> None:
    assert distance(judged("dealt out")) == pytest.approx(0.01)
    assert shade(judged("dealt out")).title.endswith("null dealt out 0.570")
    unable = shade(judged("dealt out", "cannot-do-the-task"))
    assert unable.missing and unable.share is None and "cannot do the task" in unable.title


@pytest.mark.parametrize("kind", ["cannot-do-the-task", "not-enough-evidence"])
def test_a_number_without_a_conclusion_is_a_cross_on_a_broken_line_not_a_ring(kind: Kind) -> None:
    drawn, _, legend = forest([judged("dealt out", kind)], caption="c").partition("legend")
    assert 'class="value none"' in drawn and 'class="interval none"' in drawn and "<circle" not in drawn
    assert "no conclusion" in legend
    assert "no conclusion" not in forest([judged("dealt out")], caption="c")


def test_the_null_of_the_verdict_is_filled_and_named() -> None:
    chart = forest([judged("dealt out")], caption="c")
    assert chart.count('class="null used"') == 2
    assert "null of the verdict: dealt out" in chart and "null: random" in chart
    assert 'class="null used"' not in forest([judged("ideal")], caption="c")


def test_sentences_have_the_minus_of_tables_and_names_keep_their_hyphens() -> None:
    told = in_words("s-jsd on babel-pairs has -0.0012 [-.3, 1-2], p = 1e-05.")
    kept = "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1e-05"
    assert told == f"s-jsd on babel-pairs has \N{MINUS SIGN}0.0012 [\N{MINUS SIGN}.3, 1-2], {kept}."
    assert in_words("74.0 % of 5 %") == "74.0\N{NO-BREAK SPACE}% of 5\N{NO-BREAK SPACE}%"


def test_shares_are_stacked_from_left_to_right() -> None:
    chart = stacked_bars(
        {"occupations": {"he": 0.5, "she": 0.25, "they": 0.25}}, ["he", "she", "they"], caption="c", label=""
    )
    places = re.findall(r'<rect x="([\d.]+%)" width="([\d.]+%)"', chart)
    assert places == [("0.00%", "50.00%"), ("50.00%", "25.00%"), ("75.00%", "25.00%")]
    assert "she 25.0 %" in chart

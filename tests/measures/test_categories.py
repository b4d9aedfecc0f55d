"""Categorical Bias and the log-probability bias score: what is asked, worked examples, and input that is wrong."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from babelance.core.errors import InputError
from babelance.core.item import Item
from babelance.core.measure import undefined_of
from babelance.core.query import SLOT, Choices, Fill, Unanswered
from babelance.core.scored import Scored, Scores, Skipped
from babelance.measures.cb import Cb
from babelance.measures.formulas import reading_rules
from babelance.measures.log_prob_bias import LogProbBias
from tests.expecting import expect

NAMES = {"FR": "France", "JP": "Japan", "PE": "Peru"}


def item(
    template: str = "A person from [TTT] is a [AAA].",
    attribute: str = "baker",
    targets: object = NAMES,
    *,
    language: str = "en",
    tags: Mapping[str, str] | None = None,
    **texts: str,
) -> Item:
    named = {"template": "t1", "attribute": attribute, **(tags or {})}
    written = targets if isinstance(targets, str) else json.dumps(targets)
    fields = {"template": template, "attribute": attribute, "targets": written, **texts}
    return Item(f"{named['template']}/{attribute}", language, fields, named)


def choices(logprobs: Sequence[float], names: Sequence[str] = tuple(NAMES.values()), **missing: str) -> Choices:
    return Choices(tuple(names), np.asarray(logprobs, float), missing=tuple(missing.items()))


def score(
    target: Sequence[float], prior: Sequence[float] = (0, 0, 0), *, measure: Cb | None = None, **changes: object
) -> Scored:
    outcome = (measure or Cb()).score(item(**changes), [choices(target), choices(prior)])  # type: ignore[arg-type]
    assert isinstance(outcome, Scored)
    return outcome


def test_the_variance_of_the_log_ratios_is_the_score_of_an_item() -> None:
    outcome = score([-1, -2, -6], [-1, -3, -3])
    np.testing.assert_allclose(expect(np.ndarray, outcome.columns["log_ratios"]), [0, 1, -3])
    assert outcome.columns["variance"] == pytest.approx(np.var([0, 1, -3], ddof=1))
    assert score([-1, -2, -6], [-1, -3, -3], measure=Cb(ddof=0)).columns["variance"] == pytest.approx(26 / 9)


def test_the_first_group_and_its_share_are_kept() -> None:
    outcome = score([0, 0, np.log(2)])
    assert outcome.columns["top"] == "PE" and outcome.columns["top_share"] == pytest.approx(0.5)
    assert outcome.detail["log_ratios"] == {"FR": 0, "JP": 0, "PE": pytest.approx(np.log(2), abs=1e-6)}


def test_an_attribute_that_raises_all_groups_alike_scores_zero() -> None:
    assert score([-1, -5, -2], [-2, -6, -3]).columns["variance"] == pytest.approx(0)


def test_the_score_is_the_mean_over_templates_of_the_mean_over_attributes() -> None:
    spread = {"t1": [1.0, 3.0], "t2": [2.0, 6.0]}
    made = [
        score([value, 0, 0], attribute=f"a{index}", tags={"template": name})
        for name, values in spread.items()
        for index, value in enumerate(values)
    ]
    scores = Scores(tuple(made))
    by_hand = np.mean([np.mean([np.var([value, 0, 0], ddof=1) for value in values]) for values in spread.values()])
    assert float(Cb().statistic(scores)(np.ones(4))) == pytest.approx(by_hand)


def test_a_template_drawn_twice_counts_twice() -> None:
    scores = Scores(tuple(score([value, 0, 0], tags={"template": f"t{value}"}) for value in (1, 3)))
    variances = scores.floats("variance")
    assert float(Cb().statistic(scores)(np.asarray([2.0, 1.0]))) == pytest.approx((2 * variances[0] + variances[1]) / 3)


def test_target_and_prior_are_asked_with_the_attribute_seen_and_hidden() -> None:
    target, prior = Cb().ask(item())
    assert target == Fill(f"A person from {SLOT} is a baker.", ("France", "Japan", "Peru"))
    assert (prior.text, prior.hidden, prior.read) == (target.text, "baker", "slot")
    assert prior.hidden_at == target.text.index("baker")


def test_released_fidelity_is_all_departures_and_each_is_an_option() -> None:
    plural = item("[AAAs] are from [TTT].", "baker", plural="bakers")
    target, prior = Cb(fidelity="released").ask(plural)
    assert target == Fill(f"bakers are from {SLOT}.", ("france", "japan", "peru"), "every-piece")
    assert (prior.text, prior.hidden, prior.read) == (f"baker are from {SLOT}.", "baker", "second-mask")
    single = Cb(product="every-mask", prior="second-mask", masks="singular", case="lower-python")
    assert single.ask(plural) == [target, prior]
    kept = Cb(fidelity="released", product="own-mask", prior="slot", masks="in-place", case="as-written")
    assert kept.ask(plural) == Cb().ask(plural)


@pytest.mark.parametrize(
    ("case", "lowered"), [("as-written", "İran"), ("lower", "iran"), ("lower-python", "i\u0307ran"), (None, "İran")]
)
def test_turkish_letters_follow_the_case_that_was_chosen(case: reading_rules.Case | None, lowered: str) -> None:
    turkish = item("[TTT] [AAA].", targets={"IR": "İran", "IQ": "Irak"}, language="tr")
    assert Cb(case=case).ask(turkish)[0].candidates[0] == lowered


def test_data_may_ask_for_lower_case_themselves() -> None:
    assert Cb().ask(item(tags={"case": "lower"}))[0].candidates == ("france", "japan", "peru")
    assert Cb(case="as-written").ask(item(tags={"case": "lower"}))[0].candidates == ("France", "Japan", "Peru")


def test_a_plural_is_stored_with_the_item_or_made_by_the_rule_of_the_language() -> None:
    assert Cb().ask(item("[AAAs] from [TTT].", plural="bakers"))[0].text == f"bakers from {SLOT}."
    turkish = item("[AAAs], [TTT].", "doktor", language="tr")
    assert Cb().ask(turkish)[0].text == f"doktorlar, {SLOT}."


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (item("A person is a [AAA]."), "no place for the target"),
        (item("[TTT] and [TTT] are [AAA]."), "2 places for the target"),
        (item("A person from [TTT]."), "no place for the attribute"),
        (item("[AAA] from [TTT] are [AAAs]."), "2 places for the attribute"),
        (item(attribute=" "), "the attribute is empty"),
        (item(targets='["France", "Japan"]'), "joined by key, never by position"),
        (item(targets="France, Japan"), "not JSON"),
        (item(targets={"FR": "France", "JP": ""}), "not an object, key → name"),
        (item(targets={"FR": "France"}), "fewer than two targets"),
        (item("[AAAs] from [TTT].", language="xx"), "the plural of the attribute is not known"),
    ],
)
def test_an_item_that_cannot_be_asked_leaves_with_its_reason(wrong: Item, reason: str) -> None:
    measure = Cb()
    assert measure.ask(wrong) == []
    outcome = measure.score(wrong, [])
    assert isinstance(outcome, Skipped)
    assert reason in outcome.reason


def test_an_attribute_longer_than_the_model_is_a_counted_skip() -> None:
    too_long = Unanswered("longer than the model's limit of 512 tokens")
    outcome = Cb().score(item(), [too_long, too_long])
    assert outcome == Skipped(item(), "longer than the model's limit of 512 tokens")


def test_a_target_unknown_to_the_tokenizer_is_reported_and_the_others_are_scored() -> None:
    rest = choices([-1, -2], ("France", "Peru"), Japan="has an unknown token")
    outcome = Cb().score(item(), [rest, rest])
    assert isinstance(outcome, Scored)
    assert (outcome.columns["targets"], outcome.columns["missing"]) == ("FR,PE", 1)
    assert outcome.detail["missing"] == {"JP": "has an unknown token"}
    assert Cb().extra(Scores((outcome,)))["targets"] == 2


def test_one_target_alone_has_no_variance() -> None:
    rest = choices([-1], ("France",), Japan="has an unknown token", Peru="has an unknown token")
    outcome = Cb().score(item(), [rest, rest])
    assert isinstance(outcome, Skipped)
    assert outcome.reason == "fewer than two targets could be scored; has an unknown token"


def test_there_is_no_number_if_most_targets_are_missing() -> None:
    names = {f"K{number}": f"name{number}" for number in range(9)}
    lost = {f"name{number}": "has an unknown token" for number in range(2, 9)}
    rest = choices([-1, -2], ("name0", "name1"), **lost)
    outcome = Cb().score(item(targets=names), [rest, rest])
    assert isinstance(outcome, Scored)
    assert "78% of the targets could not be scored" in str(undefined_of(Cb(), Scores((outcome,))))


def test_targets_can_be_left_out_by_key() -> None:
    measure = Cb(without="JP, FR")
    assert measure.ask(item(targets={**NAMES, "KE": "Kenya"}))[0].candidates == ("Peru", "Kenya")
    with pytest.raises(InputError, match="'en' has no target 'XX' to leave out"):
        Cb(without="JP,XX").ask(item())


def test_the_range_without_one_template_or_target_names_what_was_left_out() -> None:
    calm, wild = score([0.1, 0, 0], tags={"template": "calm"}), score([4, 0, 0], tags={"template": "wild"})
    facts = Cb().extra(Scores((calm, wild)))
    templates, targets = facts["leave_one_template_out"], facts["leave_one_target_out"]
    assert isinstance(templates, dict) and isinstance(targets, dict)
    assert (templates["low_without"], templates["high_without"]) == ("wild", "calm")
    assert templates["high"] == pytest.approx(np.var([4, 0, 0], ddof=1))
    assert targets["low_without"] == "FR" and targets["low"] == pytest.approx(0)


def test_contributions_of_targets_add_up_to_the_score() -> None:
    facts = Cb().extra(Scores((score([3, 0, -3]), score([1, 0, 0]))))
    shares = facts["contributions"]
    assert isinstance(shares, dict)
    assert sum(shares.values()) == pytest.approx(1, abs=1e-5)  # type: ignore[arg-type]
    assert next(iter(shares)) == "FR"


def test_targets_of_items_are_joined_by_key_in_any_order() -> None:
    turned = item(attribute="cook", targets={"PE": "Peru", "FR": "France"})
    other = Cb().score(turned, [choices([5, 1], ("Peru", "France")), choices([0, 0], ("Peru", "France"))])
    assert isinstance(other, Scored)
    facts = Cb().extra(Scores((score([1, 0, 5]), other)))
    assert facts["first"] == {"PE": 2}
    assert facts["targets_missing"] == {"JP": 1}


def test_log_prob_bias_is_the_difference_of_two_groups() -> None:
    measure = LogProbBias(groups="FR,JP")
    outcome = measure.score(item(), [choices([-1, -3, 0]), choices([-2, -2, 0])])
    assert isinstance(outcome, Scored)
    assert [outcome.columns[name] for name in ("first", "second", "score")] == [1, -1, 2]
    assert measure.ask(item()) == Cb().ask(item())


def test_a_group_may_be_several_targets() -> None:
    outcome = LogProbBias(groups="FR+PE,JP").score(item(), [choices([1, 0, 3]), choices([0, 0, 0])])
    assert isinstance(outcome, Scored)
    assert outcome.columns["first"] == 2


def test_intervals_speak_of_the_attributes_and_of_the_targets_of_a_group() -> None:
    measure = LogProbBias(groups="FR+PE,JP")
    made = [
        measure.score(item(tags={"template": template}, attribute=attribute), [choices(values), choices([0, 0, 0])])
        for template, attribute, values in (("t1", "baker", [1, 0, 3]), ("t2", "baker", [2, 1, 5]))
    ]
    scores = Scores.gather(made)
    assert measure.shared_words(scores) == [{"baker"}, {"baker"}]
    first, second = measure.word_jackknife(scores)
    # Without FR the first group is PE alone, (3 - 0 + 5 - 1) / 2; a group of one target cannot do without it.
    assert first.tolist() == [3.5, 1.0]
    assert np.isnan(second).tolist() == [True]


def test_a_target_that_an_item_lacks_is_left_out_of_its_mean() -> None:
    measure = LogProbBias(groups="FR+PE,JP")
    lacking = [choices([4, 1], ["France", "Japan"], Peru="unknown"), choices([0, 0], ["France", "Japan"])]
    scores = Scores.gather([measure.score(item(), lacking)])
    assert scores.scored[0].columns["score"] == 3
    # Peru was never there, so nobody knows what the mean would be without it either.
    assert np.isnan(measure.word_jackknife(scores)[0]).all()
    assert measure.extra(scores)["targets_missing"] == {"PE": 1}


def test_a_group_without_any_target_names_each_and_why() -> None:
    lacking = [choices([1], ["Japan"], France="unknown", Peru="unknown"), choices([0], ["Japan"])]
    with_two = [choices([1, 2], ["Japan", "Chile"], France="unknown"), choices([0, 0], ["Japan", "Chile"])]
    targets = {"FR": "France", "JP": "Japan", "CL": "Chile"}
    assert isinstance(LogProbBias(groups="FR+PE,JP").score(item(), lacking), Skipped)
    outcome = LogProbBias(groups="FR+XX,JP").score(item(targets=targets), with_two)
    assert isinstance(outcome, Skipped)
    assert outcome.reason == "FR unknown; XX is not among the targets"


def test_effect_size_is_the_difference_over_the_spread_of_all_values() -> None:
    measure = LogProbBias(groups="FR,JP", report="effect")
    values = [(1.0, 0.5), (2.0, -1.0), (0.0, 1.0)]
    made = [measure.score(item(), [choices([*pair, 0]), choices([0, 0, 0])]) for pair in values]
    scores = Scores.gather(made)
    both = np.asarray(values)
    by_hand = (both[:, 0].mean() - both[:, 1].mean()) / both.std(ddof=1)
    statistic = measure.statistic(scores)
    assert float(statistic(np.ones(3))) == pytest.approx(by_hand)
    doubled = measure.statistic(Scores((*scores.scored, scores.scored[0])))
    assert float(statistic(np.asarray([2.0, 1, 1]))) == pytest.approx(float(doubled(np.ones(4))))
    assert measure.extra(scores)["effect_size"] == pytest.approx(by_hand)


def test_without_spread_there_is_no_effect_size() -> None:
    measure = LogProbBias(groups="FR,JP", report="effect")
    same = measure.score(item(), [choices([0, 0, 0]), choices([0, 0, 0])])
    assert np.isnan(float(measure.statistic(Scores.gather([same, same]))(np.ones(2))))


@pytest.mark.parametrize("groups", ["FR", "FR,JP,PE", "FR,", "+,JP"])
def test_groups_that_are_not_two_are_refused(groups: str) -> None:
    with pytest.raises(InputError, match="two groups of keys"):
        LogProbBias(groups=groups)


def test_a_group_that_the_data_do_not_have_is_a_skip_that_names_it() -> None:
    outcome = LogProbBias(groups="FR,XX").score(item(), [choices([0, 0, 0]), choices([0, 0, 0])])
    assert isinstance(outcome, Skipped)
    assert outcome.reason == "XX is not among the targets"


def test_unnamed_groups_fit_no_data_so_that_a_plan_says_so() -> None:
    assert any("--set groups=" in field for field in LogProbBias().fields)
    assert LogProbBias(groups="FR,JP").fields == Cb.fields

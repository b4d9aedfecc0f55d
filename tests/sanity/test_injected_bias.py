"""Sanity by construction, small: bias that was put into the training data moves every measure, and nothing else does.

The full study is `python training/injected_bias.py`; its numbers are in docs/sanity.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import injected_bias as study
import pytest
from injected_bias_checks import CHECKS, Check, Number, above, at_chance, has_moved, too_many_misses

SEEDS = {"masked": 5, "nli": 5, "vectors": 8, "mt": 8}
TRAINED = study.TRAINED | {"nli": ("neutral", "biased", "counter")}
"""Of so few occupations no interval parts half of a bias from all of it; see also tests/meta/test_bias_control.py."""


ELSEWHERE = {
    **dict.fromkeys(("counterfactual-gap", "group-auc", "group-fpr"), "sanity/test_classifiers.py"),
    **dict.fromkeys(("bbq", "bbq-disambiguated"), "measures/test_questions.py"),
    "gender-lost": "measures/test_gender_lost.py",
    **dict.fromkeys(("gest", "gest-translation"), "measures/test_gest.py"),
    "mt-gender-accuracy": "measures/test_mt_gender_accuracy.py",
    **dict.fromkeys(("tgbi-labour", "winomt-labour"), "measures/test_labour.py"),
    **dict.fromkeys(("winomt", "winomt-delta-g", "winomt-delta-s"), "measures/test_winomt.py"),
}
"""Measures that no model was trained for yet: answers with a known bias are scored there, not a model's. Those of
classifiers are tried on trained ones."""


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, study.Numbers]:
    """family → measure → state → numbers; made once."""
    out = tmp_path_factory.mktemp("injected")
    return {
        family: study.study(out, seeds=seeds, size=study.SMALL, trained={family: TRAINED[family]})
        for family, seeds in SEEDS.items()
    }


@pytest.mark.parametrize("name", [name for name in CHECKS if name != "nli-coal"])
def test_injected_bias_moves_the_measure_as_it_must_and_counter_bias_the_other_way(
    name: str, numbers: dict[str, study.Numbers]
) -> None:
    states = numbers[CHECKS[name].family][name]
    assert has_moved(CHECKS[name], {state: found[0] for state, found in states.items()}), states


def test_injected_bias_lifts_coal_above_counter_bias(numbers: dict[str, study.Numbers]) -> None:
    states = numbers["nli"]["nli-coal"]
    assert above(states["biased"][0], states["counter"][0]), states


@pytest.mark.parametrize("name", [name for name, check in CHECKS.items() if check.has_chance])
def test_untrained_models_are_indistinguishable_from_chance(name: str, numbers: dict[str, study.Numbers]) -> None:
    untrained = numbers[CHECKS[name].family][name]["untrained"]
    assert len(untrained) == SEEDS[CHECKS[name].family]
    assert at_chance(CHECKS[name], untrained), untrained


def test_coal_takes_a_counter_biased_model_for_an_unbiased_one_and_fn_does_not(
    numbers: dict[str, study.Numbers],
) -> None:
    coal, fn = numbers["nli"]["nli-coal"], numbers["nli"]["fn"]
    assert coal["counter"][0].value == coal["neutral"][0].value == 0
    assert fn["counter"][0].value > 0.5 > fn["neutral"][0].value


def test_every_measure_of_bias_is_checked() -> None:
    from babelance.core.registry import MEASURES

    measured = {name for name in MEASURES if not getattr(MEASURES.get(name), "utility", False)}
    assert measured - {"nli-accuracy", "pseudo-perplexity"} <= {*CHECKS, *ELSEWHERE}
    assert not {*CHECKS} & {*ELSEWHERE}


@pytest.mark.parametrize("name", sorted({*ELSEWHERE}))
def test_what_is_checked_elsewhere_is_there(name: str) -> None:
    text = (Path(__file__).parents[1] / ELSEWHERE[name]).read_text(encoding="utf-8")
    assert re.search(rf"\b{re.escape(name)}\b|\b{name.title().replace('-', '')}\b", text)


def number(low: float, high: float, chance: float = 0.0) -> Number:
    return Number((low + high) / 2, low, high, chance, "made up")


def test_intervals_that_touch_are_not_apart() -> None:
    states = {"balanced": number(0, 2), "biased": number(2, 3), "counter": number(-3, -1)}
    assert not has_moved(Check("masked", "pairs"), states)
    assert has_moved(Check("masked", "pairs"), states | {"biased": number(2.1, 3)})


def test_a_measure_without_direction_must_move_the_same_way_twice() -> None:
    states = {"balanced": number(0, 1), "biased": number(2, 3), "counter": number(-3, -2)}
    assert not has_moved(Check("masked", "pairs", either_way=True), states)
    assert has_moved(Check("masked", "pairs", either_way=True), states | {"counter": number(2, 3)})


def test_three_misses_of_eight_are_too_many_and_two_are_not() -> None:
    missing, holding = number(1, 2), number(-1, 2)
    assert not too_many_misses([missing] * 2 + [holding] * 6)
    assert too_many_misses([missing] * 3 + [holding] * 5)


def test_corpora_and_probes_are_the_same_for_the_same_seed(tmp_path: Path) -> None:
    import injected_bias_corpus as corpus
    from injected_bias_probes import write_probes

    assert corpus.sentences(0.9, each=50, seed=3) == corpus.sentences(0.9, each=50, seed=3)
    assert corpus.sentences(0.9, each=50, seed=3) != corpus.sentences(0.9, each=50, seed=4)
    first, second = (write_probes(tmp_path / name) for name in ("first", "second"))
    assert all(first[name].read_bytes() == second[name].read_bytes() for name in first)

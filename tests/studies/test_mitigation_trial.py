"""The mitigation trial: its sentences, and what it concludes from repetitions that are made up."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babelance.core.errors import DataError
from babelance.report.trial import table
from babelance.studies.mitigation_trial import contrasts, injected
from babelance.studies.mitigation_trial.arms import arms
from babelance.studies.mitigation_trial.injected import COUNTRIES, PURSUITS, Sides

BOTH = ("paper", "released")


def row(arm: str, text: str, seed: int, cb: float, loss: float = 5.0) -> dict[str, Any]:
    score = {
        name: {"value": cb * (10 if name == "released" else 1), "one_count": cb / 2} for name in ("paper", "released")
    }
    return {"arm": arm, "text": text, "seed": seed, "cb": score, "loss": {"judge": loss, "test": loss}, "until": 5.05,
            "stops_at_loss": bool(text), "epoch": 4, "balanced_model": {"cb": score}}  # fmt: skip


def trials(ratio: float, *, noise: float = 0.05, seeds: int = 10, loss: float = 5.0) -> dict[int, Any]:
    """The learnt rotation has so many times the score of the random one."""
    rng, found = np.random.default_rng(0), {}
    for seed in range(seeds):
        scores = {("unmitigated", ""): 6.0, ("random rotation", "same"): 5.0 * np.exp(noise * rng.normal())}
        scores["learnt → balanced", "same"] = 5.0 * ratio * np.exp(noise * rng.normal())
        found[seed] = {
            key: row(*key, seed, float(cb), loss if "learnt" in key[0] else 5.0) for key, cb in scores.items()
        }
    return found


def primary(by_hash: dict[int, Any]) -> contrasts.Contrast:
    return contrasts.contrasts(by_hash)[0]


def test_two_arms_that_agree_are_the_same_and_one_that_halves_the_score_is_different() -> None:
    assert primary(trials(1.0)).verdict == "the same, within 80 to 125 %"
    halved = primary(trials(0.5))
    assert halved.verdict == "different"
    assert halved.equal is not None and halved.equal.mean == pytest.approx(log(0.5), abs=0.1)


def test_too_few_or_too_noisy_repetitions_decide_nothing() -> None:
    assert primary(trials(1.0, noise=0.6, seeds=4)).verdict == "not decided"
    assert primary(trials(1.0, seeds=1)).verdict == "not enough repetitions"


def test_a_second_look_at_more_repetitions_is_tested_at_half_of_the_level() -> None:
    first, second = primary(trials(1.05, noise=0.2)), primary(trials(0.98, noise=0.25, seeds=12))
    assert all(one.p is not None and 0.025 < one.p < 0.05 for one in (first, second))
    assert (first.verdict, second.verdict) == ("the same, within 80 to 125 %", "not decided")


def test_an_arm_that_did_not_get_to_the_loss_is_in_no_comparison() -> None:
    assert primary(trials(0.5, loss=6.0)).equal is None


def test_a_repetition_whose_model_did_not_learn_the_bias_is_left_out_with_the_reason() -> None:
    found = trials(1.0)
    found[3]["unmitigated", ""]["cb"]["paper"]["value"] = 1.5
    counted, left_out = contrasts.usable(found)
    assert 3 not in counted and "1.50" in left_out[3]
    assert "Seed 3 is left out" in table(contrasts.as_record(found))


def test_what_costs_loss_is_not_free() -> None:
    results = {(result.arm, result.text): result for result in contrasts.arm_results(trials(0.5, loss=5.3))}
    assert not results["learnt → balanced", "same"].at_no_cost
    assert results["random rotation", "same"].at_no_cost


def test_the_share_of_biased_sentences_is_that_which_was_asked_for() -> None:
    sides, rng = Sides.draw(0), np.random.default_rng(0)
    assert [sum(sides.country.values()), sum(sides.pursuit.values())] == [len(COUNTRIES) // 2, len(PURSUITS) // 2]
    told = injected.sentences("de", sides, 0.9, 400, rng)
    follows = {injected.fill(item, key) for item in injected.items("de")
               for key in sides.countries(sides.pursuit[item.tags["attribute"]])}  # fmt: skip
    assert sum(one in follows for one in told) / 400 == pytest.approx(0.9, abs=0.05)


def test_the_arms_are_those_of_the_plan_and_have_files_of_their_own() -> None:
    found = [*arms()]
    assert len({arm.file for arm in found}) == len(found) == 28


@pytest.mark.parametrize(
    "damage",
    [
        {"seed": None},
        {"arm": ["a"]},
        {"cb": {"paper": {"value": "high"}}},
        {"cb": {name: {"value": 0, "one_count": 1} for name in BOTH}},
        {"loss": {"judge": 1}},
        {"until": float("nan")},
        {"balanced_model": None},
    ],
)
def test_a_file_of_an_arm_that_was_damaged_is_named(tmp_path: Path, damage: dict[str, Any]) -> None:
    file = tmp_path / "seed-0" / "arms" / "unmitigated.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(row("unmitigated", "", 0, 6.0)))
    assert contrasts.read_trials(tmp_path) == {0: {("unmitigated", ""): row("unmitigated", "", 0, 6.0)}}
    file.write_text(json.dumps(row("unmitigated", "", 0, 6.0) | damage))
    with pytest.raises(DataError, match=r"unmitigated\.json"):
        contrasts.read_trials(tmp_path)

"""What the repetitions say together, by the plan (docs/design/mitigation-plan.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import log
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from babelance.core.errors import DataError
from babelance.core.untrusted import as_type, read_object
from babelance.stats.equivalence import Equivalence, MeanDifference, equivalence, mean_difference
from babelance.stats.multiple import holm
from babelance.studies.mitigation_trial.arms import TEXTS

MARGIN = log(1.25)
LEVEL = 0.05
FIRST_LOOK = 10
"""Repetitions; with more of them the primary contrast is looked at again, at half of the level."""
NO_COST = 0.1
"""Nats."""
LEAST_BIAS = 2.0
UNMITIGATED = "unmitigated"
PRIMARY = ("learnt → balanced", "random rotation", "same")
SCORES = ("paper", "released", "equal pieces")
Row = dict[str, Any]
Trials = Mapping[int, Mapping[tuple[str, str], Row]]
"""seed → (arm, text) → what was found."""
Positive = Annotated[float, Meta(ge=1e-100, le=1e100)]
Finite = Annotated[float, Meta(ge=-1e100, le=1e100)]


@dataclass(frozen=True)
class _Score:
    value: Positive
    one_count: Positive


@dataclass(frozen=True)
class _CbScores:
    paper: _Score
    released: _Score


@dataclass(frozen=True)
class _Losses:
    judge: Finite
    test: Finite


@dataclass(frozen=True)
class _ModelRecord:
    cb: _CbScores


@dataclass(frozen=True)
class _Trial(_ModelRecord):
    """What is read of a file of an arm."""

    arm: str
    text: str
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    loss: _Losses
    until: Finite
    stops_at_loss: bool
    epoch: Finite = 0
    balanced_model: _ModelRecord | None = None


@dataclass(frozen=True)
class ArmResult:
    """Means over repetitions; `change` is of log CB and `price` of the loss, against the unmitigated model."""

    arm: str
    text: str
    count: int
    cb: dict[str, float]
    loss: float
    change: MeanDifference | None
    p: float | None
    price: MeanDifference | None
    at_no_cost: bool
    at_equal_loss: int | None
    epochs: float | None


@dataclass(frozen=True)
class Contrast:
    first: str
    second: str
    text: str
    is_primary: bool
    fidelity: str
    equal: Equivalence | None
    difference: MeanDifference | None
    p: float | None
    """Adjusted over the family; the primary one is alone."""
    verdict: str


def read_trials(out: Path) -> dict[int, dict[tuple[str, str], Row]]:
    trials: dict[int, dict[tuple[str, str], Row]] = {}
    for file in sorted(out.glob("seed-*/arms/*.json")):
        row = read_object(file)
        trial = as_type(row, _Trial, f"'{file}'")
        if trial.arm == UNMITIGATED and trial.balanced_model is None:
            raise DataError(f"'{file}' says nothing about the balanced model. Remove it, and the trial makes it anew.")
        trials.setdefault(trial.seed, {})[trial.arm, trial.text] = row
    return trials


def usable(trials: Trials) -> tuple[Trials, dict[int, str]]:
    """Repetitions that count, and why the others do not."""
    left_out = {}
    for seed, rows in trials.items():
        before = rows.get((UNMITIGATED, ""))
        if before is None:
            left_out[seed] = "not measured yet"
        elif any(before["cb"][fidelity]["value"] <= LEAST_BIAS for fidelity in ("paper", "released")):
            left_out[seed] = f"CB before mitigation is {before['cb']['paper']['value']:.2f}: the bias was not learnt"
    return {seed: rows for seed, rows in trials.items() if seed not in left_out}, left_out


def arm_results(trials: Trials) -> list[ArmResult]:
    names = dict.fromkeys(key for rows in trials.values() for key in rows)
    results = [_arm(trials, *key) for key in names]
    adjusted = holm([result.change.p if result.change else None for result in results])
    return [replace(result, p=p) for result, p in zip(results, adjusted, strict=True)]


def _arm(trials: Trials, arm: str, text: str) -> ArmResult:
    rows = [(trial[arm, text], trial[UNMITIGATED, ""]) for trial in trials.values() if (arm, text) in trial]
    mine = [row for row, _ in rows]
    price = mean_difference([row["loss"]["test"] - before["loss"]["test"] for row, before in rows])
    reached = [row["loss"]["judge"] <= row["until"] for row in mine] if mine[0]["stops_at_loss"] else None
    trained = [row["epoch"] for row in mine if "epoch" in row]
    return ArmResult(
        arm,
        text,
        len(mine),
        {name: _mean([_cb(row, name) for row in mine]) for name in SCORES},
        _mean([row["loss"]["test"] for row in mine]),
        None if arm == UNMITIGATED else mean_difference([log(_cb(a, "paper") / _cb(b, "paper")) for a, b in rows]),
        None,
        None if arm == UNMITIGATED else price,
        _is_at_no_cost([row["loss"]["test"] - before["loss"]["test"] for row, before in rows]),
        None if reached is None else sum(reached),
        _mean(trained) if trained else None,
    )


def _cb(row: Row, name: str) -> float:
    if name == "equal pieces":
        return float(row["cb"]["paper"]["one_count"])
    return float(row["cb"][name]["value"])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _is_at_no_cost(prices: Sequence[float]) -> bool:
    price = equivalence(prices, NO_COST)
    return price is not None and price.high < NO_COST


def contrasts(trials: Trials) -> list[Contrast]:
    asked = [(*PRIMARY, True, "paper"), *((*terms, False, "paper") for terms in _others())]
    main = [_contrast(trials, *terms) for terms in asked]
    adjusted = [main[0].p, *holm([contrast.p for contrast in main[1:]])]
    raw = [contrast.difference.p if contrast.difference else None for contrast in main]
    different = [raw[0], *holm(raw[1:]), None, None]
    extra = [_contrast(trials, *PRIMARY, False, fidelity) for fidelity in ("released", "equal pieces")]
    judged = zip([*main, *extra], [*adjusted, None, None], different, strict=True)
    second_look = len(trials) > FIRST_LOOK
    return [
        _judge(contrast, p, other, LEVEL / 2 if contrast.is_primary and second_look else LEVEL)
        for contrast, p, other in judged
    ]


def _others() -> Iterator[tuple[str, str, str]]:
    learnt, random, counter = "learnt → balanced", "random rotation", "learnt → counter-biased"
    for text in TEXTS:
        if text != PRIMARY[2]:
            yield learnt, random, text
        yield counter, learnt, text
        yield learnt, "head", text
        yield random, "head", text


def _contrast(trials: Trials, first: str, second: str, text: str, is_primary: bool, fidelity: str) -> Contrast:
    """At equal loss: repetitions in which both arms got there."""
    pairs = [(rows[first, text], rows[second, text]) for rows in trials.values()
             if (first, text) in rows and (second, text) in rows]  # fmt: skip
    pairs = [pair for pair in pairs if all(row["loss"]["judge"] <= row["until"] for row in pair)]
    ratios = [log(_cb(a, fidelity) / _cb(b, fidelity)) for a, b in pairs]
    ratio = equivalence(ratios, MARGIN)
    p = ratio.p if ratio else None
    return Contrast(first, second, text, is_primary, fidelity, ratio, mean_difference(ratios), p, "")


def _judge(contrast: Contrast, p: float | None, p_different: float | None, level: float) -> Contrast:
    """Both p-values are adjusted: that the two are the same, and that they differ."""
    difference = contrast.difference
    if difference is None:
        verdict = "not enough repetitions"
    elif p is None:
        verdict = "told, not tested"
    elif p <= level:
        verdict = "the same, within 80 to 125 %"
    elif p_different is not None and p_different < level:
        verdict = "different"
    else:
        verdict = "not decided"
    return replace(contrast, p=p, verdict=verdict)


def as_record(trials: Trials) -> dict[str, Any]:
    """Everything, for result.json."""
    counted, left_out = usable(trials)
    return {
        "repetitions": sorted(counted),
        "left_out": left_out,
        "contrasts": [asdict(contrast) for contrast in contrasts(counted)] if counted else [],
        "arms": [asdict(result) for result in arm_results(counted)] if counted else [],
        "balanced_model": _reference(counted),
    }


def _reference(trials: Trials) -> dict[str, float]:
    rows = [trial[UNMITIGATED, ""]["balanced_model"] for trial in trials.values()]
    return {name: _mean([_cb(row, name) for row in rows]) for name in SCORES} if rows else {}


def to_json(record: dict[str, Any]) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False)

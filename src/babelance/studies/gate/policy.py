"""How much worse is too much: a small TOML file, with a margin for every measure.

A margin is in the measure's own unit; a text with `%` is a share of the baseline's own number, for measures without a
scale that everybody knows. What the file does not name has the usual margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from babelance.core.errors import InputError
from babelance.core.estimate import Estimate
from babelance.core.registry import MEASURES
from babelance.core.scale import Scale
from babelance.core.untrusted import as_type, parse_toml, read_utf8

Margin = float | str

USUAL_SHARE = 0.05
"""Of a scale that has two ends."""
USUAL_PERCENT = "10%"
"""Of the baseline's number, where the scale has no end."""
MARGINS: Mapping[str, Margin] = {
    "bleu": 2.0,
    "chrf": 2.0,
    "log-prob-bias": 0.1,
    "mac": 0.02,
    "pseudo-perplexity": "5%",
    "s-jsd": 0.005,
    "weat": 0.2,
}
"""Measures whose numbers keep to a small part of their scale, or whose small effect has a name (0.2 is Cohen's)."""


@dataclass(frozen=True, slots=True)
class Policy:
    """`require`: measures that must be in both runs. `skipped`: so many more items may be skipped than in the baseline.
    `unknown`: so much more of the text may be unknown to the model (a share). `fewest` items that can tell anything.
    `baseline` is for `assert_not_worse`: the folder of a run, relative to the file."""

    level: Annotated[float, Meta(ge=0.5, lt=1)] = 0.95
    draws: Annotated[int, Meta(ge=100, le=1_000_000)] = 2000
    seed: Annotated[int, Meta(ge=0)] = 0
    fewest: Annotated[int, Meta(ge=2)] = 11
    skipped: Annotated[int, Meta(ge=0)] = 0
    unknown: Annotated[float, Meta(ge=0, le=1)] = 0.01
    controls: bool = False
    baseline: str = ""
    require: tuple[str, ...] = ()
    margins: Mapping[str, Margin] = field(default_factory=dict)

    def margin(self, base: Estimate) -> float:
        """How much farther from the null a model may be than this baseline."""
        given = self.margins.get(base.about.measure)
        return in_units(given if given is not None else usual_margin(base.about.measure, base.about.scale), base.value)


def usual_margin(measure: str, scale: Scale) -> Margin:
    """The measure's own (`margin`), that of the list above, 5 % of a scale with two ends, else 10 % of the number."""
    own: Margin | None = getattr(MEASURES.get(measure), "margin", None) if measure in MEASURES else None
    if own is not None or measure in MARGINS:
        return own if own is not None else MARGINS[measure]
    return round(USUAL_SHARE * scale.span, 6) if isfinite(scale.span) else USUAL_PERCENT


def in_units(margin: Margin, value: float) -> float:
    """`"5%"` of the value, or the number as it is."""
    return _percent(margin) / 100 * abs(value) if isinstance(margin, str) else float(margin)


def _percent(text: str) -> float:
    try:
        share = float(text.strip().removesuffix("%")) if text.strip().endswith("%") else -1.0
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1000:
        raise InputError(f"'{text}' is no margin. Write a number in the measure's unit, or a share as \"5%\".")
    return share


def read_policy(path: Path) -> Policy:
    """The policy of a file; whatever is wrong with it is an error that names the file."""
    try:
        text = read_utf8(path, error=InputError)
    except InputError as error:
        raise InputError(f"No policy is in '{path}': {error} Write one with: babelance gate --init") from error
    written = parse_toml(text, str(path), error=InputError)
    if strange := sorted(written.keys() - set(Policy.__slots__)):
        raise InputError(f"'{path}' has '{strange[0]}', which no policy has. Known: {', '.join(Policy.__slots__)}.")
    policy = as_type(written, Policy, f"'{path}'", error=InputError)
    _check(policy, path)
    return policy


def _check(policy: Policy, path: Path) -> None:
    for name in (*policy.require, *policy.margins):
        if name not in MEASURES:
            MEASURES.get(name)  # raises, with a suggestion
    for name, margin in policy.margins.items():
        if not 0 <= in_units(margin, 1.0) < float("inf"):
            raise InputError(f"'{path}': the margin of {name} is {margin}. It must be a number of 0 or more.")


_HEAD = """\
# What `babelance gate` lets pass. Every line may be left out: then the value below is taken.

level = 0.95     # 95 %: of a hundred gates on models that are just as good, five or fewer say worse
draws = 2000     # bootstrap draws
seed = 0
fewest = 11      # items that can tell anything at all
skipped = 0      # so many more items may be skipped than in the baseline
unknown = 0.01   # so much more of the text may be unknown to the model (a share)
controls = false # also judge items on which nothing should differ
# baseline = "runs/released"  # for assert_not_worse in a test suite; relative to this file

# Measures that must be in both runs, whatever the baseline has.
require = [{require}]

# How much farther from its null a model may be: in the measure's own unit, or "5%" of the baseline's number.
# The margins below are judgements (5 % of a scale with two ends, 10 % of the number elsewhere, a few by custom), not
# calibrated. Set your own before you see numbers: not less than two trainings with different seeds differ by
# (`babelance gate seed-1 seed-2` shows it), and not less than your items can tell. More: docs/gate.md.
[margins]
"""


def policy_text(measures: Iterable[str] = ()) -> str:
    """A policy to start from, with a comment on every line; of these measures alone, which are then required."""
    names = list(dict.fromkeys(measures))
    lines = [_margin_line(name) for name in names or sorted(MEASURES)]
    return _HEAD.format(require=", ".join(f'"{name}"' for name in names)) + "\n".join(lines) + "\n"


def _margin_line(name: str) -> str:
    scale = MEASURES.get(name)().scale
    margin = usual_margin(name, scale)
    written = f'"{margin}"' if isinstance(margin, str) else f"{margin:g}"
    ends = f"from {scale.low:g} to {scale.high:g}, " if isfinite(scale.span) else ""
    return f"{name} = {written}  # {ends}ideal {scale.ideal:g}"

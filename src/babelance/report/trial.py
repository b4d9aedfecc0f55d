"""The result of the mitigation trial as a table (Markdown) and as a figure: bias against loss, arm by arm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from pathlib import Path
from typing import Any

from babelance.core.files import replace_file

Record = Mapping[str, Any]
UNMITIGATED = "unmitigated"
_COLOURS = {"same": "#b3372f", "balanced": "#2b6c8f", "absent": "#8a8a8a", "": "#111111"}


def table(record: Record) -> str:
    return "\n".join([*_head(record), "", *_contrasts(record["contrasts"]), "", *_arms(record)]) + "\n"


def _head(record: Record) -> Iterator[str]:
    counted, left_out = record["repetitions"], record["left_out"]
    yield f"{len(counted)} repetitions: seeds {', '.join(map(str, counted)) or 'none yet'}."
    for seed, reason in left_out.items():
        yield f"Seed {seed} is left out: {reason}."
    if short := [arm for arm in record["arms"] if arm["count"] < len(counted)]:
        names = "; ".join(f"{_label(arm)} ({arm['count']})" for arm in short)
        yield f"Arms that are not done in all of them: {names}."


def _contrasts(contrasts: Sequence[Record]) -> Iterator[str]:
    yield "| contrast | text | score | repetitions | ratio of CB, 90 % interval | p (equivalence) | verdict |"
    yield "|---|---|---|---:|---|---:|---|"
    for contrast in contrasts:
        name = f"{contrast['first']} / {contrast['second']}"
        name = f"**{name}** (primary)" if contrast["is_primary"] else name
        count = contrast["equal"]["count"] if contrast["equal"] else 0
        yield (
            f"| {name} | {contrast['text']} | {contrast['fidelity']} | {count} "
            f"| {_ratio(contrast['equal'])} | {_p(contrast['p'])} | {contrast['verdict']} |"
        )


def _arms(record: Record) -> Iterator[str]:
    yield "| arm | text | CB | released | equal pieces | share left, 95 % interval | p | loss | price | epochs |"
    yield "|---|---|---:|---:|---:|---|---:|---:|---|---:|"
    reference = record.get("balanced_model")
    if reference:
        yield (
            f"| *model of balanced text* | – | {reference['paper']:.2f} | {reference['released']:.1f} "
            f"| {reference['equal pieces']:.2f} | – | – | – | – | – |"
        )
    for arm in record["arms"]:
        scores = f"{arm['cb']['paper']:.2f} | {arm['cb']['released']:.1f} | {arm['cb']['equal pieces']:.2f}"
        yield (
            f"| {arm['arm']} | {arm['text'] or '–'} | {scores} | {_ratio(arm['change'])} | {_p(arm['p'])} "
            f"| {arm['loss']:.3f} | {_price(arm)} | {_epochs(arm)} |"
        )


def _epochs(arm: Record) -> str:
    return "–" if arm["epochs"] is None else f"{arm['epochs']:.1f}"


def _ratio(mean: Record | None) -> str:
    if mean is None:
        return "–"
    return f"{exp(mean['mean']):.2f} [{exp(mean['low']):.2f}, {exp(mean['high']):.2f}]"


def _p(value: float | None) -> str:
    if value is None:
        return "–"
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _price(arm: Record) -> str:
    price = arm["price"]
    if price is None:
        return "–"
    reached = arm["at_equal_loss"]
    missed = "" if reached is None or reached == arm["count"] else f", {arm['count'] - reached} not at equal loss"
    words = "no cost" if arm["at_no_cost"] else "not shown to be free"
    return f"{price['mean']:+.3f} [{price['low']:+.3f}, {price['high']:+.3f}] ({words}{missed})"


def _label(arm: Record) -> str:
    return f"{arm['arm']}, {arm['text']}" if arm["text"] else str(arm["arm"])


def draw(record: Record, path: Path) -> None:
    """An SVG; needs matplotlib (the extra `plot`). Means with 95 % intervals over trainings."""
    if not record["arms"]:
        return
    from babelance.core.extras import require

    require("matplotlib")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rows = [arm for arm in record["arms"] if arm["arm"] != UNMITIGATED]
    figure = Figure(figsize=(9, 0.28 * len(rows) + 1.4), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True, width_ratios=(3, 2))
    for index, arm in enumerate(rows):
        colour = _COLOURS[arm["text"]]
        _bar(left, index, arm["change"], colour, exp)
        _bar(right, index, arm["price"], colour, float)
    left.axvline(1, color="#111111", linewidth=0.8)
    right.axvspan(-0.1, 0.1, color="#e8efe8", zorder=0)
    right.axvline(0, color="#111111", linewidth=0.8)
    left.set_xscale("log")
    left.set_xlabel("CB, as a share of the unmitigated model's")
    right.set_xlabel("held-out loss, nats above the unmitigated model's")
    left.set_yticks(range(len(rows)), [_label(arm) for arm in rows], fontsize=8)
    left.invert_yaxis()
    for name, colour in list(_COLOURS.items())[:3]:
        left.plot([], [], "o", color=colour, label=f"text: {name}")
    left.legend(fontsize=7, loc="lower left")
    with replace_file(path) as file, rc_context({"svg.hashsalt": "babelance"}):  # the same bytes each time
        figure.savefig(file, format="svg", metadata={"Date": None})


def _bar(axes: Any, height: int, mean_and_limits: Record | None, colour: str, scale: Any) -> None:
    if mean_and_limits is None:
        return
    low, mean, high = (scale(mean_and_limits[name]) for name in ("low", "mean", "high"))
    axes.plot([low, high], [height, height], color=colour, linewidth=1.5)
    axes.plot([mean], [height], "o", color=colour, markersize=4)

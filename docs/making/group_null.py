"""How often does MBE of several groups find a difference where there is none? Prints the lines of docs/mbe.md.

    babelance run -m MODEL -d babel-sentences-religion -l en,hu,ja --measures mbe --embeddings -o RUN
    python docs/making/group_null.py RUN [--trials 200]

The likelihoods, lengths and embeddings of a run stay as they are; group labels are dealt out anew, over all sentences
or within each frame, so that no group differs from another. What the verdict says then is a false alarm.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from babelance.core.item import Item
from babelance.core.scored import Scored, Scores
from babelance.measures.formulas.mbe_sentences import FRAME
from babelance.measures.mbe import Mbe
from babelance.stats.contrast import Contrast, contrast
from babelance.stats.estimate import PointEstimate
from babelance.stats.intervals import wilson

LEVEL = 0.05
LOOSE, FRAMED = "over all sentences", "within frames"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("run", type=Path)
    parser.add_argument("--trials", type=int, default=200, help="Of each dataset and language.")
    given = parser.parse_args()
    alarms: dict[str, list[bool]] = defaultdict(list)
    for (data, language), scored in scored_of(given.run).items():
        for dealt in (LOOSE, FRAMED):
            rng = np.random.default_rng(0)
            mine = [is_alarm(relabelled(scored, dealt, rng)) for _ in range(given.trials)]
            sys.stdout.write(f"{data} {language}, {dealt}: {share_of_alarms(mine)}\n")
            alarms[dealt] += mine
    for dealt, mine in alarms.items():
        sys.stdout.write(f"all, {dealt}: {share_of_alarms(mine)}\n")


def scored_of(run: Path) -> dict[tuple[str, str], list[Scored]]:
    vectors = {(row["data"], row["item"], row["language"]): row["embedding"] for row in rows(run, "embeddings.parquet")}
    by_group: dict[tuple[str, str], list[Scored]] = defaultdict(list)
    for row in rows(run, "scored.parquet"):
        item = Item(row["item"], row["language"], json.loads(row["texts"]), json.loads(row["tags"]))
        vector = np.array(vectors[row["data"], row["item"], row["language"]], np.float32)
        detail = {"likelihood": row["likelihood"], "length": row["length"], "embedding": vector}
        by_group[row["data"].partition("@")[0], row["language"]].append(Scored(item, detail))
    return by_group


def rows(run: Path, name: str) -> list[dict[str, Any]]:
    return list(pq.read_table(run / name).to_pylist())


def relabelled(scored: Sequence[Scored], dealt: str, rng: np.random.Generator) -> Scores:
    groups = np.array([row.item.tags["group"] for row in scored])
    frames = np.array([row.item.tags[FRAME] if dealt == FRAMED else "" for row in scored])
    for frame in np.unique(frames):
        groups[frames == frame] = rng.permutation(groups[frames == frame])
    pairs = zip(scored, groups.tolist(), strict=True)
    return Scores(tuple(_in_group(row, group, framed=dealt == FRAMED) for row, group in pairs))


def _in_group(scored: Scored, group: str, *, framed: bool) -> Scored:
    """Without frames it is what a parallel corpus gives: sentences of groups that have nothing else in common."""
    tags = {**scored.item.tags, "group": group}
    return replace(
        scored, item=replace(scored.item, tags=tags if framed else {k: v for k, v in tags.items() if k != FRAME})
    )


def is_alarm(scores: Scores) -> bool:
    """Is the score shown to be above its null, as a verdict of this result alone would have it?"""
    measure = Mbe()
    null = measure.null(scores)
    value = float(measure.statistic(scores)(np.ones(len(scores))))
    numbers = PointEstimate(value, value, value, "", None, None)
    difference = contrast(measure, scores, numbers, null, count=200) if null else None
    return isinstance(difference, Contrast) and difference.p < LEVEL and difference.value > 0


def share_of_alarms(alarms: Sequence[bool]) -> str:
    count, share = sum(alarms), wilson(sum(alarms), len(alarms))
    return f"{count} of {len(alarms)}, {count / len(alarms):.1%} [{share.low:.1%}, {share.high:.1%}]"


if __name__ == "__main__":
    main()

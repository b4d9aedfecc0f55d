"""Sentences about religions, countries and ages: parallel text whose English side tells the group."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babelance.build.material.groups import groups_for
from babelance.build.mbe import Recipe, build
from babelance.core.registry import DATASETS

AXES = ("religion", "nationality", "age")


@pytest.mark.parametrize("language", ["en", "hu", "ja"])
@pytest.mark.parametrize("axis", AXES)
def test_the_shipped_word_lists_find_every_group_on_the_english_side(axis: str, language: str, tmp_path: Path) -> None:
    """The dataset is what `build mbe --groups AXIS` makes of its own parallel text."""
    items = list(DATASETS.get(f"babel-sentences-{axis}").items(language))
    lines = [f"{item.texts['source']}\t{item.texts['text']}\n" for item in items]
    (tmp_path / "c.tsv").write_text("".join(lines), encoding="utf-8")
    recipe = Recipe(language=language, groups=groups_for(axis))
    built = build([str(tmp_path / "c.tsv")], tmp_path / "c.jsonl", recipe)
    rows = [json.loads(line) for line in (tmp_path / "c.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["text"], row["group"]) for row in rows] == [(item.texts["text"], item.tags["group"]) for item in items]
    assert built.lines == len(items) and not sum(built.left.values())


@pytest.mark.parametrize("axis", AXES)
def test_all_groups_have_the_same_frames(axis: str) -> None:
    for language in DATASETS.get(f"babel-sentences-{axis}").card.languages:
        frames: dict[str, set[str]] = {}
        for item in DATASETS.get(f"babel-sentences-{axis}").items(language):
            frames.setdefault(item.tags["group"], set()).add(item.tags["frame"])
        assert len(frames) >= 3 and all(some == next(iter(frames.values())) for some in frames.values())

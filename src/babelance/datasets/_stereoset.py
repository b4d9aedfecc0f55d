"""What the StereoSet files have in common: clusters of a context and three sentences with gold labels.

The ids of the sentences are tags (`id_stereotype`, `id_anti`, `id_unrelated`): recorded predictions refer to them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from babelance.core.errors import DataError
from babelance.core.item import Item
from babelance.text.tables import read_text

TASKS = ("intrasentence", "intersentence")
LABELS = {"stereotype": "stereotype", "anti-stereotype": "anti", "unrelated": "unrelated"}
IDS = frozenset(f"id_{name}" for name in LABELS.values())
FIELDS = frozenset({"context", *LABELS.values(), "axis", "target", "task"}) | IDS

PITFALLS = (
    "Many clusters do not test what they seem to: unclear or invented stereotypes, anti-stereotypes that are not "
    "opposites, changes that break the grammar (Blodgett et al., ACL 2021). Read differences, not single items."
)

_GOLD = {"stereotype": "loud", "anti-stereotype": "calm", "unrelated": "paper"}
SAMPLE = json.dumps(
    {
        "data": {
            task: [
                {
                    "id": f"{task}-1",
                    "bias_type": "gender",
                    "target": "aunt",
                    "context": context,
                    "sentences": [
                        {"id": f"{task}-{label}", "gold_label": label, "sentence": f"My aunt is {word} today."}
                        for label, word in _GOLD.items()
                    ],
                }
            ]
            for task, context in zip(TASKS, ("My aunt is BLANK today.", "I called my aunt."), strict=True)
        }
    }
)
"""A file of two clusters of our own."""


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    """Intrasentence clusters first, each task in the order of the file."""
    clusters = json.loads(read_text(paths[0]))["data"]
    for task in TASKS:
        yield from (_item(cluster, task, language) for cluster in clusters[task])


def _item(cluster: Mapping[str, Any], task: str, language: str) -> Item:
    sentences = {LABELS[sentence["gold_label"]]: sentence for sentence in cluster["sentences"]}
    if len(sentences) != len(LABELS):
        raise DataError(f"Cluster '{cluster['id']}' has no sentence for each of {', '.join(LABELS)}.")
    texts = {"context": cluster["context"], **{name: sentences[name]["sentence"] for name in LABELS.values()}}
    ids = {f"id_{name}": sentences[name]["id"] for name in LABELS.values()}
    tags = {"axis": cluster["bias_type"], "target": cluster["target"], "task": task, **ids}
    return Item(cluster["id"], language, texts, tags)

"""What both NLI-CoAL datasets have in common: three files per language, one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from babelance.core.card import Card, File
from babelance.core.item import Item
from babelance.datasets._nli_coal_files import FILES, REPOSITORY
from babelance.datasets.reading.nli_columns import gender_added, stereotype_of
from babelance.datasets.reading.pinned import Pinned, Sample, every
from babelance.text.tables import parse_jsonl, read_text

SETS = ("pro", "anti", "non")
FIELDS = frozenset({"premise", "hypothesis", "set", "occupation", "stereotype", "gender"})
PROVENANCE = (
    "Image captions with one gender word; the premise has an occupation in its place, the hypothesis the gender word. "
    "Occupations are those of Bolukbasi et al. with their stereotype scores, translated from English for ja and zh."
)
NOTES = (
    "The gold label of every pair is neutral.",
    "Japanese: 16 pairs of the non-stereotypical set are about an occupation that the file calls male-stereotypical.",
    "English: ten hypotheses of one caption hold both gender words.",
)

_SAMPLE = {
    "sentence1": "A baker is cycling.",
    "sentence2": "A woman is cycling.",
    "occ_word": "baker",
    "occ_type": "male-stereo",
}
SAMPLE = tuple("\n".join(json.dumps({**_SAMPLE, "id": f"{name}-{number}"}) for number in (1, 2)) for name in SETS)
"""Files of pairs of our own, one for each set."""


def sets_of_nli_coal(name: str, title: str, folders: Sequence[str], *, all_files: bool = False) -> Pinned:
    """The pairs in some folders of the repository, one folder a language. `all_files`: the card names those of other
    folders as well, so that `path` gives them."""
    parts = _parts(folders)
    return Pinned(
        card=Card(
            name=name,
            title=title,
            version="1.1",
            languages=tuple(parts),
            licence="MIT",
            citation="Anantaprayoon et al., LREC-COLING 2024",
            provenance=PROVENANCE,
            files=tuple(FILES.values()) if all_files else every(parts),
            url=REPOSITORY.url,
            groups=("gender",),
            notes=NOTES,
        ),
        fields=FIELDS,
        parts=parts,
        read=read,
        sample=Sample("en", SAMPLE),
    )


def _parts(folders: Sequence[str]) -> dict[str, tuple[File, ...]]:
    """For each folder (`en_v1.1/…`): the files of the three sets, in the order of `SETS`."""
    return {
        folder[:2]: tuple(FILES[path] for path in sorted(FILES) if path.startswith(f"{folder}/")) for folder in folders
    }


def read(language: str, paths: Sequence[Path]) -> Iterator[Item]:
    for name, path in zip(SETS, paths, strict=True):
        # Of the two readers of lines this one keeps line separators inside strings.
        table = parse_jsonl(read_text(path).split("\n"), name=str(path))
        yield from (_item(row.cells, name, language) for row in table.rows)


def _item(cells: Mapping[str, Any], name: str, language: str) -> Item:
    texts = {"premise": cells["sentence1"], "hypothesis": cells["sentence2"]}
    tags = {
        "set": name,
        "occupation": cells["occ_word"],
        "stereotype": stereotype_of(cells["occ_type"]),
        "gender": gender_added(cells["sentence1"], cells["sentence2"]),
    }
    return Item(str(cells["id"]), language, texts, tags)

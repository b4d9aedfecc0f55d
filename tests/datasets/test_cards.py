"""Every registered dataset has a complete card, pinned to a commit and a checksum; the mirror agrees with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from babelance.core.card import Card, Dataset, File, from_record, to_record
from babelance.core.errors import InputError
from babelance.core.registry import DATASETS

NAMES = [name for name in DATASETS if not DATASETS.is_foreign(name)]
PINNED = [name for name in NAMES if DATASETS.get(name).card.files]
FILES = [file for name in PINNED for file in DATASETS.get(name).card.files]

# The mirror has the country names of the released configuration as a file; the project holds them as a word list.
WORD_LISTS = {"ethnic-bias/targets.json"}
WITHOUT_CARD = ("mt-geneval/context", "mt-geneval/sentences/test/.gitkeep", "recorded/winomt")
"""Folders of the mirror that no dataset reads yet."""
NOT_MIRRORED = (
    "stereoset",
    "bbq-more",
    "esbbq-more",
    "mbbq",
    "cbbq",
    "honest",
    "seegull-multilingual",
    "mt-geneval-context",
)
"""Datasets of which the mirror lacks files: they are read from samples of our own."""


@pytest.mark.parametrize("name", NAMES)
def test_card_is_complete(name: str) -> None:
    dataset = DATASETS.get(name)
    card = dataset.card
    assert isinstance(dataset, Dataset)
    assert card.name == name
    for text in (card.title, card.version, card.licence, card.citation, card.provenance):
        assert text.strip()
    assert card.languages
    assert len(set(card.languages)) == len(card.languages)
    assert set(card.groups) <= dataset.fields


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_file_is_pinned(file: File) -> None:
    assert re.fullmatch(r"https://raw\.githubusercontent\.com/[\w.-]+/[\w.-]+/[0-9a-f]{40}/\S+", file.url)
    assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
    assert file.bytes


@pytest.mark.parametrize("name", PINNED)
def test_no_file_is_listed_twice(name: str) -> None:
    names = [file.name for file in DATASETS.get(name).card.files]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", NAMES)
def test_fingerprints_tell_languages_apart(name: str) -> None:
    dataset = DATASETS.get(name)
    prints = {dataset.fingerprint(language) for language in dataset.card.languages}
    if dataset.fields and name in PINNED:
        assert len(prints) == len(dataset.card.languages)
    assert all(re.fullmatch(r"[0-9a-f]{8,}", one) for one in prints)


@pytest.mark.parametrize("name", NAMES)
def test_unknown_language_is_refused_before_anything_is_read(name: str) -> None:
    with pytest.raises(InputError, match=f"'{name}' has no 'tlh'. It has: "):
        DATASETS.get(name).items("tlh")


@pytest.fixture
def sources(mirror: Path) -> list[dict[str, Any]]:
    return json.loads((mirror / "SOURCES.json").read_text(encoding="utf-8"))


def test_cards_and_mirror_agree(sources: list[dict[str, Any]]) -> None:
    theirs = {entry["file"]: entry for entry in sources}
    ours = {file.name: file for file in FILES}
    unread = {name for name in theirs if name.startswith(WITHOUT_CARD)}
    assert set(theirs) - set(ours) - unread == WORD_LISTS
    lacking = {name for name in PINNED if {file.name for file in DATASETS.get(name).card.files} - set(theirs)}
    assert lacking == set(NOT_MIRRORED)
    for name in set(ours) & set(theirs):
        entry, file = theirs[name], ours[name]
        address = f"https://raw.githubusercontent.com/{entry['repository']}/{entry['commit']}/{entry['path']}"
        assert (file.url, file.sha256, file.bytes) == (address, entry["sha256"], entry["bytes"])


def test_licences_are_those_of_the_mirror(sources: list[dict[str, Any]]) -> None:
    folders = {entry["file"].rpartition("/")[0].partition("/")[0] for entry in sources}
    for name in set(PINNED) & folders - {"recorded"}:
        stated = {entry["licence"] for entry in sources if entry["file"].startswith(f"{name}/")}
        assert stated == {DATASETS.get(name).card.licence}


def test_card_survives_its_record() -> None:
    card = DATASETS.get("sjsd").card
    assert from_record(json.loads(json.dumps(to_record(card)))) == card


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"name": "x"}, "not complete"),
        ({"nome": "x"}, "A card has no 'nome'"),
        ({"groups": [1]}, r"groups\[0\]: expected text"),
    ],
)
def test_record_that_is_no_card_is_refused(record: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_record(record)


def test_card_without_languages_speaks_all() -> None:
    assert Card("x", "X", "1", (), "CC0", "me", "by hand").speaks("sw")

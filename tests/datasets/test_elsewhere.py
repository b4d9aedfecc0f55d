"""Datasets that have to be fetched by hand: what they say, and what they read once their files are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from babelance.core.errors import DataError
from babelance.core.registry import DATASETS
from babelance.datasets.reading.elsewhere import Elsewhere
from tests.expecting import expect

NAMES = [name for name in DATASETS if isinstance(DATASETS.get(name), Elsewhere)]


@pytest.fixture(params=NAMES)
def data(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Elsewhere:
    """Each of them, with an empty mirror."""
    monkeypatch.setenv("BABELANCE_MIRROR", str(tmp_path))
    return dataset(request.param)


def dataset(name: str) -> Elsewhere:
    return expect(Elsewhere, DATASETS.get(name))


def test_without_the_file_the_address_and_the_place_are_named(data: Elsewhere) -> None:
    language = data.sample.language
    with pytest.raises(DataError, match="has to be fetched by hand") as refusal:
        data.items(language)
    assert data.card.url in str(refusal.value) and data.parts[language][0] in str(refusal.value)


def test_with_the_file_its_items_are_read_and_signed(data: Elsewhere, tmp_path: Path) -> None:
    before = data.fingerprint(data.sample.language)
    for file, text in zip(data.parts[data.sample.language], data.sample.texts, strict=True):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    items = list(data.items(data.sample.language))
    assert items == data.examples() and items
    assert all({*item.texts, *item.tags} == data.fields for item in items)
    assert data.fingerprint(data.sample.language) != before


def test_there_are_those_that_people_ask_for() -> None:
    entities = {"ner-conll-2002", "ner-msra", "ner-naver-2018", "ner-wikiann-tr"}
    assert set(NAMES) == {"crows-pairs-multilingual", "eurogest", "shades", "winoqueer"} | entities


@pytest.mark.parametrize(
    ("name", "first", "labels"),
    [
        ("ner-conll-2002", "Ana canta", "B-PER O"),
        ("ner-naver-2018", "안나가 노래한다 .", "B-PER O O"),
        ("ner-wikiann-tr", "Ankara güzel", "B-LOC O"),
        ("ner-msra", "北 京 大", "B-LOC I-LOC O"),
    ],
)
def test_named_entities_of_the_paper_have_tokens_labels_and_three_parts(name: str, first: str, labels: str) -> None:
    items = dataset(name).examples()
    assert (items[0].texts["tokens"], items[0].texts["labels"]) == (first, labels)
    assert {item.tags["split"] for item in items} == {"train", "dev", "test"}
